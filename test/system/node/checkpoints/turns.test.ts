import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { createRandom, fuzzRuns } from "../../../fuzz/runs.ts";
import { fingerprint } from "./fingerprint.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

it("leaves the user's whole repository unchanged over many random turns and rewinds", async () => {
  const one = makeWorkspace(
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at % 4}/f${at}.txt`, `text ${at}\n`])),
    true,
  );
  const { place, folder, write } = one;
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  userGit(folder, "gc", "-q");
  write("d0/f0.txt", "staged\n");
  write("loose.txt", "loose\n");
  userGit(folder, "add", "-A");
  userGit(folder, "stash", "-q");
  userGit(folder, "stash", "apply", "-q");
  const repository = fingerprint(path.join(folder, ".git"));
  const next = createRandom();
  const random = (below: number): number => Math.floor(next() * below);
  const window = openWindow(place, [folder]);
  const files = window.open();
  const points: { id: CheckpointId; tree: object }[] = [];
  for (let turn = 0; turn < fuzzRuns(20); turn++) {
    const prompt = `m${turn}`;
    const tree = readTree(folder);
    points.push({ id: (await files.take({ kind: "message", prompt })).id, tree });
    for (let edit = random(4); edit >= 0; edit--) {
      const name = `d${random(4)}/f${random(60)}.txt`;
      const kind = random(6);
      if (kind === 0) fs.rmSync(path.join(folder, name), { force: true });
      else if (kind === 1 && fs.existsSync(path.join(folder, name)))
        fs.chmodSync(path.join(folder, name), [0o644, 0o755, 0o600][random(3)] ?? 0o644);
      else if (kind === 2) fs.rmSync(path.join(folder, `d${random(4)}`), { recursive: true, force: true });
      // Often a content that the user's repository has, too.
      else write(name, random(2) === 0 ? `text ${random(40)}\n` : `new ${random(1e6)}\n`);
    }
    await files.take({ kind: "turnEnd", prompt });
    if (random(3) > 0) continue;
    const target = points[random(points.length)] ?? expect.fail();
    expect(await restoreAllFiles(files, target.id), `turn ${turn}`).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder), `turn ${turn}`).toEqual(target.tree);
  }
  await window.stores.cleanUpAll();
  expect(fingerprint(path.join(folder, ".git"))).toBe(repository);
}, 600_000);
