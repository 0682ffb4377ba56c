import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findCut } from "../../../../extension/node/transcripts/cutPlaces.ts";
import { maxPromptLength } from "../../../../extension/node/transcripts/longPrompts.ts";
import { TranscriptPages } from "../../../../extension/node/transcripts/transcriptPages.ts";
import { readSummary } from "../../../../extension/node/transcripts/transcriptSummary.ts";
import { attachmentLimits } from "../../../../extension/shared/contract/composer/attachments.ts";
import { entry, prompt, reply } from "./savedEntries.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-transcript-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(...lines: string[]): string {
  const file = path.join(root, "s.jsonl");
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

/** Names of the frames of all pages, and how many pages there were. */
async function readAll(file: string, before?: string) {
  const pages = new TranscriptPages(file, { before });
  const names: string[][] = [];
  let damaged = 0;
  for (let hasOlder = true; hasOlder; ) {
    const page = await pages.read();
    names.unshift(page.frames.map((frame) => ("uuid" in frame ? String(frame.uuid) : "")));
    damaged += page.damaged;
    hasOlder = page.hasOlder;
  }
  return { names: names.flat(), pages: names.length, damaged };
}
const namesIn = async (file: string, before?: string) => (await readAll(file, before)).names;

it("follows the newest branch from its leaf, not the order of the file", async () => {
  const file = write(
    entry("1", null, prompt("first")),
    entry("2", "1", reply("one")),
    entry("3", "2", prompt("abandoned")),
    entry("4", "3", reply("gone")),
    entry("5", "2", prompt("instead")),
    entry("6", "5", reply("two")),
  );
  expect(await namesIn(file)).toEqual(["1", "2", "5", "6"]);
  expect(await findCut(file, "5")).toEqual({ kind: "entry", uuid: "2" });
  expect(await findCut(file, "1")).toEqual({ kind: "beginning" });
  for (const name of ["3", "nowhere"]) expect(await findCut(file, name)).toEqual({ kind: "unknown" });
});

it("finds no place to continue from before a compaction, which the pages still show", async () => {
  const boundary = {
    type: "system",
    subtype: "compact_boundary",
    logicalParentUuid: "4",
    content: "Conversation compacted",
  };
  const lines = [
    entry("1", null, prompt("first")),
    entry("2", "1", reply("one")),
    entry("3", "2", prompt("second")),
    entry("4", "3", reply("two")),
    entry("b", null, boundary),
    entry("5", "b", { ...prompt("summary"), isCompactSummary: true }),
    entry("6", "5", prompt("third")),
    '{"parentUuid":"6","type":"assistant","mess',
  ];
  const file = write(...lines);
  expect(await namesIn(file)).toContain("3");
  for (const name of ["1", "3"]) expect(await findCut(file, name)).toEqual({ kind: "compacted" });
  expect(await findCut(file, "6")).toEqual({ kind: "entry", uuid: "5" });
});

it("finds only places that claude follows where a parent is missing", async () => {
  const lines = [
    timed(0, "1", null, prompt("first")),
    timed(1, "2", "1", reply("one")),
    timed(60, "3", "2", prompt("second")),
  ];
  const cuts = async (...more: string[]) => {
    const file = write(...lines, ...more);
    return [await findCut(file, "3"), await findCut(file, "4")];
  };
  // An entry of the five seconds before stands in for the parent; of others claude knows nothing.
  const gap = timed(62, "4", "lost", prompt("third"));
  expect(await cuts(gap, timed(63, "5", "4", reply("two")))).toEqual([
    { kind: "entry", uuid: "2" },
    { kind: "entry", uuid: "3" },
  ]);
  expect(await cuts(timed(90, "4", "lost", prompt("third")), timed(91, "5", "4", reply("two")))).toEqual([
    { kind: "unknown" },
    { kind: "unknown" },
  ]);
});

it("reports the total cost of the last process, or that it is unknown", async () => {
  const cost = (usd: number) => JSON.stringify({ type: "cost-state", sessionId: "s", totalCostUSD: usd });
  const lines = [entry("1", null, prompt("first")), cost(0.5), entry("2", "1", reply("one")), cost(0.75)];
  const costOf = async (file: string, before?: string) => (await new TranscriptPages(file, { before }).read()).costUsd;
  expect(await costOf(write(...lines))).toBe(0.75);
  expect(await costOf(write(lines[0] ?? "", lines[2] ?? ""))).toBe(0);
  expect(await costOf(write(...lines), "2")).toBeUndefined();
});

