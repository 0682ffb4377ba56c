import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyTranscriptFrames } from "../../../../extension/core/conversation/transcript/transcriptFrames.ts";
import { ConversationStore } from "../../../../extension/core/conversation/view/conversationStore.ts";
import { findCut } from "../../../../extension/node/transcripts/cutPlaces.ts";
import { TranscriptPages } from "../../../../extension/node/transcripts/transcriptPages.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";

let root: string;
let file: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-saved-"));
  file = path.join(root, "s.jsonl");
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (second: number) => `2026-11-22T20:00:0${second}.000Z`;
const time = (second: number) => Date.parse(at(second));

/** A chain of entries, one a second. */
function write(...entries: object[]): void {
  const lines = entries.map((entry, index) => ({
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    timestamp: at(index),
    ...entry,
  }));
  fs.writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
}
const prompt = (content: unknown) => ({ type: "user", message: { role: "user", content } });
const assistant = (...content: object[]) => ({ type: "assistant", message: { id: "m", content } });
const call = (name: string, input: object) => assistant({ type: "tool_use", id: name, name, input });
const answered = (id: string, toolUseResult: unknown) => ({
  ...prompt([{ type: "tool_result", tool_use_id: id, content: "ok" }]),
  toolUseResult,
});

/** The items that a reopened conversation shows. */
async function items() {
  const store = new ConversationStore(createEmptyState("/w"));
  applyTranscriptFrames(store, (await new TranscriptPages(file).read()).frames, silentLogger);
  return store.timeline.items();
}

it("reports times of messages, and durations of calls that never wait for the user", async () => {
  write(
    prompt("go"),
    assistant({ type: "text", text: "Well." }),
    call("Read", { file_path: "a" }),
    answered("Read", {}),
    call("Bash", { command: "ls" }),
    answered("Bash", { stdout: "ok" }),
    prompt("more"),
  );
  expect(await items()).toMatchObject([
    { kind: "prompt", at: time(0) },
    { kind: "text", at: time(1) },
    { kind: "tool", startedAt: time(2), elapsedMs: 1000 },
    expect.not.objectContaining({ elapsedMs: expect.anything() }),
    { kind: "prompt", at: time(6) },
  ]);
});

it("shows commands and what they answered, in each form (2.0.77 to 2.1.329)", async () => {
  const output = "<local-command-stdout>Total: $1</local-command-stdout>";
  write(
    { ...prompt("<local-command-caveat>Caveat</local-command-caveat>"), isMeta: true },
    prompt(
      "<command-name>/cost</command-name>\n<command-message>cost</command-message>\n<command-args></command-args>",
    ),
    prompt(output),
    prompt("<command-name>/usage</command-name>"),
    { type: "system", subtype: "local_command", content: output, level: "info", isMeta: false },
    prompt(
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>",
    ),
    { ...prompt([{ type: "text", text: "Review src now." }]), isMeta: true },
  );
  expect(await items()).toMatchObject([
    { kind: "prompt", id: "u1", text: "/cost", isLocal: true },
    { kind: "text", text: "Total: $1", isStreaming: false, at: time(2) },
    { kind: "prompt", text: "/usage", isLocal: true },
    { kind: "text", text: "Total: $1" },
    { kind: "prompt", id: "u5", text: "/review src", at: time(5) },
  ]);
});

it("shows a prompt that was sent during a turn, and nothing that nobody wrote", async () => {
  const queued = (attachment: object) => ({
    type: "attachment",
    attachment: { type: "queued_command", prompt: "stop that", ...attachment },
  });
  write(
    prompt("go"),
    queued({ source_uuid: "sent", commandMode: "prompt", prompt: [{ type: "text", text: "also this" }] }),
    queued({ commandMode: "task-notification" }),
    queued({ isMeta: true }),
    queued({}),
    { type: "attachment", attachment: { type: "date" } },
  );
  expect(await items()).toMatchObject([
    { id: "u0", text: "go" },
    { id: "sent", text: "also this", at: time(1) },
    { id: "u4", text: "stop that" },
  ]);
  expect(await findCut(file, "sent")).toEqual({ kind: "entry", uuid: "u0" });
});

