// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { makeWorkspace, userGit } from "../checkpoints/setup.ts";
import { openActions } from "./actionsSetup.ts";
import { makeRepository, openIsolation, readShared, write } from "./setup.ts";

const made: { remove: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of made.splice(0)) await each.remove();
});

function begin() {
  const workspace = makeWorkspace({ "a.txt": "a\n" }, true);
  made.push(workspace);
  return { ...workspace, isolated: openIsolation(workspace.place, workspace.folder) };
}

it("sends one prompt to several conversations, each in a copy of its own and with its model, and empties the composer", async () => {
  const { folder, isolated } = begin();
  const { attempts, conversations, starts } = await openActions(isolated, folder, { models: ["", "opus"] });
  const composer = conversations.current!;
  composer.draft = "try\nthis";
  await attempts.start();
  const copies = [...isolated.list()].sort((one, other) => one.attempt!.number - other.attempt!.number);
  await expect.poll(() => starts.length).toBe(3);
  expect(copies.map(({ attempt }) => attempt)).toMatchObject([
    { number: 1, count: 2, model: "", prompt: "try\nthis" },
    { number: 2, count: 2, model: "opus", prompt: "try\nthis" },
  ]);
  expect(new Set(copies.map(({ attempt }) => attempt?.group)).size).toBe(1);
  const byFolder = Object.fromEntries(starts.map((start) => [start.folder, start.choices]));
  expect(byFolder[copies[0]!.folder]).toEqual({ permissionMode: "acceptEdits" });
  expect(byFolder[copies[1]!.folder]).toEqual({ permissionMode: "acceptEdits", model: "opus" });
  expect(composer.draft).toBe("");
  expect(conversations.all.filter(({ isBlank }) => !isBlank)).toHaveLength(2);
});

it("starts no attempt and leaves no copy if one of them could not be made, or the user cancels", async () => {
  const { place, folder } = begin();
  let number = 0;
  const isolated = openIsolation(place, folder, { maxBytes: () => (++number < 3 ? 1_000_000 : 1) });
  const failing = await openActions(isolated, folder, { prompt: "try", models: ["", "", ""] });
  await failing.attempts.start();
  expect(failing.told).toEqual([["copy", "overBudget"]]);
  const cancelled = await openActions(isolated, folder, { prompt: "try" });
  await cancelled.attempts.start();
  expect(isolated.list()).toEqual([]);
  expect(fs.readdirSync(path.join(place, "isolated"))).toEqual([]);
  expect([failing.starts.length, cancelled.starts.length]).toEqual([1, 1]);
});

it("compares attempts, applies one, and discards the others only after a question for all and one for each", async () => {
  const { folder, isolated } = begin();
  const first = await openActions(isolated, folder, { prompt: "try", models: ["", "", ""] });
  await first.attempts.start();
  const copies = [...isolated.list()].sort((one, other) => one.attempt!.number - other.attempt!.number);
  write(copies[0]!.folder, { "a.txt": "one\n" });
  write(copies[1]!.folder, { "a.txt": "two\nmore\n", "b.txt": "b\n" });
  const kept = await openActions(isolated, folder, { attempt: 2, action: "apply" });
  await kept.attempts.compare();
  expect(kept.rows).toMatchObject([
    { state: "closed", files: 1, added: 1, removed: 1, costUsd: undefined },
    { state: "closed", files: 2, added: 3, removed: 1 },
    { state: "closed", files: 0, added: 0, removed: 0 },
  ]);
  expect(kept.told).toEqual([{ kind: "applied", files: 2 }, { others: 2 }]);
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("two\nmore\n");
  expect(isolated.list().some(({ discardedAt }) => discardedAt !== undefined)).toBe(false);
  // The others conflict with what was applied, which the question names.
  write(copies[2]!.folder, { "c.txt": "c\n" });
  const discarded = await openActions(isolated, folder, { attempt: 3, action: "apply", discardOthers: true });
  await discarded.attempts.compare();
  expect(discarded.told.slice(1)).toEqual([
    { others: 2 },
    { discard: ["a.txt"], commits: undefined },
    "discarded",
    { discard: [], commits: undefined },
    "discarded",
  ]);
  expect(
    isolated
      .list()
      .filter(({ discardedAt }) => discardedAt === undefined)
      .map(({ id }) => id),
  ).toEqual([copies[2]!.id]);
});

it("shows cost and state of attempts whose conversations are open, and says when there are none", async () => {
  const { folder, isolated } = begin();
  const actions = await openActions(isolated, folder, { prompt: "try", models: ["", ""] });
  await actions.attempts.compare();
  expect(actions.told).toEqual(["noAttempts"]);
  await actions.attempts.start();
  await expect.poll(() => actions.starts.length).toBe(3);
  await actions.attempts.compare();
  expect(actions.rows).toMatchObject([
    { state: "working", costUsd: 0, durationMs: 0 },
    { state: "working", costUsd: 0, durationMs: 0 },
  ]);
});

it.each([
  ["runs the set-up command only after it was shown", { setUp: "run" }, true, []],
  ["runs nothing if the user starts without it", { setUp: "skip" }, false, []],
  ["runs nothing if the user cancels", {}, false, []],
  ["tells the exit code of a command that fails, and starts all the same", { setUp: "run", exitCode: 3 }, true, [{ exitCode: 3 }]],
] as const)("%s", async (_name, answers, runs, more) => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, told, starts } = await openActions(isolated, folder, { ...answers, setUpCommand: "npm ci" });
  await worktrees.start();
  const [tree] = isolated.list();
  expect(told).toEqual([{ shown: "npm ci" }, ...(runs ? [{ ran: "npm ci", in: tree?.folder }] : []), ...more]);
  expect(starts.at(-1)?.folder).toBe(tree?.folder);
  expect(tree?.worktree?.branch).toBe("suggested");
});

it("merges the branch if it has commits, and counts what is not committed", async () => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, told } = await openActions(isolated, folder);
  await worktrees.start();
  const tree = isolated.list()[0]!;
  await worktrees.merge(tree);
  write(tree.folder, { "dir/b.txt": "B\n" });
  userGit(tree.folder, "commit", "-qm", "work", "dir/b.txt");
  write(tree.folder, { "rest.txt": "rest\n" });
  await worktrees.merge(tree);
  // The editor's merge is not run here, so both changes are missing.
  expect(told).toEqual(["nothing", { merge: "suggested", into: folder }, { kind: "merged", rest: 2 }]);
  userGit(tree.folder, "checkout", "-q", "--detach");
  userGit(folder, "branch", "-D", "suggested");
  await worktrees.merge(tree);
  expect(told.at(-1)).toBe("gone");
});

it("names the commits of a worktree in the question, and discards nothing if the user cancels", async () => {
  const { folder, isolated } = begin();
  makeRepository(folder);
  const { worktrees, isolation, told } = await openActions(isolated, folder, { confirmDiscard: false });
  await worktrees.start();
  const tree = isolated.list()[0]!;
  write(tree.folder, { "dir/b.txt": "B\n" });
  userGit(tree.folder, "commit", "-qm", "work", "dir/b.txt");
  const before = readShared(folder);
  await isolation.discard(tree.id);
  expect(told).toEqual([{ discard: ["dir/b.txt"], commits: 1 }]);
  expect(readShared(folder)).toEqual(before);
  expect(fs.existsSync(tree.folder)).toBe(true);
});
