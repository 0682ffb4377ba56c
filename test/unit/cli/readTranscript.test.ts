import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { entryBefore, readTranscript } from "../../../extension/cli/readTranscript.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-transcript-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const entry = (uuid: string, parentUuid: string | null, extra: object) => JSON.stringify({ uuid, parentUuid, sessionId: "s", ...extra });
const prompt = (text: string) => ({ type: "user", message: { role: "user", content: text } });
const reply = (text: string) => ({ type: "assistant", message: { id: `m-${text}`, content: [{ type: "text", text }] } });

function write(...lines: string[]): string {
  const file = path.join(root, "s.jsonl");
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

it("follows the newest branch from its leaf, not the order of the file", async () => {
  const file = write(
    entry("1", null, prompt("first")),
    entry("2", "1", reply("one")),
    entry("3", "2", prompt("abandoned")),
    entry("4", "3", reply("gone")),
    entry("5", "2", prompt("instead")),
    entry("6", "5", reply("two")),
  );
  expect((await readTranscript(file))?.map((frame) => ("uuid" in frame ? frame.uuid : ""))).toEqual(["1", "2", "5", "6"]);
  expect(await entryBefore(file, "5")).toBe("2");
  expect(await entryBefore(file, "1")).toBeNull();
  expect(await entryBefore(file, "nowhere")).toBeUndefined();
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
  expect((await readTranscript(file))?.map((frame) => ("uuid" in frame ? frame.uuid : ""))).toEqual(["2", "3"]);
});

it("tells a missing file from an empty one", async () => {
  expect(await readTranscript(path.join(root, "none.jsonl"))).toBeUndefined();
  expect(await readTranscript(write(""))).toEqual([]);
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
  expect((await readTranscript(file))?.map((frame) => ("uuid" in frame ? frame.uuid : ""))).toEqual(expect.arrayContaining(["1", "4"]));
});

it("loses nothing older with an entry that cannot be read", async () => {
  const file = write(entry("1", null, prompt("first")), entry("2", "1", reply("one")), '{"uuid":"3","parentUuid":"2", cut', entry("4", "3", reply("two")));
  expect((await readTranscript(file))?.map((frame) => ("uuid" in frame ? frame.uuid : ""))).toEqual(["1", "2", "4"]);
});
