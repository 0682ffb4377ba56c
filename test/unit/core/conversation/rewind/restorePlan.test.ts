import { expect, it } from "vitest";
import { getUncoveredReason, isCovering } from "../../../../../extension/core/conversation/ports/fileHistory.ts";
import {
  getSteps,
  keepTaken,
  planRestore,
  withFileChoices,
} from "../../../../../extension/core/conversation/rewind/restorePlan.ts";
import type { Checkpoint, CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";

const target: Checkpoint = {
  id: "c1" as CheckpointId,
  at: 0,
  cause: { kind: "message", prompt: "p" },
  folders: [
    { folder: "/w", snapshot: "s" },
    { folder: "/home", uncovered: "homeOrRoot" },
  ],
};
const now: Checkpoint = { ...target, id: "now" as CheckpointId, cause: { kind: "preview" } };
const difference = (path: string, kind: "added" | "removed" | "changed") =>
  ({ path, folder: "/w", kind, lines: { added: 3, removed: 1 } }) as const;
const comparison = {
  differences: [
    difference("/w/new", "added"),
    difference("/w/gone", "removed"),
    difference("/w/edited", "changed"),
    difference("/w/mine", "changed"),
  ],
  uncovered: [{ path: "/w/big", reason: "tooLarge" as const }],
};
const plan = planRestore({ target, now, comparison, byOthers: new Set(["/w/mine"]) });

it("reverses what the conversation did, and keeps what others changed", () => {
  expect(plan.files.map(({ path, effect, choice }) => [path, effect, choice])).toEqual([
    ["/w/new", "delete", "restore"],
    ["/w/gone", "create", "restore"],
    ["/w/edited", "change", "restore"],
    ["/w/mine", "change", "keep"],
  ]);
  expect(plan.files[0]?.lines).toEqual({ added: 1, removed: 3 });
  expect(plan.uncovered).toEqual([
    { path: "/home", reason: "homeOrRoot" },
    { path: "/w/big", reason: "tooLarge" },
  ]);
});

it("names each uncovered or later added folder once", () => {
  const folders = [
    { folder: "/w", uncovered: "noSpace" as const },
    { folder: "/home", uncovered: "homeOrRoot" as const },
    { folder: "/added", snapshot: "s2" },
  ];
  expect(
    planRestore({
      target,
      now: { ...now, folders },
      comparison: { differences: [], uncovered: [] },
      byOthers: new Set(),
    }).uncovered,
  ).toEqual([
    { path: "/home", reason: "homeOrRoot" },
    { path: "/w", reason: "noSpace" },
    { path: "/added", reason: "notIncluded" },
  ]);
});

it("counts the folders that a restore creates again", () => {
  expect(planRestore({ target, now, comparison: { ...comparison, folders: 2 }, byOthers: new Set() }).folders).toBe(2);
});

it("recognizes a file that only moved", () => {
  const differences = [{ ...difference("/w/to", "added"), movedFrom: "/w/from" }, difference("/w/from", "removed")];
  expect(
    planRestore({ target, now, comparison: { differences, uncovered: [] }, byOthers: new Set() }).files,
  ).toMatchObject([
    { path: "/w/to", effect: "delete" },
    { path: "/w/from", effect: "create", movedFrom: "/w/to" },
  ]);
});

it("names files that calls wrote and no checkpoint covers, once", () => {
  const named = ["/elsewhere/x", "/w/big", "/w/edited"].map((path) => ({ path, reason: "outside" as const }));
  expect(planRestore({ target, now, comparison, byOthers: new Set(), named }).uncovered).toEqual([
    ...plan.uncovered,
    { path: "/elsewhere/x", reason: "outside" },
  ]);
});

it("restores selected files, and a merged one only with its text", () => {
  const content = new Uint8Array([1]);
  const chosen = withFileChoices(
    plan,
    new Map([
      ["/w/mine", "merge" as const],
      ["/w/gone", "keep" as const],
    ]),
  );
  expect(getSteps(chosen).map(({ path }) => path)).toEqual(["/w/new", "/w/edited"]);
  expect(getSteps(chosen, new Map([["/w/mine", content]]))).toContainEqual({ path: "/w/mine", kind: "write", content });
  expect(
    getSteps(withFileChoices(plan, new Map([["/w/mine", "keep" as const]])), new Map([["/w/mine", content]])).map(
      ({ path }) => path,
    ),
  ).not.toContain("/w/mine");
});

it("leaves out files whose place kept ones have, and where their content was moved", () => {
  const difference = (path: string, kind: "added" | "removed", movedFrom?: string) => ({
    ...{ path, folder: "/w", kind },
    ...(movedFrom === undefined ? {} : { movedFrom }),
  });
  const { files, uncovered } = planRestore({
    target,
    now,
    comparison: {
      differences: [
        ...["/w/x", "/w/d/y", "/w/from", "/w/free"].map((path) => difference(path, "removed")),
        ...["/w/x/mine", "/w/d", "/w/from/mine", "/w/freed"].map((path) => difference(path, "added")),
        difference("/w/to", "added", "/w/from"),
      ],
      uncovered: [],
    },
    byOthers: new Set(["/w/x/mine", "/w/d", "/w/from/mine"]),
  });
  const { plan: possible, taken } = keepTaken({ files, uncovered });
  expect(taken).toEqual(["/w/x", "/w/d/y", "/w/from"]);
  expect(getSteps(possible).map(({ path }) => path)).toEqual(["/w/free", "/w/freed"]);
});

it("recognizes a checkpoint that covers nothing, and its reason", () => {
  expect(isCovering(target)).toBe(true);
  expect(getUncoveredReason(target)).toBeUndefined();
  const none: Checkpoint = { ...target, folders: [{ folder: "/w", uncovered: "noGit" }] };
  expect(isCovering(none)).toBe(false);
  expect(getUncoveredReason(none)).toBe("noGit");
});
