// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { WorktreeUpdateNote } from "../../../../extension/core/conversations/worktreeUpdateNote.ts";
import { describeForModel, describeUpdate } from "../../../../extension/node/isolation/describeFolder.ts";
import type { ConversationState } from "../../../../extension/shared/contract/conversationState.ts";
import { settled } from "../../../unit/core/protocol/setup.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { openActions } from "./actionsSetup.ts";
import { listEffects, makeRepository, makeWorktree, openIsolation, readShared, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

/** A worktree whose changes are committed, with a base that has one more commit since. */
async function begin(own: Readonly<Record<string, string>> = { "dir/b.txt": "own\n" }) {
  const workspace = makeWorkspace();
  const { place, folder } = workspace;
  makeRepository(folder);
  const isolation = openIsolation(place, folder);
  const tree = await makeWorktree(isolation, folder, { hasUncommitted: false });
  write(tree.folder, own);
  userGit(tree.folder, "add", ".");
  userGit(tree.folder, "commit", "-qm", "own work");
  write(folder, { "a.txt": "base\n" });
  userGit(folder, "commit", "-qm", "base work", "a.txt");
  return { ...workspace, isolation, tree };
}

it("merges the base into the branch of a worktree, and changes nothing else", async () => {
  const { folder, isolation, tree } = await begin();
  const mark = path.join(folder, ".git", "hook-ran");
  fs.writeFileSync(path.join(folder, ".git", "hooks", "post-merge"), `#!/bin/sh\ntouch "${mark}"\n`, { mode: 0o755 });
  const [before, { branches: _branches, ...shared }] = [readTree(folder), readShared(folder)];
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "updated", commits: 1 });
  expect(fs.readFileSync(path.join(tree.folder, "a.txt"), "utf8")).toBe("base\n");
  expect(fs.readFileSync(path.join(tree.folder, "dir/b.txt"), "utf8")).toBe("own\n");
  expect(userGit(tree.folder, "status", "--porcelain")).toBe("");
  expect(userGit(tree.folder, "log", "-1", "--format=%s")).toBe("Merge branch 'main' into own\n");
  expect(readTree(folder)).toEqual(before);
  expect(readShared(folder)).toMatchObject(shared);
  expect(fs.existsSync(mark)).toBe(false);
  // The merged files are no changes of the conversation.
  expect(await listEffects(isolation, tree.id)).toEqual({ "dir/b.txt": "clean" });
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "current" });
});

it("tells claude of an update with the next message only, and in new conversations", async () => {
  const { folder, isolation, tree } = await begin();
  const readUpdate = (at: string): string | undefined => {
    const worktree = isolation.find(at)?.worktree;
    return worktree && describeUpdate(worktree);
  };
  const note = new WorktreeUpdateNote(readUpdate, { state: () => ({ folder: tree.folder }) as ConversationState });
  const ask = (): unknown =>
    note.hooks.map(({ event, callback }) => [
      event,
      callback({ hook_event_name: event }, { toolUseId: undefined, signal: AbortSignal.timeout(1_000) }),
    ]);
  expect(ask()).toEqual([["UserPromptSubmit", {}]]);
  const update = async (): Promise<string> => {
    await isolation.updateWorktree(tree.id);
    return `the user merged the commits of the branch "main" up to ${userGit(folder, "rev-parse", "main").slice(0, 12)} into the worktree.`;
  };
  const first = await update();
  const told = {
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: expect.stringContaining(first) },
  };
  expect([ask(), ask()]).toEqual([[["UserPromptSubmit", told]], [["UserPromptSubmit", {}]]]);
  expect(isolation.list().map(describeForModel)).toEqual([expect.stringContaining(first)]);
  write(folder, { "c.txt": "more\n" });
  userGit(folder, "add", "c.txt");
  userGit(folder, "commit", "-qm", "more");
  const second = await update();
  expect(JSON.stringify(ask())).toContain(JSON.stringify(second).slice(1, -1));
  const elsewhere = new WorktreeUpdateNote(readUpdate, { state: () => ({ folder }) as ConversationState });
  expect(elsewhere.hooks).toEqual([]);
});

