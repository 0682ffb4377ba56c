import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { ignoresCase } from "../../../../extension/node/git/ignoresCase.ts";
import type { BackgroundTask } from "../../../../extension/shared/contract/tasks.ts";
import { prompt, signal, useParticipants } from "./participantSetup.ts";

const begin = useParticipants();

it("counts files of a slash command or skill as the turn's, from the state before", async () => {
  const { folder, write, participant, call, files, taken } = begin();
  await participant.beforePrompt(prompt("p1", "/deploy now"), signal);
  const first = (await files.before("p1")) ?? expect.fail();
  write("a.txt", "by the text of the command");
  participant.turnEnded();
  const kinds = await taken();
  expect(kinds.map(([kind]) => kind)).toEqual(["message", "turnEnd"]);
  expect(kinds[0]?.[1]).not.toBe(kinds[1]?.[1]);
  expect(await files.changedByOthers(first.id)).toEqual(new Set());
  participant.beforePrompt(prompt("p2"), signal);
  await call("PreToolUse", "Skill", { skill: "deploy" });
  write("b.txt", "by the skill");
  await call("PostToolUse", "Skill", { skill: "deploy" });
  await taken();
  const second = (await files.before("p2")) ?? expect.fail();
  expect(String(await files.read(second.id, path.join(folder, "b.txt")))).toBe("undefined");
  expect(await files.changedByOthers(second.id)).toEqual(new Set());
});

it.skipIf(ignoresCase(os.tmpdir()))("tells a file of the user from one of another case that a call wrote", async () => {
  const { folder, write, files, participant, call, taken } = begin();
  await participant.beforePrompt(prompt("p1", "/go"), signal);
  await call("PreToolUse", "Write", { file_path: path.join(folder, "Makefile") });
  await taken();
  write("Makefile", "by the model");
  write("makefile", "by the user");
  await call("PostToolUse", "Write", { file_path: path.join(folder, "Makefile") });
  participant.turnEnded();
  await taken();
  const first = (await files.before("p1")) ?? expect.fail();
  expect(await files.changedByOthers(first.id)).toEqual(new Set([path.join(folder, "makefile")]));
});

it("names deleted files that nothing of their kind replaces, and a recreated git folder", async () => {
  const { folder, write, files, participant, call, taken } = begin();
  write(".gitignore", "data/\nsecrets/\ndist/\n");
  for (let number = 0; number < 600; number++) write(`data/${number}.bin`, "");
  for (const name of ["data/production.sqlite", "secrets/key.pem", "dist/a-1.js", ".git/HEAD"])
    write(name, "only here");
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Bash", { command: "make" });
  for (const name of ["data/production.sqlite", "secrets/key.pem", "dist/a-1.js", ".git"])
    fs.rmSync(path.join(folder, name), { recursive: true });
  for (const name of ["secrets/readme", "dist/a-2.js", ".git/HEAD"]) write(name, "new");
  await call("PostToolUse", "Bash", { command: "make" });
  participant.turnEnded();
  await taken();
  const first = (await files.before("p1")) ?? expect.fail();
  const deleted = (await files.findDeleted(first.id))
    .filter(({ isReplaced }) => !isReplaced)
    .map((each) => path.relative(folder, each.path));
  expect(deleted.sort()).toEqual([".git", "data/production.sqlite", "secrets/key.pem"]);
});

it.each(["Look at it", "/review", "/home/me/x.ts is broken"])(
  "counts changes while a call waits as the user's, after the message %s",
  async (text) => {
    const { folder, write, files, participant, call, taken } = begin();
    await participant.beforePrompt(prompt("p1", text), signal);
    await call("PreToolUse", "WebFetch", { url: "https://a.example" });
    participant.callWaits("t1");
    // A person takes longer than a point.
    await taken();
    write("a.txt", "by the user");
    write("new.txt", "by the user");
    await participant.callAllowed("t1", signal);
    await call("PostToolUse", "WebFetch", { url: "https://a.example" });
    await call("PreToolUse", "Edit", { file_path: path.join(folder, "b.txt") }, "t2");
    write("b.txt", "by the model");
    await call("PostToolUse", "Edit", { file_path: path.join(folder, "b.txt") }, "t2");
    participant.turnEnded();
    await taken();
    const first = (await files.before("p1")) ?? expect.fail();
    expect(await files.changedByOthers(first.id)).toEqual(
      new Set([path.join(folder, "a.txt"), path.join(folder, "new.txt")]),
    );
  },
);

