import { expect, it } from "vitest";
import { UncoveredTexts } from "../../../../../extension/core/conversation/files/uncoveredTexts.ts";

function begin(covered: readonly string[]) {
  const kept: string[] = [];
  const disk = new Map([
    ["/w/covered.txt", "covered"],
    ["/w/other.txt", "other"],
  ]);
  const texts = new UncoveredTexts({
    files: { readDisk: async (path) => (disk.has(path) ? { text: disk.get(path) ?? "", isUtf16: false } : undefined) },
    texts: {
      keep: (text) => {
        kept.push(text);
        return () => text;
      },
    },
  });
  const end = (ids?: readonly string[]) =>
    texts.endCalls(async (paths) => new Set(paths.filter((path) => covered.includes(path))), ids);
  return { texts, kept, disk, end };
}

it("keeps the text of a file after its call only if no checkpoint has it", async () => {
  const { texts, kept, end } = begin(["/w/covered.txt"]);
  await texts.look("t1", "/w/covered.txt");
  await texts.look("t2", "/w/other.txt");
  expect([texts.get("t1")?.before?.text, texts.get("t2")?.before?.text, kept]).toEqual(["covered", "other", []]);
  expect([texts.isPending(["t1"]), texts.isPending(["t3"])]).toEqual([true, false]);
  await end(["t1"]);
  expect([texts.get("t1"), texts.first("/w/covered.txt"), texts.isPending(["t1", "t2"])]).toEqual([
    undefined,
    undefined,
    true,
  ]);
  await end();
  expect([texts.get("t2")?.before?.text, texts.first("/w/other.txt")?.before?.text, kept]).toEqual([
    "other",
    "other",
    ["other"],
  ]);
});

it("reads a file once in a turn, and notes one that does not exist", async () => {
  const { texts, disk, end } = begin([]);
  await texts.look("t1", "/w/other.txt");
  disk.set("/w/other.txt", "changed");
  await texts.look("t2", "/w/other.txt");
  await texts.look("t3", "/w/new.txt");
  await end();
  texts.endTurn();
  await texts.look("t4", "/w/other.txt");
  expect([texts.get("t2"), texts.get("t3"), texts.get("t4")?.before?.text]).toMatchObject([
    undefined,
    { path: "/w/new.txt", before: undefined },
    "changed",
  ]);
  expect(texts.first("/w/other.txt")?.before?.text).toBe("other");
  texts.truncate();
  expect(texts.first("/w/other.txt")).toBeUndefined();
});
