import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadBundle } from "../../extension/codeCache.ts";
import { describeStartError } from "../../extension/shared/text/startFailures.ts";

let root: string;
let bundle: string;
let cache: string;
const kept = (): string[] => fs.readdirSync(cache);
const keptFile = (): string => path.join(cache, kept()[0] ?? "none");
const write = (source: string): void => fs.writeFileSync(bundle, source);
const load = (): { readonly answer: () => number; readonly file: string } =>
  loadBundle<{ answer: () => number; file: string }>(bundle, cache).exports;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-code-"));
  bundle = path.join(root, "part.cjs");
  cache = path.join(root, "code");
  write(`exports.answer = () => 42; exports.file = require("./beside.cjs").name + __filename;`);
  fs.writeFileSync(path.join(root, "beside.cjs"), `exports.name = "beside ";`);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

it("runs a bundle as require does, before and after its code is kept", async () => {
  const { exports, save } = loadBundle<{ answer: () => number; file: string }>(bundle, cache);
  expect([exports.answer(), exports.file]).toEqual([42, `beside ${bundle}`]);
  await save();
  expect(kept()).toHaveLength(1);
  expect([load().answer(), load().file]).toEqual([42, `beside ${bundle}`]);
});

it("gives its exports to a bundle that requires it later", () => {
  write(`exports.answer = () => 42; exports.loadOther = () => require("./other.cjs").ofPart;`);
  fs.writeFileSync(path.join(root, "other.cjs"), `exports.ofPart = require("./part.cjs");`);
  const { exports } = loadBundle<{ loadOther: () => unknown }>(bundle, cache);
  expect(exports.loadOther()).toBe(exports);
});

it("writes kept code once only", async () => {
  await loadBundle(bundle, cache).save();
  const { ino } = fs.statSync(keptFile());
  await loadBundle(bundle, cache).save();
  expect(fs.statSync(keptFile()).ino).toBe(ino);
});

it("keeps the code of the newest bundle only", async () => {
  await loadBundle(bundle, cache).save();
  const [first] = kept();
  write("exports.answer = () => 43;");
  const { exports, save } = loadBundle<{ answer: () => number }>(bundle, cache);
  expect(exports.answer()).toBe(43);
  await save();
  expect(kept()).toHaveLength(1);
  expect(kept()).not.toContain(first);
});

it.each([
  ["damaged", (file: string) => fs.writeFileSync(file, fs.readFileSync(file).fill(7, 60, 90))],
  ["cut off", (file: string) => fs.truncateSync(file, 40)],
  ["empty", (file: string) => fs.truncateSync(file, 0)],
])("ignores kept code that is %s, and writes it again", async (_, damage) => {
  await loadBundle(bundle, cache).save();
  damage(keptFile());
  const { exports, save } = loadBundle<{ answer: () => number }>(bundle, cache);
  expect(exports.answer()).toBe(42);
  await save();
  const { ino } = fs.statSync(keptFile());
  await loadBundle(bundle, cache).save();
  expect(fs.statSync(keptFile()).ino).toBe(ino);
});

it("does without a folder that cannot be made", async () => {
  fs.writeFileSync(cache, "a file");
  await expect(loadBundle(bundle, cache).save()).resolves.toBeUndefined();
  expect(load().answer()).toBe(42);
});

it("tells about a missing part whoever asks for it, and loads it once back", () => {
  const told: string[] = [];
  write(`exports.answer = () => require("./part-of-it.cjs").answer();`);
  fs.writeFileSync(path.join(root, "shared.cjs"), "exports.answer = () => 1;");
  const { exports } = loadBundle<{ answer: () => number }>(bundle, cache, ({ message }) => told.push(message));
  const whole = `exports.answer = () => require("./shared.cjs").answer();`;
  const named = (name: string) => `A file of Tandem is missing: dist/${name}. Install Tandem again.`;
  expect(() => exports.answer()).toThrow(named("part-of-it.cjs"));
  // A part needs another one.
  fs.writeFileSync(path.join(root, "part-of-it.cjs"), `require("./gone.cjs"); ${whole}`);
  expect(() => exports.answer()).toThrow(named("gone.cjs"));
  // Node knows by now where the first one was.
  fs.rmSync(path.join(root, "part-of-it.cjs"));
  expect(() => exports.answer()).toThrow(`${path.basename(root)}/part-of-it.cjs`);
  expect(told).toHaveLength(3);
  fs.writeFileSync(path.join(root, "part-of-it.cjs"), whole);
  expect(exports.answer()).toBe(1);
  expect(told).toHaveLength(3);
});

it("throws what the bundle throws", () => {
  write(`throw new TypeError("broken");`);
  expect(() => load()).toThrow(new TypeError("broken"));
});

it.each([
  ["is missing", () => fs.rmSync(bundle), "A file of Tandem is missing: part.cjs. Install Tandem again."],
  [
    "is a folder",
    () => {
      fs.rmSync(bundle);
      fs.mkdirSync(bundle);
    },
    "A file of Tandem can't be read: part.cjs. Check its permissions, or install Tandem again.",
  ],
  [
    "is cut off",
    () => write("exports.answer = () => {"),
    "A file of Tandem is damaged: part.cjs. Install Tandem again.",
  ],
  ["throws", () => write("throw new Error('Its own words.')"), "Couldn't start Tandem: Its own words."],
])("names a bundle that %s", (_, damage, expected) => {
  damage();
  let told = "";
  try {
    load();
  } catch (error) {
    told = describeStartError(error, root);
  }
  expect(told).toBe(expected);
});
