import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { BackgroundTask } from "../../../../extension/shared/contract/tasks.ts";
import { prompt, signal, useParticipants } from "./participantSetup.ts";

const begin = useParticipants();

it("takes a checkpoint before a message, after a command, and at the turn's end", async () => {
  const { write, participant, call, taken, warnings } = begin();
  expect(participant.beforePrompt(prompt("p1"), signal)).toBeUndefined();
  expect(await call("PreToolUse", "Bash", { command: "make" })).toEqual({});
  write("a.txt", "by the command");
  await call("PostToolUse", "Bash", { command: "make" });
  await call("PreToolUse", "Edit", { file_path: "a.txt" });
  write("a.txt", "by an edit");
  await call("PostToolUse", "Edit", { file_path: "a.txt" });
  participant.turnEnded();
  const points = await taken();
  expect(points.map(([kind]) => kind)).toEqual(["message", "call", "turnEnd"]);
  expect(new Set(points.map(([, snapshot]) => snapshot)).size).toBe(3);
  expect(warnings).toEqual([]);
});

it("makes a call that can write wait for the checkpoint, and no other call", async () => {
  const { folder, write, participant, call, files } = begin();
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Read", { file_path: "a.txt" });
  await call("PreToolUse", "Bash", { command: "git status" });
  expect(await files.before("p1")).toBeUndefined();
  await call("PreToolUse", "Write", { file_path: "a.txt" });
  write("a.txt", "later");
  const before = await files.before("p1");
  expect(before && String(await files.read(before.id, path.join(folder, "a.txt")))).toBe("one");
});

it("takes one snapshot for a turn without a call that can write", async () => {
  const { write, participant, call, files, taken } = begin();
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Read", { file_path: "a.txt" });
  await taken();
  write("a.txt", "by the user, while the turn only reads");
  participant.turnEnded();
  participant.beforePrompt(prompt("p2"), signal);
  participant.turnEnded();
  const [first, end, second] = await taken();
  expect(end?.[1]).toBe(first?.[1]);
  expect(second?.[1]).not.toBe(first?.[1]);
  const before = await files.before("p1");
  expect(before && (await files.changedByOthers(before.id)).size).toBe(1);
});

it("continues when a checkpoint takes too long, and does not count it", async () => {
  const { place, folder, clock, notices, participant, call, files, taken } = begin();
  const store = path.join(place, "store", hashPath(folder));
  fs.mkdirSync(store, { recursive: true });
  // Another window holds the store.
  fs.writeFileSync(path.join(store, "lock"), JSON.stringify({ pid: process.ppid }));
  participant.beforePrompt(prompt("p1"), signal);
  const waiting = call("PreToolUse", "Write", { file_path: "a.txt" });
  await Promise.resolve();
  clock.advance(5_000);
  expect(await waiting).toEqual({});
  fs.rmSync(path.join(store, "lock"));
  expect((await taken())[0]).toEqual(["message", "timeout"]);
  expect((await files.before("p1"))?.folders).toEqual([{ folder, uncovered: "timeout" }]);
  expect(notices).toEqual([{ code: "notCovered", folder, reason: "timeout" }]);
});

it("waits once a message, not with each call, for a checkpoint that takes too long", async () => {
  const { place, folder, clock, participant, call, taken } = begin();
  const store = path.join(place, "store", hashPath(folder));
  fs.mkdirSync(store, { recursive: true });
  fs.writeFileSync(path.join(store, "lock"), JSON.stringify({ pid: process.ppid }));
  const edit = async (isAdvanced: boolean): Promise<unknown> => {
    const waiting = call("PreToolUse", "Bash", { command: "make" });
    await Promise.resolve();
    if (isAdvanced) clock.advance(5_000);
    return waiting;
  };
  participant.beforePrompt(prompt("p1"), signal);
  expect(await edit(true)).toEqual({});
  expect(await edit(false)).toEqual({});
  await call("PostToolUse", "Bash", { command: "make" });
  expect(await edit(false)).toEqual({});
  participant.turnEnded();
  participant.beforePrompt(prompt("p2"), signal);
  expect(await edit(true)).toEqual({});
  expect(await edit(false)).toEqual({});
  fs.rmSync(path.join(store, "lock"));
  expect((await taken()).map(([kind, reason]) => [kind, reason])).toEqual([
    ["message", "timeout"],
    ["call", "timeout"],
    ["turnEnd", "timeout"],
    ["message", "timeout"],
  ]);
});

it("reports once why a folder is not covered", async () => {
  const { folder, notices, participant, taken } = begin({ findGit: async () => undefined });
  for (const id of ["p1", "p2"]) {
    participant.beforePrompt(prompt(id), signal);
    participant.turnEnded();
  }
  await taken();
  expect(notices).toEqual([{ code: "notCovered", folder, reason: "noGit" }]);
});

it("takes no checkpoint after commands if these are excluded, and none if switched off", async () => {
  const without = begin({ includesShellChanges: false });
  without.participant.beforePrompt(prompt("p1"), signal);
  await without.call("PreToolUse", "Bash", { command: "make" });
  await without.call("PostToolUse", "Bash", { command: "make" });
  without.participant.turnEnded();
  expect((await without.taken()).map(([kind]) => kind)).toEqual(["message", "turnEnd"]);
  const off = begin({ isEnabled: false });
  off.participant.beforePrompt(prompt("p1"), signal);
  await off.call("PostToolUse", "Bash", { command: "make" });
  off.participant.turnEnded();
  expect(await off.taken()).toEqual([]);
});