it("says which mentioned files were sent with a prompt, as 2.1.329 saves it", async () => {
  const kept = (attachment: object) => ({ type: "attachment", attachment });
  const text = 'see @src/a.ts#L1-5 @src/a.ts @docs/ @gone.ts @"~/my notes.txt" @/w/big.log @b.ts @./long.ts';
  write(
    prompt(text),
    kept({
      type: "file",
      filename: "/w/src/a.ts",
      content: { type: "text", file: { content: "x" } },
      displayPath: "src/a.ts",
    }),
    kept({ type: "directory", path: "/w/docs", content: "b.md", displayPath: "docs" }),
    kept({ type: "file", filename: "/home/u/my notes.txt", content: {}, displayPath: "../home/u/my notes.txt" }),
    kept({
      type: "at_mention_reference",
      mentions: ["/w/big.log"],
      unread: "too_large",
      fileSize: 300_000,
      displayPath: "big.log",
    }),
    kept({ type: "file", filename: "/w/src/b.ts", displayPath: "src/b.ts" }),
    kept({ type: "file", filename: "/w/long.ts", displayPath: "long.ts", truncated: true }),
    kept({ type: "file", filename: "/w/other.ts" }),
    kept({ type: "file" }),
    assistant({ type: "text", text: "Well." }),
    kept({ type: "file", filename: "/w/b.ts" }),
  );
  const [first] = await items();
  expect(first).toMatchObject({
    text,
    mentioned: [
      { path: "src/a.ts#L1-5", kind: "file" },
      { path: "src/a.ts", kind: "file" },
      { path: "docs/", kind: "folder" },
      { path: "~/my notes.txt", kind: "file" },
      { path: "/w/big.log", kind: "largeFile" },
      { path: "./long.ts", kind: "longFile" },
    ],
  });
});

it("reports compactions and turn durations, whose saved fields have other names", async () => {
  write(
    {
      type: "system",
      subtype: "compact_boundary",
      compactMetadata: { trigger: "auto", preTokens: 1240, postTokens: 300 },
    },
    { type: "system", subtype: "compact_boundary", compact_metadata: { trigger: "manual", pre_tokens: 7 } },
    { type: "system", subtype: "turn_duration", durationMs: 42_000 },
    { type: "system", subtype: "memory_saved", writtenPaths: ["/w/CLAUDE.md"] },
    { type: "system", subtype: "init", session_id: "other" },
  );
  expect(await items()).toMatchObject([
    { kind: "notice", notice: { code: "compacted", before: 1240, after: 300, isAutomatic: true } },
    { kind: "notice", notice: { code: "compacted", before: 7 } },
    { kind: "turn", outcome: "done", durationMs: 42_000 },
    { kind: "notice", notice: { code: "memorySaved", paths: ["/w/CLAUDE.md"] } },
  ]);
});

it("reports the work of an agent that a turn waited for", async () => {
  const totals = { status: "completed", agentId: "a1", totalDurationMs: 168, totalTokens: 1240, totalToolUseCount: 3 };
  write(call("Task", { description: "Look" }), answered("Task", totals));
  expect(await items()).toMatchObject([
    { tool: "Agent", threadSize: 3, agent: { taskId: "a1", tokens: 1240 }, elapsedMs: 1000 },
  ]);
});

