// @vitest-environment node
// @module-tag thorough
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { useChild } from "../checkpoints/childSetup.ts";
import { pickKillSteps } from "../checkpoints/killSteps.ts";
import { readTree } from "../checkpoints/readTree.ts";
import { userGit } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";
import { applyClean, listEffects, makeCopy, makeMounted, openIsolation, write } from "./setup.ts";

/**
 * Limit of a test in ms: each of its steps starts processes, and `npm run fuzz` takes all steps. The budget of the file
 * bounds the usual run.
 */
const timeoutMs = 600_000;

const startChild = useChild(new URL("child.ts", import.meta.url));

const makeWorkspace = useWorkspaces();

/** A workspace with a copy that changed, created and deleted files. */
async function begin() {
  const workspace = makeWorkspace({ "a.txt": "a\n", "dir/b.txt": "b\n", "c.txt": "c\n", "same.txt": "same\n" }, true);
  write(workspace.place, { "outside.txt": "outside" });
  fs.symlinkSync("../outside.txt", path.join(workspace.folder, "link"));
  const isolation = openIsolation(workspace.place, workspace.folder);
  const copy = await makeCopy(isolation, workspace.folder);
  write(copy.folder, { "a.txt": "A\n", "dir/new.txt": "new\n" });
  fs.rmSync(path.join(copy.folder, "c.txt"));
  return { ...workspace, copy, before: readTree(workspace.folder) };
}

