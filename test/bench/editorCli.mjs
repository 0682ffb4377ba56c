#!/usr/bin/env node
// Plays `claude` for benches in the editor: a model that has all of its reply ready; the real program is run by the
// scenarios and the tests of `test/cli/`.
// - "N items, then NAME" leads to a turn of N texts and Read calls, written as fast as the pipe takes them, and "The
//   end: NAME.".
// - "stream NAME" leads to the reply of that name in `replies.mjs`, at 2,000 tokens a second, and "The end: NAME.".
// - "marked NAME" leads to prose at the same rate, each piece of which ends in a mark such as "[17]", and "The end:
//   NAME.".
// - "first NAME" leads to "The end: NAME." alone.
// If CLAUDE_CONFIG_DIR is set, it keeps a transcript as the real program does. Notes in the file TANDEM_BENCH_NOTES
// when it received a prompt, and when it wrote the first byte of a reply or a mark.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { charactersPerPiece, pieceMs, replies } from "./replies.mjs";

const session_id = randomUUID();
const write = (frame) => {
  if (frame.type === "assistant" || frame.type === "user") record(frame);
  process.stdout.write(`${JSON.stringify({ ...frame, session_id })}\n`);
};
const now = () => performance.timeOrigin + performance.now();
const text =
  "I'll look at **this** file next, since `parse()` is called from there:\n\n- it reads\n- it splits\n\n```js\nconst x = 1;\n```\n";
let tokens = 1_000;
let mark = 0;

if (process.argv.includes("--version")) {
  console.log("2.1.329 (Claude Code)");
  process.exit();
}

const configFolder = process.env.CLAUDE_CONFIG_DIR;
const entries = [];

/** Adds a frame, or the prompt, to the transcript, under its own id as the real program does. */
function record({ type, message, tool_use_result, uuid = randomUUID() }) {
  if (configFolder === undefined || message === undefined) return;
  const about = {
    uuid,
    timestamp: new Date().toISOString(),
    cwd: process.cwd(),
    sessionId: session_id,
    version: "2.1.329",
  };
  entries.push(
    JSON.stringify({
      parentUuid: entries.last ?? null,
      isSidechain: false,
      type,
      message,
      toolUseResult: tool_use_result,
      ...about,
    }),
  );
  entries.last = about.uuid;
}

function saveTranscript() {
  if (configFolder === undefined) return;
  const folder = path.join(configFolder, "projects", process.cwd().replace(/[^a-zA-Z0-9]/g, "-"));
  fs.mkdirSync(folder, { recursive: true });
  fs.appendFileSync(path.join(folder, `${session_id}.jsonl`), entries.map((entry) => `${entry}\n`).join(""));
  entries.length = 0;
}

const message = (id, content) => {
  write({
    type: "assistant",
    uuid: randomUUID(),
    parent_tool_use_id: null,
    message: { id, model: "claude-opus-5", content, usage: { input_tokens: tokens, output_tokens: 5 } },
  });
};

/** Writes `count` texts and Read calls. */
async function writeItems(count) {
  for (let i = 0; i < count; i++) {
    // As in a real turn, each message has read more than the one before, and each of its frames says how much.
    tokens += 7;
    const id = `toolu_${tokens}`;
    const answer = `m${tokens}`;
    message(answer, [{ type: "text", text }]);
    message(answer, [{ type: "tool_use", id, name: "Read", input: { file_path: `${process.cwd()}/file${i}.js` } }]);
    const content = [{ type: "tool_result", tool_use_id: id, content: "line\n".repeat(20) }];
    const taken = process.stdout.writableNeedDrain;
    write({
      type: "user",
      uuid: randomUUID(),
      parent_tool_use_id: null,
      message: { role: "user", content },
      tool_use_result: { file: { numLines: 20 } },
    });
    if (taken) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

/**
 * Streams a text or thinking in the pieces that `next` returns until it has none, one in `pieceMs`. Returns what it
 * wrote.
 */
async function stream(kind, next) {
  const id = `m${++tokens}`;
  const event = (body) => write({ type: "stream_event", uuid: randomUUID(), parent_tool_use_id: null, event: body });
  event({ type: "message_start", message: { id } });
  event({ type: "content_block_start", index: 0, content_block: { type: kind, [kind]: "" } });
  let written = "";
  const begin = performance.now();
  for (let count = 0, piece = next(count); piece !== undefined; piece = next(++count)) {
    written += piece;
    event({ type: "content_block_delta", index: 0, delta: { type: `${kind}_delta`, [kind]: piece } });
    const due = begin + (count + 1) * pieceMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  event({ type: "content_block_stop", index: 0 });
  message(id, [{ type: kind, [kind]: written, ...(kind === "thinking" ? { signature: "s" } : {}) }]);
}

/** Each kind of prompt with what it leads to, before its last text. */
const prompts = [
  [/(\d+) items, then (.*)/, ([, count]) => writeItems(Number(count))],
  [
    /stream (.*)/,
    ([, name]) => {
      const whole = replies[name];
      return stream(name === "thinking" ? "thinking" : "text", (count) => {
        const piece = whole.slice(count * charactersPerPiece, (count + 1) * charactersPerPiece);
        return piece === "" ? undefined : piece;
      });
    },
  ],
  [
    /marked (.*)/,
    async (_found, notes) => {
      notes.marks = {};
      const pieces = Math.round(5_000 / pieceMs);
      await stream("text", (count) => {
        if (count === pieces) return undefined;
        notes.marks[++mark] = now();
        return `${"Some **bold** words and `code` in it. ".repeat(4)}[${mark}]${count % 20 === 19 ? "\n\n" : " "}`;
      });
    },
  ],
  [
    /first (.*)/,
    (_found, notes) => {
      notes.wrote = now();
    },
  ],
];

async function play(prompt) {
  const notes = { received: now() };
  write({
    type: "system",
    subtype: "init",
    uuid: randomUUID(),
    cwd: process.cwd(),
    model: "claude-opus-5",
    permissionMode: "default",
    tools: ["Read"],
    mcp_servers: [],
  });
  const [found, lead] = prompts.map(([pattern, run]) => [pattern.exec(prompt), run]).find(([match]) => match) ?? [];
  const end = found?.at(-1) ?? "done";
  await lead?.(found, notes);
  message(`end ${end}`, [{ type: "text", text: `The end: ${end}.` }]);
  saveTranscript();
  const file = process.env.TANDEM_BENCH_NOTES;
  if (file) fs.writeFileSync(file, JSON.stringify(notes));
  write({
    type: "result",
    subtype: "success",
    is_error: false,
    uuid: randomUUID(),
    duration_ms: 1,
    num_turns: 1,
    result: end,
    total_cost_usd: 0.1,
    usage: {},
  });
}

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const frame = JSON.parse(line);
  if (frame.type === "control_request")
    write({ type: "control_response", response: { subtype: "success", request_id: frame.request_id, response: {} } });
  if (frame.type !== "user") return;
  const { content } = frame.message;
  record(frame);
  await play(typeof content === "string" ? content : content.map((block) => block.text ?? "").join(""));
});
process.stdin.on("end", () => process.exit(0));
