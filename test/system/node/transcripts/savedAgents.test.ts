import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TranscriptPages } from "../../../../extension/node/transcripts/transcriptPages.ts";
import { entry, prompt, reply } from "./savedEntries.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-agents-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(...lines: string[]): string {
  const file = path.join(root, "s.jsonl");
  fs.writeFileSync(file, lines.join("\n"));
  return file;
}

it("reads what a subagent did, where either version keeps it", async () => {
  const file = write(entry("1", null, prompt("first")));
  const said = [
    entry("a", null, { ...prompt("look"), isSidechain: true }),
    entry("b", "a", { ...reply("I looked."), isSidechain: true }),
  ].join("\n");
  fs.mkdirSync(path.join(root, "s", "subagents"), { recursive: true });
  fs.writeFileSync(path.join(root, "s", "subagents", "agent-new1.jsonl"), said);
  fs.writeFileSync(path.join(root, "agent-old1.jsonl"), said);
  const pages = new TranscriptPages(file);
  for (const agentId of ["new1", "old1"]) {
    const { frames = [] } = (await (await pages.openAgent({ toolId: "t", agentId }))?.read()) ?? {};
    expect(frames.map((frame) => ("uuid" in frame ? frame.uuid : ""))).toEqual(["a", "b"]);
  }
  for (const agentId of ["none", "../s", ""]) expect(await pages.openAgent({ toolId: "t", agentId })).toBeUndefined();
});

it("finds the steps of an interrupted subagent by its call, else by its task", async () => {
  const file = write(entry("1", null, prompt("first")));
  const folder = path.join(root, "s", "subagents");
  fs.mkdirSync(folder, { recursive: true });
  const keep = (place: string, id: string, task: string, call?: string, sessionId = "s"): void => {
    const first = { ...prompt(task), isSidechain: true, sessionId };
    fs.writeFileSync(path.join(place, `agent-${id}.jsonl`), entry(id, null, first));
    if (call) fs.writeFileSync(path.join(place, `agent-${id}.meta.json`), JSON.stringify({ toolUseId: call }));
  };
  keep(folder, "named", "look", "t1");
  keep(folder, "other", "look", "t2");
  keep(root, "old", "look there");
  keep(root, "foreign", "look there", undefined, "another");
  for (const id of ["twin1", "twin2"]) keep(root, id, "twice");
  const pages = new TranscriptPages(file);
  const found = async (toolId: string, task: string) => {
    const first = (await (await pages.openAgent({ toolId, task }))?.read())?.frames[0];
    return first && "uuid" in first ? first.uuid : undefined;
  };
  expect(await found("t1", "look")).toBe("named");
  expect(await found("t9", "look there")).toBe("old");
  expect(await found("t9", "twice")).toBeUndefined();
  expect(await found("t9", "look")).toBeUndefined();
  expect(await new TranscriptPages(path.join(root, "none.jsonl")).openAgent({ toolId: "t9" })).toBeUndefined();
});

it("matches no subagent by its task while another cannot be read", async () => {
  const file = write(entry("1", null, prompt("first")));
  const keep = (id: string, task: string): void => {
    fs.writeFileSync(path.join(root, `agent-${id}.jsonl`), entry(id, null, { ...prompt(task), isSidechain: true }));
  };
  keep("a", "look");
  const pages = new TranscriptPages(file);
  expect(await pages.openAgent({ toolId: "t9", task: "look" })).toBeDefined();
  const ring = (name: string): void => fs.symlinkSync(name, path.join(root, name));
  ring("agent-b.jsonl");
  await expect(pages.openAgent({ toolId: "t9", task: "look" })).rejects.toThrow(/ELOOP/);
  fs.rmSync(path.join(root, "agent-b.jsonl"));
  // The same of what names its call.
  keep("b", "look");
  fs.writeFileSync(path.join(root, "agent-b.meta.json"), JSON.stringify({ toolUseId: "t2" }));
  expect(await pages.openAgent({ toolId: "t9", task: "look" })).toBeDefined();
  fs.rmSync(path.join(root, "agent-b.meta.json"));
  ring("agent-b.meta.json");
  await expect(pages.openAgent({ toolId: "t9", task: "look" })).rejects.toThrow(/ELOOP/);
  fs.writeFileSync(path.join(root, "agent-a.meta.json"), JSON.stringify({ toolUseId: "t9" }));
  expect(await pages.openAgent({ toolId: "t9", task: "look" })).toBeDefined();
});

it("opens few files at once in search of a subagent, and none afterwards", async () => {
  const file = write(entry("1", null, prompt("first")));
  const count = 200;
  const place = (index: number, end: string): string =>
    path.join(root, `agent-${String(index).padStart(3, "0")}${end}`);
  for (let index = 0; index < count; index++)
    fs.writeFileSync(place(index, ".jsonl"), entry(`${index}`, null, { ...prompt("look"), isSidechain: true }));
  let [open, most, all] = [0, 0, 0];
  const counted = async <T>(begin: () => Promise<T>): Promise<T> => {
    all++;
    most = Math.max(most, ++open);
    return await begin().finally(() => open--);
  };
  const { open: openFile, readFile } = fs.promises;
  vi.spyOn(fs.promises, "open").mockImplementation((...args) => counted(() => openFile(...args)));
  vi.spyOn(fs.promises, "readFile").mockImplementation(((...args: Parameters<typeof readFile>) =>
    counted(() => readFile(...args))) as typeof readFile);
  const pages = new TranscriptPages(file);
  expect(await pages.openAgent({ toolId: "t9", task: "nothing of this" })).toBeUndefined();
  expect(most).toBeLessThanOrEqual(16);
  expect(all).toBe(count);
  // Two that were told the same are enough to know that nobody can tell.
  all = 0;
  expect(await pages.openAgent({ toolId: "t9", task: "look" })).toBeUndefined();
  expect(all).toBeLessThan(2 * count);
  all = 0;
  const first = (await fs.promises.readdir(root)).find((name) => name.startsWith("agent-")) ?? "";
  fs.writeFileSync(path.join(root, first.replace(".jsonl", ".meta.json")), JSON.stringify({ toolUseId: "t9" }));
  expect(await pages.openAgent({ toolId: "t9", task: "look" })).toBeDefined();
  expect(all).toBeLessThan(count);
});
