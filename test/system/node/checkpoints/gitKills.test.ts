// @module-tag thorough
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isCovering } from "../../../../extension/core/conversation/ports/fileHistory.ts";
import { pickKillSteps } from "./killSteps.ts";
import { readTree } from "./readTree.ts";
import { openWindow, program, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "" } as const;
const day = 24 * 60 * 60 * 1000;

/**
 * Ways in which a call of git is killed: before it does anything, after a part of its input, and when its work is done,
 * but not reported.
 */
const deaths = {
  "at its start": "",
  "after a part of its input": 'head -c 300 | "$git" "$@"',
  "at its end": '"$git" "$@"',
} as const;

/** Makes a program that runs git, and whose call `at` is killed (0: none). */
function makeKilledGit(place: string, at: number, death: keyof typeof deaths) {
  const folder = fs.mkdtempSync(path.join(place, "git-"));
  const [git, count] = [path.join(folder, "git"), path.join(folder, "count")];
  const kill = `${deaths[death]}\n  kill -9 $$`;
  fs.writeFileSync(count, "");
  fs.writeFileSync(
    git,
    `#!/bin/sh\ngit='${program}'\necho >> '${count}'\nif [ "$(wc -l < '${count}' | tr -d ' ')" = ${at} ]; then\n  ${kill}\nfi\nexec "$git" "$@"\n`,
    { mode: 0o755 },
  );
  const calls = (): number => fs.readFileSync(count, "utf8").length;
  return { git, calls, stopKilling: () => fs.writeFileSync(count, "\n".repeat(10_000)) };
}

/** A folder with a checkpoint that differs from the disk, also by many files, and one of another conversation. */
async function begin(isRepository: boolean) {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "sub/b.txt": "two", private: "p" }, true);
  if (isRepository) {
    userGit(folder, "init", "-q");
    userGit(folder, "add", "-A");
  }
  fs.chmodSync(path.join(folder, "private"), 0o600);
  const window = openWindow(place, [folder]);
  await window.open("other").take(manual);
  write("large.txt", "large ".repeat(1_000));
  const first = await window.open("one").take(manual);
  const before = readTree(folder);
  write("a.txt", "1");
  fs.rmSync(path.join(folder, "sub"), { recursive: true });
  for (let number = 0; number < 150; number++) write(`new/${number}.txt`, `${number}`);
  return { place, folder, first, before, after: readTree(folder) };
}

type Begun = Awaited<ReturnType<typeof begin>>;
type Files = ReturnType<ReturnType<typeof openWindow>["open"]>;

/** The actions during which git is killed. Each throws only what its caller reports. */
const actions: Readonly<
  Record<string, (one: Begun, files: Files, window: ReturnType<typeof openWindow>) => Promise<void>>
> = {
  "a snapshot": async ({ folder, after }, files) => {
    const [part] = (await files.take(manual)).folders;
    if (part?.snapshot === undefined) expect(part).toEqual({ folder, uncovered: "failed" });
    expect(readTree(folder)).toEqual(after);
  },
  "a restore": async ({ folder, first, before, after }, files) => {
    const now = await files.take({ kind: "preview" });
    const compared = isCovering(now) ? await files.compare(first.id, now.id).catch(() => undefined) : undefined;
    const steps = compared?.differences.map(({ path: name }) => ({ path: name, kind: "restore" as const })) ?? [];
    const result =
      steps.length > 0 ? await files.restore(first.id, steps, now.id, { kind: "rewind", to: first.id }) : undefined;
    if (result?.kind === "done") expect(result.different).toEqual([]);
    else if (result) expect(result.kind).toBe("refused");
    expect(readTree(folder)).toEqual(result?.kind === "done" ? before : after);
  },
  "a clean-up": async ({ folder, after }, _, window) => {
    await window.stores.cleanUpAll().catch((error: unknown) => expect(String(error)).toMatch(/git|object|pack/i));
    expect(readTree(folder)).toEqual(after);
  },
};

describe.skipIf(process.platform === "win32").each([false, true])("in a repository: %s", (isRepository) => {
  describe.each(Object.keys(deaths) as (keyof typeof deaths)[])("a git that is killed %s", (death) => {
    it.each(Object.keys(actions))(
      "loses nothing at any call of %s, and all goes on with the next one",
      async (name) => {
        const act = actions[name] ?? expect.fail();
        const at = async (step: number): Promise<number> => {
          const one = await begin(isRepository);
          const { place, folder, first, before, after } = one;
          const { git, calls, stopKilling } = makeKilledGit(place, step, death);
          const retention = {
            now: Date.now() + 5 * day,
            isOpen: ({ conversation }: { conversation: string }) => conversation === "one",
          };
          const window = openWindow(place, [folder], { findGit: async () => git, retention });
          const files = window.open("one");
          await act(one, files, window);
          const count = calls();
          stopKilling();
          const again = await files.take(manual);
          expect(again.folders[0]?.snapshot, `call ${step}`).toBeDefined();
          const undo = (await files.list()).find(({ cause }) => cause.kind === "rewind") ?? again;
          expect(await restoreAllFiles(files, first.id), `call ${step}`).toMatchObject({ kind: "done", different: [] });
          expect(readTree(folder)).toEqual(before);
          expect(await restoreAllFiles(files, undo.id), `call ${step}`).toMatchObject({ kind: "done", different: [] });
          expect(readTree(folder)).toEqual(after);
          const left = fs.readdirSync(path.join(place, "store"), { recursive: true }).map(String);
          expect(left.filter((file) => /restore-|\.lock$/.test(file))).toEqual([]);
          return count;
        };
        const calls = await at(0);
        expect(calls).toBeGreaterThan(1);
        for (const step of pickKillSteps(calls)) await at(step);
      },
      120_000,
    );
  });
});
