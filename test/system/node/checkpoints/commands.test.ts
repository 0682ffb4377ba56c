// @module-tag thorough
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

type Workspace = ReturnType<typeof makeWorkspace>;

/**
 * Changes that the commands of a turn make, in a repository on the branch `main` with a branch `side`, a changed file
 * and a new one.
 */
const changes: Readonly<Record<string, (one: Workspace, at: (name: string) => string) => void>> = {
  "git checkout of another branch": ({ folder }) => userGit(folder, "checkout", "-q", "--force", "side"),
  "git checkout of a file": ({ folder }) => userGit(folder, "checkout", "-q", "--", "changed.txt"),
  "git commit": ({ folder, write }) => {
    write("committed.txt", "committed\n");
    userGit(folder, "add", "-A");
    userGit(folder, "commit", "-qm", "of a turn");
  },
  "git commit with a deleted file": ({ folder }) => {
    userGit(folder, "rm", "-q", "a.txt");
    userGit(folder, "commit", "-qm", "of a turn");
  },
  "git stash with new files": ({ folder }) => userGit(folder, "stash", "push", "-q", "--include-untracked"),
  "git stash, changed and applied": ({ folder, write }) => {
    userGit(folder, "stash", "push", "-q");
    write("a.txt", "between\n");
    userGit(folder, "stash", "apply", "-q");
  },
  "git reset and clean": ({ folder }) => {
    userGit(folder, "reset", "-q", "--hard");
    userGit(folder, "clean", "-qfd");
  },
  "git mv of case only": ({ folder }) => userGit(folder, "mv", "a.txt", "A.txt"),
  "git gc without the objects of the stash": ({ folder, write }) => {
    userGit(folder, "stash", "push", "-q");
    userGit(folder, "stash", "drop", "-q");
    userGit(folder, "reflog", "expire", "--expire=now", "--all");
    userGit(folder, "gc", "-q", "--prune=now");
    write("a.txt", "after\n");
  },
  chmod: (_, at) => {
    fs.chmodSync(at("script.sh"), 0o600);
    fs.chmodSync(at("a.txt"), 0o755);
    fs.chmodSync(at("deep/b.txt"), 0o444);
  },
  "a link in place of a file, and one with another target": (_, at) => {
    fs.rmSync(at("a.txt"));
    fs.symlinkSync("deep/b.txt", at("a.txt"));
    fs.rmSync(at("link"));
    fs.symlinkSync("missing", at("link"));
    fs.symlinkSync("..", at("deep/up"));
  },
  "1,000 generated files": ({ write }) => {
    for (let number = 0; number < 1000; number++) write(`generated/${number % 10}/${number}.txt`, `${number}\n`);
  },
  "a binary file": (_, at) => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_each, index) => (index * 31) % 256));
    fs.writeFileSync(at("binary.bin"), bytes);
    fs.writeFileSync(at("new.bin"), bytes);
  },
  "bytes that are no text in any encoding": (_, at) =>
    fs.writeFileSync(at("a.txt"), Buffer.from([0xff, 0xfe, 0, 0xd8, 0x0d, 0x0a, 0x0d])),
  "created folders": (_, at) => {
    fs.mkdirSync(at("created/inner/empty"), { recursive: true });
    fs.mkdirSync(at("empty/more"));
    fs.writeFileSync(at("created/file.txt"), "new\n");
  },
  "deleted and moved folders": (_, at) => {
    fs.renameSync(at("deep"), at("moved"));
    fs.rmdirSync(at("empty"));
  },
  "a folder in place of a file, and a file in place of one": ({ write }, at) => {
    fs.rmSync(at("a.txt"));
    write("a.txt/inside.txt", "inside\n");
    fs.rmSync(at("deep"), { recursive: true });
    write("deep", "a file\n");
  },
};

function begin() {
  const one = makeWorkspace(
    { "a.txt": "a\n", "deep/b.txt": "b\r\n", "script.sh": "#!/bin/sh\n", "changed.txt": "committed\n" },
    true,
  );
  const { folder, write } = one;
  const at = (name: string): string => path.join(folder, name);
  fs.chmodSync(at("script.sh"), 0o755);
  fs.writeFileSync(at("binary.bin"), Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7) % 256)));
  fs.symlinkSync("a.txt", at("link"));
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  userGit(folder, "checkout", "-q", "-b", "side");
  write("changed.txt", "side\n");
  write("side.txt", "side\n");
  userGit(folder, "rm", "-q", "deep/b.txt");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "side");
  userGit(folder, "checkout", "-q", "main");
  write("changed.txt", "mine, not committed\n");
  write("loose.txt", "mine, not added\n");
  fs.mkdirSync(at("empty"));
  return { ...one, at };
}

it.each(Object.keys(changes))(
  "rewinds, and undoes the rewind: %s",
  async (name) => {
    const one = begin();
    const { place, folder, at } = one;
    const files = openWindow(place, [folder]).open();
    const whole = fingerprint(at(".git"));
    const first = await files.take({ kind: "message", prompt: "p" });
    expect(fingerprint(at(".git"))).toBe(whole);
    const before = readTree(folder);
    changes[name]?.(one, at);
    const after = readTree(folder);
    expect(after).not.toEqual(before);
    const repository = fingerprint(at(".git"));
    await files.take({ kind: "turnEnd", prompt: "p" });
    const result = await restoreAllFiles(files, first.id);
    expect(result).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    if (result.kind !== "done") return;
    expect(await restoreAllFiles(files, result.undo.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
    expect(fingerprint(at(".git"))).toBe(repository);
    expect(await files.changedByOthers(first.id)).toEqual(new Set());
  },
  60_000,
);
