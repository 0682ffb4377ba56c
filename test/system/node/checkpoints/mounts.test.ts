import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it, type TestContext } from "vitest";
import { useChild } from "./childSetup.ts";
import { pickKillSteps } from "./killSteps.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const startChild = useChild();
const manual = { kind: "manual", name: "" } as const;

/** Runs work while a folder is mounted at another one, as in a container. Skips the test where that is not possible. */
async function whileMounted({ skip }: TestContext, from: string, to: string, work: () => Promise<void>): Promise<void> {
  if (process.platform !== "linux" || spawnSync("mount", ["--bind", from, to]).status !== 0)
    skip("nothing can be mounted here");
  try {
    await work();
  } finally {
    spawnSync("umount", ["-l", to]);
  }
}

it("restores where the workspace or a folder in it is mounted from the same disk", async (context) => {
  const { place, folder, write } = workspace({ "a.txt": "one", "inner/private.txt": "" });
  const other = path.join(place, "other");
  fs.mkdirSync(path.join(other, "deep"), { recursive: true });
  fs.writeFileSync(path.join(other, "private.txt"), "two");
  fs.chmodSync(path.join(other, "private.txt"), 0o640);
  fs.writeFileSync(path.join(other, "deep/gone.txt"), "three");
  fs.symlinkSync("private.txt", path.join(other, "link"));
  await whileMounted(context, folder, folder, () =>
    whileMounted(context, other, path.join(folder, "inner"), async () => {
      const files = openWindow(place, [folder]).open();
      const first = await files.take(manual);
      const before = readTree(folder);
      write("a.txt", "1");
      write("inner/private.txt", "2");
      write("inner/new.txt", "new");
      fs.rmSync(path.join(folder, "inner/deep"), { recursive: true });
      fs.rmSync(path.join(folder, "inner/link"));
      fs.symlinkSync("new.txt", path.join(folder, "inner/link"));
      const [second, after] = [await files.take(manual), readTree(folder)];
      expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder)).toEqual(before);
      expect(await restoreAllFiles(files, second.id)).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder)).toEqual(after);
    }),
  );
});

it("leaves nothing beside mounted files when a kill interrupts a restore", async (context) => {
  const begin = async () => {
    const one = workspace({ "a.txt": "one" }, true);
    const inner = path.join(one.place, "inner");
    fs.mkdirSync(inner);
    fs.mkdirSync(path.join(one.folder, "inner"));
    fs.writeFileSync(path.join(inner, "b.txt"), "two");
    return { ...one, inner };
  };
  /** Returns the number of steps. */
  const killAt = async (at: number): Promise<number> => {
    const { place, folder, inner, write } = await begin();
    let steps = 0;
    await whileMounted(context, inner, path.join(folder, "inner"), async () => {
      const first = await openWindow(place, [folder]).open().take(manual);
      const before = readTree(folder);
      write("inner/b.txt", "2");
      write("a.txt", "1");
      const after = readTree(folder);
      steps = (await startChild(place, folder, "restore", first.id, String(at)).outcome)?.steps ?? 0;
      await openWindow(place, [folder]).open().take(manual);
      expect(at === 0 ? [before] : [before, after], `step ${at}`).toContainEqual(readTree(folder));
    });
    return steps;
  };
  const steps = await killAt(0);
  expect(steps).toBeGreaterThan(10);
  for (const at of pickKillSteps(steps)) await killAt(at);
}, 600_000);