it("knows that a turn ended while checkpoints were switched off", async () => {
  let isEnabled = true;
  const { folder, write, participant, call, files, taken } = begin({ isEnabled: () => isEnabled });
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Edit", { file_path: "a.txt" });
  isEnabled = false;
  participant.turnEnded();
  write("a.txt", "by the user after the turn");
  participant.beforePrompt(prompt("p2"), signal);
  isEnabled = true;
  await call("PreToolUse", "Bash", { command: "make" });
  write("b.txt", "by the second turn");
  await call("PostToolUse", "Bash", { command: "make" });
  await taken();
  participant.turnEnded();
  expect((await taken()).map(([kind]) => kind)).toEqual(["message", "call", "turnEnd"]);
  const before = (await files.before("p1")) ?? expect.fail();
  expect([...(await files.changedByOthers(before.id))]).toEqual([path.join(folder, "a.txt")]);
});

describe("counts what changes while nothing of claude runs as changes by others", () => {
  const byOthers = async ({
    folder,
    files,
  }: Pick<ReturnType<typeof begin>, "folder" | "files">): Promise<readonly string[]> => {
    const first = (await files.before("p1")) ?? expect.fail();
    return [...(await files.changedByOthers(first.id))].map((name) => path.relative(folder, name)).sort();
  };
  it("while a call waits, and between calls", async () => {
    const one = begin();
    const { folder, write, participant, call, taken } = one;
    participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Bash", { command: "make" });
    participant.callWaits("t1");
    write("a.txt", "by the user");
    write("mine.txt", "by the user");
    await participant.callAllowed("t1", signal);
    write("b.txt", "by the command");
    await call("PostToolUse", "Bash", { command: "make" });
    await taken();
    write("c.txt", "by the user between calls");
    const edit = { file_path: path.join(folder, "d.txt") };
    await call("PreToolUse", "Edit", edit, "t2");
    participant.callWaits("t2");
    write("e.txt", "by the user");
    await participant.callAllowed("t2", signal);
    write("d.txt", "by the edit");
    await call("PostToolUse", "Edit", edit, "t2");
    write("f.txt", "by the user");
    participant.turnEnded();
    await taken();
    expect(await byOthers(one)).toEqual(["a.txt", "c.txt", "e.txt", "f.txt", "mine.txt"]);
  });

  it("but not while another call runs, or a command in the background", async () => {
    const background: BackgroundTask[] = [];
    const one = begin({ background });
    const { write, participant, call, taken } = one;
    participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Bash", { command: "make" }, "t1");
    await call("PreToolUse", "Bash", { command: "make test" }, "t2");
    participant.callWaits("t2");
    write("a.txt", "by the first command");
    await participant.callAllowed("t2", signal);
    await call("PostToolUse", "Bash", { command: "make" }, "t1");
    background.push({ id: "b", kind: "command", text: "make watch" });
    await call("PostToolUse", "Bash", { command: "make test" }, "t2");
    await taken();
    write("b.txt", "by the command in the background");
    await call("PreToolUse", "Edit", { file_path: "c.txt" }, "t3");
    await call("PostToolUse", "Edit", { file_path: "c.txt" }, "t3");
    participant.turnEnded();
    await taken();
    expect(await byOthers(one)).toEqual([]);
  });

  it("and knows an edited file by the path that claude reports, also through a link", async () => {
    const one = begin();
    const { folder, write, participant, call, taken } = one;
    write("real/x.txt", "x");
    fs.symlinkSync("real", path.join(folder, "link"));
    participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Edit", { file_path: "link/x.txt" });
    write("real/x.txt", "by the edit");
    await call("PostToolUse", "Edit", { file_path: "link/x.txt" }, "t1", {
      tool_response: { filePath: path.join(folder, "link/x.txt") },
    });
    participant.turnEnded();
    await taken();
    expect(await byOthers(one)).toEqual([]);
  });

  it("also renames and deletions in the editor, with all files of a folder", async () => {
    const one = begin();
    const { folder, write, participant, call, files, taken } = one;
    write("old/x.txt", "x");
    participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Bash", { command: "make" });
    fs.renameSync(path.join(folder, "old"), path.join(folder, "new"));
    for (const name of ["old", "new"]) files.noteSave(path.join(folder, name));
    await call("PostToolUse", "Bash", { command: "make" });
    participant.turnEnded();
    await taken();
    expect(await byOthers(one)).toEqual(["new", "new/x.txt", "old", "old/x.txt"]);
  });

  it("and lists no file of the user's as changed by the command that waited", async () => {
    const { write, participant, call, files } = begin();
    const seen: string[] = [];
    files.onDidChange((taken) => taken && seen.push(taken.cause.kind));
    participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Bash", { command: "make" });
    participant.callWaits("t1");
    write("a.txt", "by the user");
    await participant.callAllowed("t1", signal);
    await call("PostToolUse", "Bash", { command: "make" });
    await files.take({ kind: "preview" });
    // Changes by a command are those since the checkpoint before its own.
    expect(seen).toEqual(["message", "moment", "call"]);
    expect((await files.list()).map(({ cause }) => cause.kind)).toEqual(["message", "call"]);
  });
});