describe("the rows of turns", () => {
  const said = (text: string, id: string, output: number, type = "text") => ({
    type: "assistant",
    message: {
      id,
      content: [{ type, [type]: text }],
      usage: { input_tokens: 100, cache_read_input_tokens: 20, output_tokens: output },
    },
  });
  const rows = async () =>
    (await items()).map((item) => (item.kind === "turn" ? item : "text" in item ? item.text : item.kind));

  const used = (input: number, output: number, cacheRead: number, steps: number) => ({
    models: [{ model: "", input, output, cacheRead, cacheWrite: 0 }],
    steps,
    isSaved: true,
  });

  it("tell what each took, and count a message once whose entries repeat its tokens", async () => {
    write(
      prompt("go"),
      said("Hm.", "m1", 5, "thinking"),
      said("One.", "m1", 30),
      said("Two.", "m2", 7),
      prompt("more"),
      said("Three.", "m3", 1),
    );
    expect(await rows()).toEqual([
      "go",
      "Hm.",
      "One.",
      "Two.",
      {
        kind: "turn",
        id: "turn:m2:0",
        outcome: "done",
        durationMs: 3000,
        tokens: { input: 240, output: 37 },
        usage: used(200, 37, 40, 2),
      },
      "more",
      "Three.",
      {
        kind: "turn",
        id: "turn:m3:0",
        outcome: "done",
        durationMs: 1000,
        tokens: { input: 120, output: 1 },
        usage: used(100, 1, 20, 1),
      },
    ]);
  });

  it("are none where nothing answered, no model was asked, or a turn was interrupted", async () => {
    write(
      prompt("go"),
      prompt("<command-name>/cost</command-name>"),
      prompt("<local-command-stdout>$1</local-command-stdout>"),
      prompt("more"),
      call("Bash", {}),
    );
    expect(await rows()).toEqual(["go", "/cost", "$1", "more", "tool"]);
  });

  it("come before a requested compaction, and after one in the middle of a turn", async () => {
    const compacted = {
      type: "system",
      subtype: "compact_boundary",
      compactMetadata: { trigger: "auto", preTokens: 9 },
    };
    write(prompt("go"), call("Bash", {}), answered("Bash", "ok"), compacted, said("Done.", "m2", 3), compacted);
    expect(await rows()).toMatchObject(["go", "tool", "notice", "Done.", { durationMs: 4000 }, "notice"]);
  });

  it("say that the user stopped it, or that it failed", async () => {
    write(
      prompt("go"),
      call("Bash", {}),
      prompt([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
      prompt("on"),
      {
        ...said("API Error: 400", "m", 0),
        isApiErrorMessage: true,
      },
    );
    expect((await items()).filter(({ kind }) => kind === "turn")).toMatchObject([
      { outcome: "stopped" },
      { outcome: "failed" },
    ]);
  });

  it("come after messages sent during the turn, and before replies to a task's end", async () => {
    const queued = {
      type: "attachment",
      attachment: { type: "queued_command", commandMode: "prompt", prompt: "also this" },
    };
    write(
      prompt("go"),
      call("Bash", {}),
      answered("Bash", "ok"),
      queued,
      said("Done.", "m2", 3),
      prompt(notification("b1")),
      said("It ended.", "m3", 4),
    );
    expect(await rows()).toMatchObject([
      "go",
      "tool",
      "also this",
      "Done.",
      { durationMs: 4000 },
      "It ended.",
      { durationMs: 1000, tokens: { output: 4 } },
    ]);
  });
});

const notification = (task: string, call = "", status = "completed") =>
  `<task-notification>\n<task-id>${task}</task-id>\n<tool-use-id>${call}</tool-use-id>\n<status>${status}</status>\n<summary>Ended</summary>\n</task-notification>`;

describe("background work beside the turns", () => {
  const begun = { ...answered("Bash", { backgroundTaskId: "b1" }), version: "2.1.329" };
  const tool = async () => (await items()).find(({ kind }) => kind === "tool");

  it("has ended with its program where nothing reports its end", async () => {
    write(prompt("go"), call("Bash", { command: "npm run watch" }), begun);
    expect(await tool()).toMatchObject({ state: "stopped", isBackground: true });
  });

  it.each([
    ["completed", "done"],
    ["failed", "failed"],
    ["killed", "stopped"],
  ])("is %s as claude told the model", async (status, state) => {
    const queued = {
      type: "attachment",
      attachment: {
        type: "queued_command",
        commandMode: "task-notification",
        prompt: notification("b1", "Bash", status),
      },
    };
    write(prompt("go"), call("Bash", { command: "npm run watch" }), begun, queued);
    expect(await items()).toMatchObject([
      {},
      { state, isBackground: true },
      { kind: "notice", notice: { code: "taskEnded", state } },
    ]);
  });
});

it("shows what was refused, by whom, and with which words", async () => {
  const refused = (id: string, content: string, source: string) => ({
    ...prompt([{ type: "tool_result", tool_use_id: id, is_error: true, content }]),
    permissionDecision: { decision: "reject", source, reasonType: "rule" },
  });
  write(
    prompt("go"),
    call("Write", {}),
    refused("Write", "Call it b.txt", "user_reject"),
    call("Bash", {}),
    refused("Bash", "Denied by a rule", "config"),
  );
  expect(await items()).toMatchObject([
    {},
    { state: "denied", decided: { code: "deniedWith", text: "Call it b.txt" } },
    { state: "denied", decided: { code: "byRule", text: "Denied by a rule" } },
  ]);
});