it("names the ignored files that a turn deleted, but not what a build replaced", async () => {
  const { folder, write, files, participant, call, taken, notices } = begin();
  write(".gitignore", ".env\ndist/\nnode_modules/\ncache/\nlogs/\n");
  for (const name of [".env", "dist/old.js", "cache/a/b.bin", ".git/HEAD", "deep/.env"]) write(name, "only here");
  for (const name of ["one.log", "two.log"]) write(`logs/${name}`, "only here");
  for (let number = 0; number < 600; number++) write(`node_modules/${number}.js`, "");
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Bash", { command: "git clean -fdx" });
  for (const name of [".env", "dist/old.js", "cache", ".git", "node_modules", "deep/.env", "logs"])
    fs.rmSync(path.join(folder, name), { recursive: true });
  write("dist/new.js", "by a build");
  write("a.txt", "changed");
  await call("PostToolUse", "Bash", { command: "git clean -fdx" });
  participant.turnEnded();
  await taken();
  await expect
    .poll(() => notices)
    .toEqual([{ code: "ignoredDeleted", files: expect.any(Array), further: 1, after: "turn" }]);
  // A rewind names them too, with their sizes; a checkpoint within the turn is measured by the start of the turn.
  const [first, second] = await files.list();
  if (!first || !second) return expect.fail();
  const deleted = await files.findDeleted(first.id);
  expect(deleted.map(({ path: file, size }) => [path.relative(folder, file), size]).sort()).toEqual([
    [".env", 9],
    [".git", undefined],
    ["cache", 9],
    ["deep/.env", 9],
    ["dist/old.js", 9],
    ["logs", 18],
    ["node_modules", undefined],
  ]);
  expect(await files.findDeleted(second.id)).toEqual(deleted);
});

it("says which files changed after a turn while a background command ran, and keeps them", async () => {
  const background: BackgroundTask[] = [];
  const { folder, write, files, participant, call, taken } = begin({ background });
  const at = (name: string): string => path.join(folder, name);
  participant.beforePrompt(prompt("p1"), signal);
  await call("PreToolUse", "Bash", { command: "watch &" });
  background.push({ id: "b1", kind: "command", text: "watch" });
  await call("PostToolUse", "Bash", { command: "watch &" });
  participant.turnEnded();
  await taken();
  write("by-command.txt", "later");
  const [first] = await files.list();
  if (!first) return expect.fail();
  expect([...(await files.changedInBackground(first.id))]).toEqual([at("by-command.txt")]);
  expect([...(await files.changedByOthers(first.id))]).toEqual([at("by-command.txt")]);
  await files.take({ kind: "manual", name: "" });
  background.pop();
  await files.take({ kind: "manual", name: "" });
  write("by-user.txt", "later still");
  expect([...(await files.changedInBackground(first.id))]).toEqual([at("by-command.txt")]);
  expect([...(await files.changedByOthers(first.id))].toSorted()).toEqual([at("by-command.txt"), at("by-user.txt")]);
});

it.each([
  ["many folders of packages", (number: number) => `p${Math.floor(number / 520)}/node_modules/${number}.js`],
  ["many built files", (number: number) => `src/${number}.o`],
])("names a deleted secret behind %s", async (_, toName) => {
  const { folder, write, files, participant } = begin();
  write(".gitignore", "node_modules/\n*.o\n.env\n");
  for (let number = 0; number < 6_000; number++) write(toName(number), "");
  for (let number = 0; number < 12; number++) write(`p${number}/index.js`, "");
  write("src/index.c", "");
  write("zeta/index.js", "");
  write("zeta/.env", "secret");
  await participant.beforePrompt(prompt("p1", "/go"), signal);
  const first = (await files.before("p1")) ?? expect.fail();
  fs.rmSync(path.join(folder, "zeta/.env"));
  fs.rmSync(path.join(folder, "p11/node_modules"), { recursive: true, force: true });
  const deleted = (await files.findDeleted(first.id)).map(({ path: file }) => path.relative(folder, file));
  expect(deleted).toContain("zeta/.env");
  expect(deleted.includes("p11/node_modules") || deleted.includes("p11/node_modules/")).toBe(toName(0).startsWith("p"));
});

it.each(["denied", "failed"] as const)(
  "counts changes after a command was %s without a hook as the user's",
  async (outcome) => {
    const { folder, write, files, participant, call, ended, taken } = begin();
    await participant.beforePrompt(prompt("p1"), signal);
    await call("PreToolUse", "Bash", { command: "rm -rf /" }, "t1");
    ended("t1", outcome);
    await taken();
    await call("PreToolUse", "Write", { file_path: path.join(folder, "b.txt") }, "t2");
    participant.callWaits("t2");
    await taken();
    write("a.txt", "by the user");
    await participant.callAllowed("t2", signal);
    write("b.txt", "by the model");
    await call("PostToolUse", "Write", { file_path: path.join(folder, "b.txt") }, "t2");
    participant.turnEnded();
    await taken();
    const first = (await files.before("p1")) ?? expect.fail();
    expect(await files.changedByOthers(first.id)).toEqual(new Set([path.join(folder, "a.txt")]));
  },
);

it.each([
  ["Bash", {}],
  ["Write", { file_path: "a.txt" }],
])("knows what a call of %s wrote where no hook may run", async (tool, input) => {
  const { folder, write, files, participant, ended, taken } = begin();
  await participant.beforePrompt(prompt("p1"), signal);
  await taken();
  write("a.txt", "by the model");
  ended("t1", "done", tool, { ...input, ...("file_path" in input ? { file_path: path.join(folder, "a.txt") } : {}) });
  await taken();
  participant.turnEnded();
  await taken();
  write("b.txt", "by the user");
  const first = (await files.before("p1")) ?? expect.fail();
  const last = (await files.list()).at(-1) ?? expect.fail();
  expect(String(await files.read(last.id, path.join(folder, "a.txt")))).toBe("by the model");
  expect(await files.changedByOthers(first.id)).toEqual(new Set([path.join(folder, "b.txt")]));
});
