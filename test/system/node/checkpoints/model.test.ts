import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { getRewindEvents, getRewindSteps } from "../../../../extension/core/conversation/rewind/rewindLog.ts";
import { findUndoPoint } from "../../../../extension/core/conversation/rewind/rewindMemory.ts";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { useChild } from "./childSetup.ts";
import { readTree } from "./readTree.ts";
import { makeWorkspace, openWindow, restoreAllFiles, userGit } from "./setup.ts";

const name = fc.constantFrom(
  "a",
  "b",
  "dir/a",
  "dir/b",
  "dir/deep/a",
  "a/inner",
  "Ärger ümlaut",
  'quote"d',
  "with space",
  "-dash",
  "new\nline",
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      name,
      text: fc.constantFrom("", "one", "two\r\n", "\0bin", "one"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("folder" as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("link" as const),
      name,
      to: fc.constantFrom("a", "nowhere", "dir", "/etc"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("executable" as const), name }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("permissions" as const),
      name: fc.constantFrom("dir", "a", "dir/deep"),
      mode: fc.constantFrom(0o700, 0o555, 0o755),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("take" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      names: fc.array(name, { maxLength: 3 }),
      text: fc.constantFrom("one" as const, "two\r\n" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("restore" as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redo" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("killed" as const),
      which: fc.nat(9),
      at: fc.integer({ min: 5, max: 150 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("commit" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes a folder; a step that the disk refuses is left out. */
function change(folder: string, one: Step): void {
  const at = (part: string): string => path.join(folder, part);
  try {
    if (one.kind === "permissions" && fs.lstatSync(at(one.name)).isDirectory()) fs.chmodSync(at(one.name), one.mode);
    else if ("name" in one && one.kind !== "remove" && one.kind !== "permissions")
      fs.mkdirSync(path.dirname(at(one.name)), { recursive: true });
    if (one.kind === "write") fs.writeFileSync(at(one.name), one.text);
    else if (one.kind === "remove") fs.rmSync(at(one.name), { recursive: true, force: true });
    else if (one.kind === "move") fs.renameSync(at(one.name), at(one.to));
    else if (one.kind === "folder") fs.mkdirSync(at(one.name), { recursive: true });
    else if (one.kind === "link") fs.symlinkSync(one.to, at(one.name));
    else if (one.kind === "executable" && fs.lstatSync(at(one.name)).isFile()) fs.chmodSync(at(one.name), 0o755);
    else if (one.kind === "commit" && fs.existsSync(at(".git"))) {
      userGit(folder, "add", "-A");
      userGit(folder, "commit", "-qm", "more", "--allow-empty");
    }
  } catch {
    // Such as a file below a file.
  }
}

const startChild = useChild();

it("restores a folder's state at every checkpoint, back and forward", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.boolean(), async (steps, hasRepository) => {
      const { place, folder, remove } = makeWorkspace({ a: "one", "dir/a": "two" }, true);
      try {
        if (hasRepository) userGit(folder, "init", "-q");
        let files = openWindow(place, [folder]).open();
        const points: { id: CheckpointId; tree: object }[] = [];
        const take = async () =>
          points.push({ id: (await files.take({ kind: "manual", name: "" })).id, tree: readTree(folder) });
        /** The states to which undos and redos lead. */
        const undos: object[] = [];
        let redos: object[] = [];
        const restore = async (id: CheckpointId, tree: object): Promise<void> => {
          expect(await restoreAllFiles(files, id)).toMatchObject({ kind: "done", different: [] });
          expect(readTree(folder)).toEqual(tree);
        };
        let turns = 0;
        await take();
        for (const one of steps) {
          const now = readTree(folder);
          if (one.kind === "take") await take();
          else if (one.kind === "turn") {
            const prompt = `p${turns++}`;
            points.push({ id: (await files.take({ kind: "message", prompt })).id, tree: now });
            redos = [];
            for (const each of one.names) change(folder, { kind: "write", name: each, text: one.text });
            await files.take({ kind: "turnEnd", prompt });
          } else if (one.kind === "restore") {
            const target = points[one.which % points.length] ?? expect.fail();
            await restore(target.id, target.tree);
            undos.push(now);
            redos = [];
          } else if (one.kind === "undo" || one.kind === "redo") {
            const [from, other] = one.kind === "undo" ? [undos, redos] : [redos, undos];
            const id = getRewindSteps(getRewindEvents(await files.list(), []))[one.kind];
            const tree = from.pop();
            expect(id === undefined).toBe(tree === undefined);
            if (id === undefined || tree === undefined) continue;
            await restore(id, tree);
            other.push(now);
          } else if (one.kind === "killed") {
            const target = points[one.which % points.length] ?? expect.fail();
            const earlier = findUndoPoint(await files.list(), target.id)?.id;
            await startChild(place, folder, "restore", target.id, String(one.at)).outcome;
            // Another window finishes the interrupted restore.
            files = openWindow(place, [folder]).open();
            await files.take({ kind: "manual", name: "" });
            const tree = readTree(folder);
            expect([now, target.tree]).toContainEqual(tree);
            const undo = findUndoPoint(await files.list(), target.id);
            if (undo === undefined || undo.id === earlier) continue;
            if (isDeepStrictEqual(tree, target.tree)) {
              undos.push(now);
              redos = [];
            } else await files.cancel([undo.id]);
          } else change(folder, one);
        }
        expect(
          fs.readdirSync(path.join(place, "store", hashPath(folder))).filter((each) => each.startsWith("restore")),
        ).toEqual([]);
      } finally {
        await remove();
      }
    }),
    { numRuns: fuzzRuns(25) },
  );
}, 3_600_000);
