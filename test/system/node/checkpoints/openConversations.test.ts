import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { OpenConversations } from "../../../../extension/node/checkpoints/points/openConversations.ts";
import { identifyProcess } from "../../../../extension/node/processes/runningProcess.ts";
import { openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const day = 24 * 60 * 60 * 1000;

function begin() {
  const one = makeWorkspace({ "a.txt": "one" });
  const folder = path.join(one.place, "open");
  const warnings: string[] = [];
  const deleted: string[] = [];
  const open = (run: string): OpenConversations =>
    new OpenConversations({
      folder,
      run,
      listDeleted: async () => deleted.map((sessionId) => ({ sessionId })),
      logger: { warn: (text) => void warnings.push(text) },
    });
  return { ...one, notes: folder, open, warnings, deleted };
}

it("knows open conversations and sessions of every running window, and deleted ones", async () => {
  const { open, notes, deleted, warnings } = begin();
  await open("one").note({ conversations: ["a"], sessions: [] });
  const second = open("two");
  await second.note({ conversations: ["b"], sessions: ["of b"] });
  deleted.push("gone");
  const isOpen = await open("three").read();
  const test = (conversation: string, session?: string): boolean =>
    isOpen({ conversation, ...(session === undefined ? {} : { session }) });
  expect([test("a"), test("b"), test("again", "of b"), test("x", "gone"), test("x", "other"), test("x")]).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  await second.note({ conversations: [], sessions: [] });
  expect((await open("three").read())({ conversation: "b", session: "of b" })).toBe(false);
  // The window of a process that is gone, and one whose process id another process has by now.
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const taken = { ...(await identifyProcess(process.pid)), startedAt: "another time" };
  for (const [name, host] of Object.entries({ dead: { pid: child.pid }, taken }))
    fs.writeFileSync(path.join(notes, `${name}.json`), JSON.stringify({ host, conversations: [name], sessions: [] }));
  fs.writeFileSync(path.join(notes, "broken.json"), "{");
  if (process.platform !== "win32") execFileSync("mkfifo", [path.join(notes, "pipe.json")]);
  const later = await open("three").read();
  expect(["dead", "taken"].map((conversation) => later({ conversation }))).toEqual([false, false]);
  expect(
    fs
      .readdirSync(notes)
      .filter((name) => name.endsWith(".json"))
      .sort(),
  ).toEqual(["one.json", "two.json"]);
  expect(warnings).toEqual([]);
});

it("warns when it cannot tell other windows, treats nothing as closed, and tells them later", async () => {
  const { open, notes, warnings } = begin();
  fs.writeFileSync(notes, "no folder");
  const one = open("one");
  const names = { conversations: ["a"], sessions: [] };
  await one.note(names);
  expect(warnings).toEqual([expect.stringContaining("could not note the open conversations")]);
  await expect(open("two").read()).rejects.toThrow();
  fs.rmSync(notes);
  await one.note(names);
  expect((await open("two").read())({ conversation: "a" })).toBe(true);
});

it.skipIf(process.platform === "win32")("treats nothing as closed where a note cannot be opened", async () => {
  const { open, notes } = begin();
  await open("one").note({ conversations: ["a"], sessions: [] });
  const file = path.join(notes, "one.json");
  fs.renameSync(file, `${file}.away`);
  fs.symlinkSync("one.json", file);
  await expect(open("two").read()).rejects.toThrow();
  fs.renameSync(`${file}.away`, file);
  expect((await open("two").read())({ conversation: "a" })).toBe(true);
});

it("removes no checkpoint of a conversation that is open in another window or restorable", async () => {
  const { place, folder, write, open, deleted } = begin();
  const mine = open("mine");
  const isFarLater = async () => ({ now: Date.now() + 90 * day, maxAgeMs: 30 * day, isOpen: await mine.read() });
  const window = openWindow(place, [folder], { retention: isFarLater });
  for (const [index, name] of ["original", "theirs", "deleted", "old"].entries()) {
    write("a.txt", `${index}`);
    const copyOf = name === "theirs" ? "session of original" : undefined;
    await window.open(name, folder, `session of ${name}`, copyOf).take({ kind: "manual", name });
  }
  await open("theirs").note({ conversations: [], sessions: ["session of theirs"] });
  deleted.push("session of deleted");
  await window.stores.cleanUpAll();
  const left = await Promise.all(
    ["original", "theirs", "deleted", "old"].map(async (name) => (await window.open(name).list()).length),
  );
  expect(left).toEqual([1, 1, 1, 0]);
});
