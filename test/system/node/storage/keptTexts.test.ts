import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KeptTexts } from "../../../../extension/node/storage/keptTexts.ts";

let parent: string;
beforeEach(() => {
  parent = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-texts-")), "texts");
});
afterEach(() => fs.rmSync(path.dirname(parent), { recursive: true }));

const folderOf = (pid: number, machine = os.hostname()) => path.join(parent, `${machine}.${pid}`);
const folder = () => folderOf(process.pid);
const long = (first: string) => `${first}${"ä line\r\n".repeat(1_000)}`;

it("keeps each long text once on disk, for the user alone, and returns it exactly", () => {
  const texts = new KeptTexts(parent);
  const all = [long("a"), long("\ufeff\ud800 b"), long("a")];
  const reads = all.map((text) => texts.keep(text));
  expect(reads.map((read) => read())).toEqual(all);
  expect(fs.readdirSync(folder())).toHaveLength(2);
  if (process.platform !== "win32") expect(fs.statSync(folder()).mode & 0o077).toBe(0);
  for (const name of fs.readdirSync(folder())) fs.writeFileSync(path.join(folder(), name), '"of another program"');
  expect(() => reads[0]?.()).toThrow("Another program changed");
  texts.dispose();
  expect(fs.existsSync(folder())).toBe(false);
  expect(() => reads[0]?.()).toThrow();
});

it("keeps short texts in memory, and all where the disk refuses them", () => {
  const texts = new KeptTexts(parent);
  expect(texts.keep("short")()).toBe("short");
  expect(fs.existsSync(parent)).toBe(false);
  fs.writeFileSync(parent, "");
  expect(texts.keep(long("a"))()).toBe(long("a"));
  texts.dispose();
});

it("removes what ended processes left, and nothing of running ones", () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  const others = [folderOf(process.ppid), folderOf(ended, "another-machine")];
  for (const each of [folderOf(ended), ...others]) fs.mkdirSync(each, { recursive: true });
  const texts = new KeptTexts(parent);
  texts.keep(long("a"));
  expect(fs.readdirSync(parent).sort()).toEqual([folder(), ...others].map((each) => path.basename(each)).sort());
  texts.dispose();
});
