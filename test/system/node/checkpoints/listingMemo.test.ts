import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshots, program, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

/** Waits until the clock of the file system is ahead of all changes, so that a listing can be remembered. */
async function settle(folder: string): Promise<void> {
  const probe = path.join(path.dirname(folder), "clock");
  const isAhead = (): boolean => {
    fs.writeFileSync(probe, "");
    return fs.statSync(probe).ctimeMs - began > 50;
  };
  const began = Date.now();
  while (!isAhead()) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Opens snapshots that remember listings. The returned function checks that each is what snapshots find that remember
 * nothing.
 */
async function open(place: string, folder: string, limits: Parameters<typeof openSnapshots>[2] = {}) {
  const remembering = await openSnapshots(place, folder, limits);
  const take = async () => {
    const found = await remembering.take();
    const forgetful = await openSnapshots(place, folder, limits, { name: "forgetful" });
    const expected = await forgetful.take();
    expect(found.gaps).toEqual(expected.gaps);
    expect(found.id).toBe(expected.id);
    return found;
  };
  return async () => {
    const found = await take();
    await settle(folder);
    expect((await take()).id).toBe(found.id);
    // Now no ignore file is as new as the index, so this listing is remembered.
    expect((await take()).id).toBe(found.id);
    return found;
  };
}

type Change = (write: (name: string, text: string) => void, folder: string) => void;

const large = "x".repeat(200);

const changes: readonly (readonly [string, Change])[] = [
  ["a file in a known folder", (write) => write("deep/new.txt", "1")],
  ["a file in a new folder", (write) => write("new/inner/a.txt", "1")],
  ["a file in a folder that was empty", (write) => write("empty/a.txt", "1")],
  ["an ignored file in a folder that was empty", (write) => write("empty/a.o", "1")],
  ["a folder in a folder that was empty", (_, folder) => fs.mkdirSync(path.join(folder, "empty/more"))],
  ["an empty folder that is gone", (_, folder) => fs.rmdirSync(path.join(folder, "empty"))],
  ["a deleted file, the last of its folder", (_, folder) => fs.rmSync(path.join(folder, "deep/only/b.txt"))],
  ["a file that an ignore file no longer leaves out", (write) => write(".gitignore", "*.obj\n")],
  [
    "a file beside an ignore file that names itself",
    (write) => {
      write("deep/.gitignore", ".gitignore\nlater.txt\n");
      write("deep/later.txt", "1");
      write("deep/new.txt", "1");
    },
  ],
  ["an ignore file that is gone", (_, folder) => fs.rmSync(path.join(folder, ".gitignore"))],
  ["a large file that became small", (write) => write("large.txt", "small")],
  ["a small file that became large", (write) => write("a.txt", large)],
  [
    "a folder in place of a file",
    (write, folder) => {
      fs.rmSync(path.join(folder, "a.txt"));
      write("a.txt/b.txt", "1");
    },
  ],
  [
    "a file in place of a folder",
    (write, folder) => {
      fs.rmSync(path.join(folder, "deep"), { recursive: true });
      write("deep", "1");
    },
  ],
  [
    "a link in place of a folder",
    (_, folder) => {
      fs.renameSync(path.join(folder, "deep"), path.join(folder, "moved"));
      fs.symlinkSync("moved", path.join(folder, "deep"));
    },
  ],
  [
    "a folder with another of the same name in its place",
    (write, folder) => {
      fs.renameSync(path.join(folder, "deep"), path.join(folder, "moved"));
      write("deep/c.txt", "1");
    },
  ],
  [
    "a file in a repository in a known folder",
    (write, folder) => {
      userGit(path.join(folder, "deep"), "init", "-q");
      write("deep/new.txt", "1");
    },
  ],
  ["a repository in a folder that was empty", (_, folder) => void userGit(path.join(folder, "empty"), "init", "-q")],
];

const files = {
  "a.txt": "1",
  ".gitignore": "*.o\n",
  "a.o": "1",
  "large.txt": large,
  "deep/b.txt": "1",
  "deep/only/b.txt": "1",
  "deep/b.o": "1",
};

describe.each(["without a repository", "in a repository"])(
  "snapshots that remember a listing %s",
  { tags: "thorough" },
  (kind) => {
    it.each(changes)("find %s", async (_, change) => {
      const { place, folder, write } = workspace(files, true);
      fs.mkdirSync(path.join(folder, "empty"));
      if (kind === "in a repository") userGit(folder, "init", "-q");
      const takeAll = await open(place, folder, { maxFileBytes: 100 });
      const before = await takeAll();
      change(write, folder);
      expect((await takeAll()).id).not.toBe(before.id);
    });
  },
);

it("finds what an ignore file outside all snapshots no longer ignores", async () => {
  const { place, folder, write } = workspace(
    { ...files, "deep/.gitignore": ".gitignore\nlater.txt\n", "deep/later.txt": "1" },
    true,
  );
  await settle(folder);
  const takeAll = await open(place, folder);
  const before = await takeAll();
  write("deep/.gitignore", ".gitignore\n");
  expect((await takeAll()).id).not.toBe(before.id);
});

it("finds what ignore rules outside the folder no longer ignore", async () => {
  const { place, folder, write } = workspace({
    "a.o": "1",
    "top.txt": "1",
    "one/two/a.txt": "1",
    "one/two/a.o": "1",
    "one/two/a.obj": "1",
    ".gitignore": "*.o\n*.obj\n",
  });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  const takeAll = await open(place, path.join(folder, "one/two"));
  const ids = new Set([(await takeAll()).id]);
  write(".gitignore", "*.obj\n");
  ids.add((await takeAll()).id);
  write("one/.gitignore", "!*.obj\n");
  ids.add((await takeAll()).id);
  fs.rmSync(path.join(folder, "one/.gitignore"));
  ids.add((await takeAll()).id);
  fs.writeFileSync(path.join(folder, ".git/info/exclude"), "a.txt\n");
  await takeAll();
  // The last one has the files of the one before, and other rules above the folder.
  expect(ids.size).toBe(4);
});

it.skipIf(process.platform !== "linux")("asks git for new files only where a folder changed", async () => {
  const { place, folder, write } = workspace(files, true);
  const [calls, script] = [path.join(place, "calls"), path.join(place, "git.sh")];
  fs.writeFileSync(script, `#!/bin/sh\necho "$@" >> "${calls}"\nexec "${program}" "$@"\n`, { mode: 0o755 });
  const snapshots = await openSnapshots(place, folder, {}, { git: script });
  const countListings = async (): Promise<number> => {
    fs.writeFileSync(calls, "");
    await snapshots.take();
    return fs
      .readFileSync(calls, "utf8")
      .split("\n")
      .filter((line) => line.includes(" ls-files ")).length;
  };
  await settle(folder);
  await snapshots.take();
  // New files, and folders of which a rule leaves out all files.
  expect(await countListings()).toBe(2);
  expect(await countListings()).toBe(0);
  write("a.txt", "changed");
  expect(await countListings()).toBe(0);
  expect(await countListings()).toBe(0);
  write("deep/new.txt", "1");
  expect(await countListings()).toBe(2);
});