/** A workspace with a copy in which a second folder is mounted, with changes in both. */
async function beginMounted() {
  const workspace = makeWorkspace({ "a.txt": "a\n", "b.txt": "b\n" }, true);
  const library = path.join(workspace.place, "library");
  write(workspace.place, { "outside.txt": "outside", "library/l.txt": "l\n", "library/gone.txt": "gone\n" });
  const isolation = openIsolation(workspace.place, workspace.folder, {
    allowedRoots: () => [workspace.folder, library],
  });
  const copy = await makeMounted(isolation, workspace.folder, [{ path: library, mountPath: "vendor/library" }]);
  write(copy.folder, { "a.txt": "A\n", "vendor/library/l.txt": "L\n", "vendor/library/new.txt": "new\n" });
  fs.rmSync(path.join(copy.folder, "vendor/library/gone.txt"));
  return { ...workspace, copy, before: readTree(workspace.folder) };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/**
 * Runs an action in a child that is killed at each of its steps, in a new folder each time, and looks at what the next
 * window finds.
 */
async function atEachStep(
  action: string,
  look: (begun: Begun, codes: readonly string[], isKilled: boolean) => Promise<void>,
  start: () => Promise<Begun> = begin,
): Promise<void> {
  const recover = async (begun: Begun): Promise<readonly string[]> =>
    (await openIsolation(begun.place, begun.folder).recover()).map(({ code }) => code);
  const whole = await start();
  const { steps = 0, outcome } =
    (await startChild(whole.place, whole.folder, action, whole.copy.id, "0").outcome) ?? {};
  expect(outcome).not.toMatchObject({ kind: "failed" });
  const codes = await recover(whole);
  expect(codes).toEqual([]);
  await look(whole, codes, false);
  expect(steps).toBeGreaterThan(5);
  for (const at of pickKillSteps(steps)) {
    const begun = await start();
    await startChild(begun.place, begun.folder, action, begun.copy.id, String(at)).outcome;
    await look(begun, await recover(begun), true);
    expect(await recover(begun), "a second start has nothing to finish").toEqual([]);
    expect(fs.readFileSync(path.join(begun.place, "outside.txt"), "utf8")).toBe("outside");
  }
}

it(
  "leaves the original unchanged and no partial copy when a kill interrupts it",
  async () => {
    await atEachStep("create", async ({ place, folder, copy, before }, codes, isKilled) => {
      expect(readTree(folder)).toEqual(before);
      const isolation = openIsolation(place, folder);
      const others = isolation.list().filter(({ id }) => id !== copy.id);
      // Either the copy is complete, or it is gone, and the user is told where something was made of it.
      const kept = fs.readdirSync(path.join(place, "isolated"));
      expect(kept.sort()).toEqual([copy.id, ...others.map(({ id }) => id)].sort());
      for (const { id } of others) expect(await listEffects(isolation, id)).toEqual({});
      if (!isKilled) expect(others).toHaveLength(1);
      if (codes.length > 0) expect([codes, others]).toEqual([["unfinishedRemoved"], []]);
      expect(await listEffects(isolation, copy.id)).toEqual({
        "a.txt": "clean",
        "c.txt": "clean",
        "dir/new.txt": "clean",
      });
    });
  },
  timeoutMs,
);

it(
  "applies everything or nothing when a kill interrupts it, and keeps the copy",
  async () => {
    const codesSeen = new Set<string>();
    await atEachStep("apply", async ({ place, folder, copy, before }, codes) => {
      const isolation = openIsolation(place, folder);
      const isApplied = fs.readFileSync(path.join(folder, "a.txt"), "utf8") === "A\n";
      const { link, ...rest } = readTree(folder) as Record<string, unknown>;
      expect(isApplied ? rest : { ...rest, link }).toEqual(isApplied ? readTree(copy.folder) : before);
      for (const code of codes) codesSeen.add(code);
      await applyClean(isolation, copy.id);
      expect(await listEffects(isolation, copy.id)).toEqual({});
      expect(fs.existsSync(path.join(folder, "c.txt"))).toBe(false);
    });
    for (const code of codesSeen) expect(["applyFinished", "applyTakenBack"]).toContain(code);
  },
  timeoutMs,
);

it(
  "keeps the changes when it is killed at any step of discarding",
  async () => {
    const start = async (): Promise<Begun> => {
      const begun = await begin();
      userGit(begun.place, "init", "-q", "--bare", path.join(begun.copy.folder, "x.git"));
      write(begun.copy.folder, { "x.git/config": "[damaged\n" });
      return begun;
    };
    await atEachStep(
      "discard",
      async ({ place, folder, copy, before }) => {
        expect(readTree(folder)).toEqual(before);
        const isolation = openIsolation(place, folder);
        const [found] = isolation.list();
        expect(found?.id).toBe(copy.id);
        expect(fs.existsSync(copy.folder)).toBe(found?.discardedAt === undefined);
        const repository = found?.repositories?.[0] ?? path.join(copy.folder, "x.git");
        expect(fs.readFileSync(path.join(repository, "config"), "utf8")).toBe("[damaged\n");
        expect((await applyClean(isolation, copy.id)).kind).toBe("applied");
        expect(fs.readFileSync(path.join(folder, "dir/new.txt"), "utf8")).toBe("new\n");
      },
      start,
    );
  },
  timeoutMs,
);

it(
  "leaves both folders unchanged and no partial copy when a kill interrupts it",
  async () => {
    await atEachStep(
      "createMounted",
      async ({ place, folder, copy, before }, codes, isKilled) => {
        expect(readTree(folder)).toEqual(before);
        const library = path.join(place, "library");
        expect(fs.readdirSync(library).map((name) => fs.readFileSync(path.join(library, name), "utf8"))).toEqual([
          "gone\n",
          "l\n",
        ]);
        const isolation = openIsolation(place, folder);
        const others = isolation.list().filter(({ id }) => id !== copy.id);
        expect(fs.readdirSync(path.join(place, "isolated")).sort()).toEqual(
          [copy.id, ...others.map(({ id }) => id)].sort(),
        );
        for (const { id } of others) expect(await listEffects(isolation, id)).toEqual({});
        if (!isKilled) expect(others).toHaveLength(1);
        if (codes.length > 0) expect([codes, others]).toEqual([["unfinishedRemoved"], []]);
      },
      beginMounted,
    );
  },
  timeoutMs,
);

it(
  "applies the changes of both folders or none when killed at any step",
  async () => {
    await atEachStep(
      "apply",
      async ({ place, folder, copy, before }) => {
        const library = path.join(place, "library");
        const isApplied = fs.readFileSync(path.join(folder, "a.txt"), "utf8") === "A\n";
        expect(fs.readdirSync(library).sort()).toEqual(isApplied ? ["l.txt", "new.txt"] : ["gone.txt", "l.txt"]);
        expect(fs.readFileSync(path.join(library, "l.txt"), "utf8")).toBe(isApplied ? "L\n" : "l\n");
        if (!isApplied) expect(readTree(folder)).toEqual(before);
        expect(
          fs.readdirSync(path.join(place, "isolated", copy.id)).filter((name) => name.startsWith("committed-")),
        ).toEqual([]);
        const isolation = openIsolation(place, folder);
        await applyClean(isolation, copy.id);
        expect(await listEffects(isolation, copy.id)).toEqual({});
        expect(fs.existsSync(path.join(library, "gone.txt"))).toBe(false);
      },
      beginMounted,
    );
  },
  timeoutMs,
);
