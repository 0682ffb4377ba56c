import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PinnedSessions } from "../../../../extension/core/conversations/list/pinnedSessions.ts";
import type { TellUnread, UnreadFile } from "../../../../extension/core/conversations/ports.ts";
import { FileLocks } from "../../../../extension/node/storage/fileLocks.ts";
import { SharedFile } from "../../../../extension/node/storage/sharedFile.ts";
import { createAccessMemory } from "../../../../extension/vscode/api/accessMemory.ts";
import { TrustMemory } from "../../../../extension/vscode/settings/trustMemory.ts";

let root: string;
let file: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-shared-"));
  file = path.join(root, "shared.json");
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** The file as a window has it. */
const openWindow = (tellUnread: TellUnread = () => {}) =>
  new SharedFile(file, {
    locks: new FileLocks(path.join(root, "locks")),
    backups: path.join(root, "backups"),
    tellUnread,
  });
const readNames = (value: unknown) => (value as { readonly names?: readonly string[] } | undefined)?.names ?? [];
const withName = (name: string) => (now: unknown) => ({ names: [...readNames(now), name] });

it("loses no change of two windows that change it at once, however often", async () => {
  const [one, other] = [openWindow(), openWindow()];
  expect(one.read()).toBeUndefined();
  const names = Array.from({ length: 20 }, (_, at) => String(at));
  await Promise.all(names.map((name, at) => (at % 2 === 0 ? one : other).change(withName(name))));
  expect([...readNames(one.read())].sort()).toEqual([...names].sort());
  expect(other.read()).toEqual(one.read());
});

it("shows a change of another window at once", async () => {
  const [one, other] = [openWindow(), openWindow()];
  await one.change(() => ({ names: ["a"] }));
  expect(readNames(other.read())).toEqual(["a"]);
  await other.change(() => ({ names: ["b"] }));
  expect(readNames(one.read())).toEqual(["b"]);
});

it("has the pins of all windows, and none in a damaged file", async () => {
  const [one, other] = [openWindow(), openWindow()].map((value) => new PinnedSessions(value)) as [
    PinnedSessions,
    PinnedSessions,
  ];
  await Promise.all([one.set(["s1", "s2"], true), other.set(["s3"], true)]);
  await one.set(["s1", "s3"], false);
  expect([...other.list()]).toEqual(["s2"]);
  fs.writeFileSync(file, '{"pinned": {"s2": true}}');
  expect([...other.list()]).toEqual([]);
});

it("leaves the file where there is nothing to change, and sets a damaged one aside", async () => {
  const told: UnreadFile[] = [];
  const window = openWindow((unread) => told.push(unread));
  await window.change(() => undefined);
  expect(fs.existsSync(file)).toBe(false);
  fs.writeFileSync(file, "{ damaged");
  expect(window.read()).toBeUndefined();
  await window.change(withName("a"));
  expect(readNames(window.read())).toEqual(["a"]);
  expect(told).toEqual([{ file, why: "damaged" }]);
  const kept = fs.readdirSync(root).find((name) => name.endsWith(".damaged")) ?? "";
  expect(fs.readFileSync(path.join(root, kept), "utf8")).toBe("{ damaged");
});

it("reads a file with a byte order mark, and keeps the bytes of damaged ones", async () => {
  fs.writeFileSync(file, '\ufeff{"names":["a"]}');
  const window = openWindow();
  expect(readNames(window.read())).toEqual(["a"]);
  await window.change(withName("b"));
  expect(readNames(openWindow().read())).toEqual(["a", "b"]);
  const bytes = Buffer.from('\ufeff{"names":["a"]}', "utf16le");
  fs.writeFileSync(file, bytes);
  await window.change(withName("c"));
  expect(readNames(window.read())).toEqual(["c"]);
  const kept = fs.readdirSync(root).find((name) => name.endsWith(".damaged")) ?? "";
  expect(fs.readFileSync(path.join(root, kept)).equals(bytes)).toBe(true);
});

it.each<[string, () => void]>([
  ["that is a folder", () => fs.mkdirSync(file)],
  ["that is longer than any of Tandem", () => fs.writeFileSync(file, `{"names":["${"x".repeat(5_000_000)}"]}`)],
])("leaves an entry as it is %s, and keeps its own value beside it", async (_, write) => {
  write();
  const before = fs.statSync(file);
  const told: UnreadFile[] = [];
  const window = openWindow((unread) => told.push(unread));
  expect(window.read()).toBeUndefined();
  await window.change(withName("own"));
  expect([readNames(window.read()), readNames(openWindow().read())]).toEqual([["own"], ["own"]]);
  const after = fs.statSync(file);
  expect([after.ino, after.size]).toEqual([before.ino, before.size]);
  expect(told.map(({ why }) => why)).toEqual(["unreadable"]);
});

it("leaves a newer version's file unchanged, and keeps its own value beside it", async () => {
  const newer = '{"version":2,"names":["later"]}';
  fs.writeFileSync(file, newer);
  const told: UnreadFile[] = [];
  const window = openWindow((unread) => told.push(unread));
  expect(window.read()).toBeUndefined();
  await window.change(withName("a"));
  expect([readNames(window.read()), readNames(openWindow().read())]).toEqual([["a"], ["a"]]);
  expect([fs.readFileSync(file, "utf8"), told]).toEqual([newer, [{ file, why: "newer" }]]);
});

it("reads decisions about repositories and extensions of any shape", async () => {
  const shapes = [
    undefined,
    1,
    [],
    { known: 1, allowed: {}, sessions: [] },
    { known: ["a", 1], allowed: ["x.y", 2], sessions: { "x.y": [{ sessionId: 1 }] } },
  ];
  for (const shape of shapes) {
    fs.writeFileSync(file, JSON.stringify(shape) ?? "");
    const [trust, access] = [new TrustMemory(openWindow()), createAccessMemory(openWindow())];
    const isLast = shape === shapes.at(-1);
    expect(trust.read()).toEqual({ known: isLast ? ["a"] : [], off: [], without: [] });
    expect([access.read(), access.sessions("x.y"), access.sessions("constructor")]).toEqual([
      isLast ? ["x.y"] : [],
      [],
      [],
    ]);
  }
  const access = createAccessMemory(openWindow());
  await access.changeSessions("x.y", () => [{ sessionId: "s", folder: "/w" }]);
  await access.change((ids) => [...ids, "z.z"]);
  expect([access.read(), access.sessions("x.y")]).toEqual([["x.y", "z.z"], [{ sessionId: "s", folder: "/w" }]]);
});