it.each<[string, (folder: string) => void, object]>([
  [
    "a changed file",
    (folder) => write(folder, { "dir/b.txt": "more\n" }),
    { kind: "uncommitted", paths: ["dir/b.txt"] },
  ],
  [
    "a new file",
    (folder) => write(folder, { "new file.txt": "new\n" }),
    { kind: "uncommitted", paths: ["new file.txt"] },
  ],
  ["another branch", (folder) => userGit(folder, "checkout", "-qb", "other"), { kind: "otherBranch" }],
])("changes nothing in a worktree with %s", async (_name, prepare, outcome) => {
  const { isolation, tree } = await begin();
  prepare(tree.folder);
  const [before, head] = [readTree(tree.folder), userGit(tree.folder, "rev-parse", "HEAD")];
  expect(await isolation.updateWorktree(tree.id)).toEqual(outcome);
  expect([readTree(tree.folder), userGit(tree.folder, "rev-parse", "HEAD")]).toEqual([before, head]);
});

it("names the files in conflict, and rolls the merge back", async () => {
  const { isolation, tree } = await begin({ "a.txt": "own\n" });
  const [before, head] = [readTree(tree.folder), userGit(tree.folder, "rev-parse", "HEAD")];
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "conflicts", paths: ["a.txt"] });
  expect([readTree(tree.folder), userGit(tree.folder, "rev-parse", "HEAD")]).toEqual([before, head]);
  expect(userGit(tree.folder, "status", "--porcelain")).toBe("");
});

it("replaces no ignored file by one that the base has", async () => {
  const { folder, isolation, tree } = await begin();
  write(folder, { "env.local": "of the base\n" });
  userGit(folder, "add", "-f", "env.local");
  userGit(folder, "commit", "-qm", "no longer ignored");
  write(tree.folder, { "env.local": "mine\n" });
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "uncommitted", paths: ["env.local"] });
  expect(fs.readFileSync(path.join(tree.folder, "env.local"), "utf8")).toBe("mine\n");
});

it("leaves a merge that the conversation began, and names a base that is gone", async () => {
  const { folder, isolation, tree } = await begin({ "a.txt": "own\n" });
  expect(() => userGit(tree.folder, "merge", "-q", "main")).toThrow();
  const merging = readTree(tree.folder);
  expect(await isolation.updateWorktree(tree.id)).toMatchObject({ kind: "uncommitted" });
  expect(readTree(tree.folder)).toEqual(merging);
  userGit(tree.folder, "merge", "--abort");
  userGit(folder, "branch", "-m", "main", "renamed");
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "gone" });
});

it("acts on the recorded repository, not on a conversation's own .git in its worktree", async () => {
  const { place, isolation, tree } = await begin();
  const other = path.join(place, "other");
  fs.mkdirSync(other);
  makeRepository(other);
  const before = [readTree(other), readShared(other)];
  fs.writeFileSync(path.join(tree.folder, ".git"), `gitdir: ${path.join(other, ".git")}\n`);
  expect(await isolation.updateWorktree(tree.id)).toEqual({ kind: "updated", commits: 1 });
  expect([readTree(other), readShared(other)]).toEqual(before);
});

it("offers the update in the list, and runs nothing in an untrusted workspace", async () => {
  const { folder, isolation } = await begin();
  const refused = await openActions(isolation, folder, { manage: "update", isTrusted: false });
  await refused.isolation.manage();
  expect(refused.told).toEqual([["worktree", "untrusted"]]);
  const { isolation: actions, told, conversations, clis } = await openActions(isolation, folder, { manage: "update" });
  await actions.reopen(isolation.list()[0]!);
  conversations.current!.conversation.submit("work");
  await settled();
  await actions.manage();
  expect(told.splice(0)).toEqual(["stillWorking"]);
  clis.at(-1)!.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  await actions.manage();
  expect(told).toEqual([{ kind: "updated", commits: 1 }]);
});