it("reads past broken, cut and foreign lines, side chains and missing parents", async () => {
  const file = write(
    '{"type":"summary","summary":"x"}',
    "not json at all",
    entry("2", "missing", prompt("kept")),
    entry("s", "2", { ...reply("a subagent's"), isSidechain: true }),
    entry("m", "2", { ...prompt("bookkeeping"), isMeta: true }),
    entry("3", "m", reply("also kept")),
    '{"uuid":"4","parentUuid":"3","type":"assis',
  );
  expect(await namesIn(file)).toEqual(["2", "3"]);
});

it("reads past lines that are no entries, and entries of shapes that nobody knows", async () => {
  const odd = [
    "null",
    "[]",
    "7",
    '"text"',
    '{"uuid":null}',
    entry("2", "1", { type: "user", message: null }),
    entry("3", "2", { type: "assistant", message: { content: {} } }),
  ];
  const file = write(entry("1", null, prompt("first")), ...odd, entry("4", "3", reply("last")));
  expect(await namesIn(file)).toEqual(expect.arrayContaining(["1", "4"]));
});

it("loses nothing older with an entry that cannot be read", async () => {
  const file = write(
    entry("1", null, prompt("first")),
    entry("2", "1", reply("one")),
    '{"uuid":"3","parentUuid":"2", cut',
    entry("4", "3", reply("two")),
  );
  expect(await namesIn(file)).toEqual(["1", "2", "4"]);
});

it("includes simultaneous calls, each of which begins a branch", async () => {
  // As 2.0.77 to 2.1.329 write two calls of one message whose answers come in either order.
  const call = (id: string) => ({
    type: "assistant",
    message: { id: "m", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
  });
  const answer = (id: string) => ({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "" }] },
  });
  const start = [entry("p", null, prompt("both")), entry("c1", "p", call("t1")), entry("c2", "c1", call("t2"))];
  const first = write(
    ...start,
    entry("r2", "c2", answer("t2")),
    entry("r1", "c1", answer("t1")),
    entry("e", "r1", reply("done")),
  );
  expect(await namesIn(first)).toEqual(["p", "c1", "c2", "r2", "r1", "e"]);
  const second = write(
    ...start,
    entry("r1", "c1", answer("t1")),
    entry("r2", "c2", answer("t2")),
    entry("e", "r2", reply("done")),
  );
  expect((await namesIn(second)).toSorted()).toEqual(["c1", "c2", "e", "p", "r1", "r2"]);
});

it("reads the entries before a prompt", async () => {
  const file = write(
    entry("1", null, prompt("first")),
    entry("2", "1", reply("one")),
    entry("3", "2", prompt("second")),
    entry("4", "3", reply("two")),
  );
  expect(await namesIn(file, "3")).toEqual(["1", "2"]);
  expect(await namesIn(file, "1")).toEqual([]);
  expect(await namesIn(file, "nowhere")).toEqual(["1", "2", "3", "4"]);
});

it("reads a long transcript from its end, page by page, and each entry once", async () => {
  const long = "x".repeat(20_000);
  const turns = Array.from({ length: 100 }, (_, turn) => [
    entry(`p${turn}`, turn === 0 ? null : `r${turn - 1}`, prompt(`ask ${turn}`)),
    entry(`r${turn}`, `p${turn}`, reply(`${long}${turn}`)),
  ]);
  const file = write(...turns.flat());
  const { names, pages, damaged } = await readAll(file);
  expect(names).toEqual(turns.flatMap((_, turn) => [`p${turn}`, `r${turn}`]));
  expect([pages > 3, damaged]).toEqual([true, 0]);
  const first = await new TranscriptPages(file).read();
  expect(first.frames.length).toBeLessThan(100);
  expect(first.frames[0]).toMatchObject({ type: "user" });
});

