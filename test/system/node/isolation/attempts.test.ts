// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { openActions } from "./actionsSetup.ts";
import { openIsolation, write } from "./setup.ts";

const makeWorkspace = useWorkspaces();

function begin() {
  const workspace = makeWorkspace({ "a.txt": "a\n" }, true);
  return { ...workspace, isolated: openIsolation(workspace.place, workspace.folder) };
}

it("sends one prompt to several conversations, each with its copy and model", async () => {
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

it("starts no attempt and leaves no copy if one fails or the user cancels", async () => {
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

/** Two attempts whose conversations are closed; the second one changed more. */
async function tryTwice() {
  const begun = begin();
  const { attempts } = await openActions(begun.isolated, begun.folder, { prompt: "try", models: ["", ""] });
  await attempts.start();
  const [one, two] = [...begun.isolated.list()].sort((first, other) => first.attempt!.number - other.attempt!.number);
  write(one!.folder, { "a.txt": "one\n" });
  write(two!.folder, { "a.txt": "two\nmore\n", "b.txt": "b\n" });
  return { ...begun, one: one!, two: two! };
}

it("compares attempts, applies one, and keeps the others unless the user discards them", async () => {
  const { folder, isolated } = await tryTwice();
  const { attempts, rows, told } = await openActions(isolated, folder, { attempt: 2, action: "apply" });
  await attempts.compare();
  expect(rows).toMatchObject([
    { state: "closed", files: 1, added: 1, removed: 1, costUsd: undefined },
    { state: "closed", files: 2, added: 3, removed: 1 },
  ]);
  expect(told).toEqual([{ kind: "applied", files: 2 }, { others: 1 }]);
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("two\nmore\n");
  expect(isolated.list().map(({ discardedAt }) => discardedAt)).toEqual([undefined, undefined]);
});

it("discards the other attempts after one question for all and one for each", async () => {
  const { folder, isolated, one, two } = await tryTwice();
  const { attempts, told } = await openActions(isolated, folder, { attempt: 2, action: "apply", discardOthers: true });
  await attempts.compare();
  expect(told).toEqual([
    { kind: "applied", files: 2 },
    { others: 1 },
    { discard: ["a.txt"], commits: undefined },
    "discarded",
  ]);
  expect(Object.fromEntries(isolated.list().map(({ id, discardedAt }) => [id, discardedAt !== undefined]))).toEqual({
    [one.id]: true,
    [two.id]: false,
  });
});

it("shows cost and state of attempts with open conversations, and says when there are none", async () => {
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
