import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { useChild } from "./childSetup.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const startChild = useChild();

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;

it("lets several windows take checkpoints of one folder and restore it, one at a time", async () => {
  const one = makeWorkspace(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`d${at % 3}/f${at}`, `one ${at}`])),
  );
  const { place, folder, write } = one;
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  const trees = [readTree(folder)];
  for (let at = 0; at < 30; at += 2) write(`d${at % 3}/f${at}`, `two ${at}`);
  fs.rmSync(path.join(folder, "d1"), { recursive: true });
  write("new/n", "n");
  const second = await files.take(manual);
  trees.push(readTree(folder));
  const actions = [
    ["take", ""],
    ["restore", first.id],
    ["restore", second.id],
    ["take", ""],
    ["restore", first.id],
  ];
  const outcomes = await Promise.all(
    actions.map(([action = "", target = ""]) => startChild(place, folder, action, target).outcome),
  );
  for (const [at, each] of outcomes.entries()) {
    // A plan that another window overtook is refused, and changes nothing.
    if (actions[at]?.[0] === "restore")
      expect(each?.outcome).toMatchObject({ kind: expect.stringMatching(/^(?:done|refused)$/) });
    else expect(each?.outcome).toMatchObject({ folders: [{ snapshot: expect.any(String) }] });
  }
  // Nobody can overtake the first one.
  expect(outcomes).toContainEqual(expect.objectContaining({ outcome: expect.objectContaining({ kind: "done" }) }));
  expect(trees).toContainEqual(readTree(folder));
  const points = await files.list();
  expect(points.filter(({ cause }) => cause.kind === "manual" && cause.name === "child")).toHaveLength(2);
  for (const [at, target] of [first, second].entries()) {
    expect(await restoreAllFiles(files, target.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(trees[at]);
  }
}, 120_000);