it("ends a page within a very long turn, keeping calls with their results", async () => {
  const steps = Array.from({ length: 200 }, (_, step) => [
    entry(`c${step}`, step === 0 ? "p" : `a${step - 1}`, {
      type: "assistant",
      message: {
        id: `m${step}`,
        content: [{ type: "tool_use", id: `t${step}`, name: "Read", input: { file_path: "x".repeat(30_000) } }],
      },
    }),
    entry(`a${step}`, `c${step}`, {
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t${step}`, content: "" }] },
    }),
  ]);
  const file = write(entry("p", null, prompt("go")), ...steps.flat());
  const { names, pages } = await readAll(file);
  expect(names).toEqual(["p", ...steps.flatMap((_, step) => [`c${step}`, `a${step}`])]);
  expect(pages).toBeGreaterThan(1);
  expect((await new TranscriptPages(file).read()).frames[0]).toMatchObject({ type: "assistant" });
});

it("reports damaged lines, each once", async () => {
  const cut = write(entry("1", null, prompt("first")), '{"uuid":"2","parentUuid":"1","type":"assis');
  expect(await readAll(cut)).toMatchObject({ names: ["1"], damaged: 1 });
  const middle = "11111111-2222-4333-8444-555555555555";
  const parent = "21111111-2222-4333-8444-555555555555";
  const named = write(
    entry(parent, null, prompt("first")),
    `{"parentUuid":"${parent}","type":"assistant", broken "uuid":"${middle}"`,
    entry("3", middle, reply("after")),
  );
  expect(await readAll(named)).toMatchObject({ names: [parent, "3"], damaged: 1 });
});

it("skips a line that is longer than any screen shows, and continues before it", async () => {
  const [parent, huge] = ["21111111-2222-4333-8444-555555555555", "11111111-2222-4333-8444-555555555555"];
  const line = JSON.stringify({ parentUuid: parent, ...reply("y".repeat(9_000_000)), uuid: huge });
  const file = write(entry(parent, null, prompt("first")), line, entry("3", huge, reply("after")));
  expect(await readAll(file)).toMatchObject({ names: [parent, "3"], damaged: 1 });
});

it("reads a prompt with the largest attachments", async () => {
  expect(maxPromptLength).toBeGreaterThan((attachmentLimits.all * 4) / 3 + 1_000_000);
  const data = "A".repeat((attachmentLimits.all * 4) / 3);
  const content = [
    { type: "image", source: { type: "base64", media_type: "image/png", data } },
    { type: "text", text: "look" },
  ];
  const message = { type: "user", message: { role: "user", content } };
  const file = write(entry("1", null, prompt("first")), entry("2", "1", message), entry("3", "2", reply("seen")));
  expect(await readAll(file)).toMatchObject({ names: ["1", "2", "3"], damaged: 0 });
  const only = write(entry("1", null, message));
  expect(await readSummary(only)).toMatchObject({ title: "look", firstPrompt: "look" });
});

it.each(["tool_use_id", "type"])(
  "reads the result of a call with a long document, beginning with its %s",
  async (first) => {
    const fields = { tool_use_id: "t1", type: "tool_result", content: "Read it" };
    const block = { [first]: fields[first as "type"], ...fields };
    const message = { type: "user", message: { role: "user", content: [block] } };
    const result = { toolUseResult: { type: "pdf", file: { base64: "A".repeat(9_000_000) } } };
    const file = write(
      entry("1", null, prompt("first")),
      `${entry("2", "1", message).slice(0, -1)},${JSON.stringify(result).slice(1)}`,
      entry("3", "2", reply("seen")),
    );
    expect(await readAll(file)).toMatchObject({ names: ["1", "2", "3"], damaged: 0 });
  },
);

it.each([
  ["behind its text", "user", (blocks: readonly object[]) => ({ message: { role: "user", content: blocks } })],
  [
    "that was sent during a turn",
    "attachment",
    (prompt: readonly object[]) => ({ attachment: { type: "queued_command", prompt, commandMode: "prompt" } }),
  ],
])("reads a prompt with large attachments %s", async (_, type, wrap) => {
  const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "A".repeat(9_000_000) } };
  const message = { type, ...wrap([{ type: "text", text: "look" }, picture]) };
  const file = write(entry("1", null, prompt("first")), entry("2", "1", message), entry("3", "2", reply("seen")));
  expect(await readAll(file)).toMatchObject({ names: ["1", "2", "3"], damaged: 0 });
});

/** An entry of a second of the conversation. */
const timed = (second: number, name: string, parent: string | null, value: object) =>
  entry(name, parent, { ...value, timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString() });

it.each([["12342"], ["12343"], ["12344"], ["123412"], ["12341"], ["12341234"], ["2143"], ["21"]])(
  "shows every message of a transcript whose entries are in the order %s",
  async (order) => {
    const makeEntry = (name: string): string => {
      const number = Number(name);
      const value = number % 2 === 1 ? prompt(name) : reply(name);
      return timed(number, name, number === 1 ? null : String(number - 1), value);
    };
    const names = [...new Set(order)].sort();
    const read = await readAll(write(...[...order].map(makeEntry)));
    expect(read.names).toEqual(names);
  },
);

it("replaces a missing parent by the newest entry of the five seconds before, like claude", async () => {
  const start = [timed(0, "1", null, prompt("one")), timed(1, "2", "1", reply("two"))] as const;
  const left = [timed(20, "5", "2", prompt("left")), timed(21, "6", "5", reply("left"))];
  // Written later than the branch that a rewind left, but sent before it.
  expect(
    await namesIn(write(...start, ...left, timed(4, "3", "never", prompt("three")), timed(5, "4", "3", reply("four")))),
  ).toEqual(["1", "2", "3", "4"]);
  // The entry that stands in can also be after it in the file.
  const [first, second] = start;
  expect(
    await namesIn(write(first, timed(4, "3", "never", prompt("three")), second, timed(5, "4", "3", reply("four")))),
  ).toEqual(["1", "2", "3", "4"]);
  const none = await readAll(
    write(...start, timed(60, "3", "never", prompt("three")), timed(61, "4", "3", reply("four"))),
  );
  // Although claude ends there, the user still sees what came before.
  expect(none).toMatchObject({ names: ["1", "2", "3", "4"], damaged: 1 });
});

const part = (name: string) => ({ type: "assistant", message: { id: "m", content: [{ type: "text", text: name }] } });

it("reads a part of a reply once that is there twice", async () => {
  const [first, second, third] = ["a", "b", "c"].map((name, at) => entry(name, ["1", "a", "b"][at] ?? "", part(name)));
  const file = write(
    entry("1", null, prompt("one")),
    ...[first, second, third, second].map(String),
    entry("2", "c", prompt("two")),
  );
  expect(await namesIn(file)).toEqual(["1", "a", "b", "c", "2"]);
});

it("reads all parts of a reply of which one replaces a missing parent", async () => {
  const file = write(
    timed(0, "1", null, prompt("one")),
    timed(1, "2", "1", part("first")),
    timed(1, "3", "2", part("second")),
    timed(1, "4", "never", prompt("two")),
    timed(2, "5", "4", reply("three")),
  );
  expect(await namesIn(file)).toEqual(["1", "2", "3", "4", "5"]);
});

it("ends with parents that lead in a circle, or that are all missing", async () => {
  const circle = write(entry("1", "2", prompt("first")), entry("2", "1", reply("one")), entry("3", "3", reply("two")));
  expect(await namesIn(circle)).toEqual(["1", "2", "3"]);
  const orphans = Array.from({ length: 5_000 }, (_, index) => entry(`e${index}`, `missing${index}`, reply("x")));
  expect(await namesIn(write(...orphans))).toHaveLength(5_000);
});

it("accepts text as assistant content, byte-order marks, foreign line ends and every kind of name", async () => {
  const names = ["\u2028", "e\u0301", "\ud83d\ude80", "\ud800", "\u202e", "\0"];
  const lines = names.map((name, index) =>
    entry(`e${index}`, index === 0 ? null : `e${index - 1}`, prompt(`${name} ${index}`)),
  );
  const text = entry("last", `e${names.length - 1}`, {
    type: "assistant",
    message: { role: "assistant", id: "m", content: "as a text" },
  });
  const file = path.join(root, "s.jsonl");
  fs.writeFileSync(file, `\ufeff${[...lines, text].join("\r\n")}\r\n`);
  const page = await new TranscriptPages(file).read();
  expect(page.damaged).toBe(0);
  expect(page.frames).toHaveLength(names.length + 1);
  expect(page.frames.at(-1)).toMatchObject({ message: { content: [{ type: "text", text: "as a text" }] } });
});

it("stops where a file was cut shorter between two pages", async () => {
  const turns = Array.from({ length: 60 }, (_, turn) =>
    entry(`p${turn}`, turn === 0 ? null : `p${turn - 1}`, prompt("z".repeat(20_000))),
  );
  const file = write(...turns);
  const pages = new TranscriptPages(file);
  expect((await pages.read()).hasOlder).toBe(true);
  fs.truncateSync(file, 10);
  expect(await pages.read()).toMatchObject({ frames: [], hasOlder: false });
});
