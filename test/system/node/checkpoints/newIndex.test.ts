import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { GitIndex } from "../../../../extension/node/checkpoints/index/gitIndex.ts";
import { hasStats } from "../../../../extension/node/checkpoints/index/indexEntry.ts";
import { openSnapshots, program, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

/** Names that sort otherwise as texts than as bytes, and a long one. */
const awkward = [
  "a",
  "a-b/c",
  "a.b",
  "ab/c",
  "aB",
  "ü",
  "u\u0308",
  "\u{1F600}",
  "\uFF5E",
  " a",
  "tab\tname",
  `${"long".repeat(60)}/`.repeat(15).concat("end"),
];
const many = Array.from({ length: 150 }, (_, number) => `many/${number % 7}/file ${number}`);

it("writes the entries that git writes, so that git sees no difference", async () => {
  const { place, folder, write } = workspace();
  for (const name of [...awkward, ...many]) write(name, `text of ${name}`);
  write("empty", "");
  write("run.sh", "#!/bin/sh\n");
  fs.chmodSync(path.join(folder, "run.sh"), 0o755);
  write("secret", "x");
  fs.chmodSync(path.join(folder, "secret"), 0o600);
  write("large", "x".repeat(2_000_000));
  fs.symlinkSync("a", path.join(folder, "link"));
  const snapshots = await openSnapshots(place, folder);
  const { id } = await snapshots.take();
  const read = (...args: string[]): string =>
    execFileSync(program, [`--git-dir=${path.join(place, "store")}`, `--work-tree=${folder}`, ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, GIT_INDEX_FILE: path.join(place, "store", `index-of-${id}`), GIT_OPTIONAL_LOCKS: "0" },
    });
  userGit(folder, "init", "-q", `--separate-git-dir=${path.join(place, "theirs")}`, ".");
  fs.rmSync(path.join(folder, ".git"));
  userGit(folder, `--git-dir=${path.join(place, "theirs")}`, "--work-tree=.", "-c", "core.autocrlf=false", "add", "-A");
  const own = userGit(
    folder,
    `--git-dir=${path.join(place, "theirs")}`,
    "--work-tree=.",
    "ls-files",
    "--stage",
    "--debug",
  );
  expect(read("ls-files", "--stage", "--debug")).toBe(own);
  expect(own.split("ctime:").length - 1).toBe(awkward.length + many.length + 5);
  expect([...(await snapshots.readSideList(id)).modes]).toEqual([["secret", 0o600]]);
  expect((await snapshots.take()).id).toBe(id);
  expect(read("fsck", "--strict", "--no-dangling")).toBe("");
});

it("notices a file that changed while it was read", async () => {
  const { place, folder, write } = workspace();
  for (const name of many) write(name, "before");
  const snapshots = await openSnapshots(place, folder);
  const changed = path.join(folder, "many/3/file 3");
  const taking = snapshots.take();
  const { mtime } = fs.statSync(changed);
  for (let round = 0; round < 50; round++) {
    fs.writeFileSync(changed, `after${round}`);
    fs.utimesSync(changed, mtime, mtime);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await taking;
  const { id } = await snapshots.take();
  const [file] = (await snapshots.find(id, ["many/3/file 3"])).values();
  expect((await snapshots.readBlob(file?.blob ?? "")).toString()).toBe("after49");
});

it("reads a file again that changed within a second but kept size and modification time", async () => {
  const { place, folder, write } = workspace({ "a.txt": "before" });
  const file = path.join(folder, "a.txt");
  const snapshots = await openSnapshots(place, folder);
  const read = async (): Promise<string> => {
    const { id } = await snapshots.take();
    const [found] = (await snapshots.find(id, ["a.txt"])).values();
    return (await snapshots.readBlob(found?.blob ?? "")).toString();
  };
  const now = Date.now();
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(Math.floor(now / 1000));
  for (const text of ["first.", "second", "third."]) {
    write("a.txt", text);
    fs.utimesSync(file, 1_000, 1_000);
    expect(await read()).toBe(text);
  }
});

it("stores contents of any size whole, and in any order", async () => {
  const { place, folder, write } = workspace();
  // Around the sizes in which contents are sent to git, and above which git stores them by themselves.
  const sizes = [0, 1, 65_535, 65_536, 131_040, 131_072, 131_073, 1_048_575, 1_048_576, 1_048_577];
  for (const [number, size] of sizes.entries()) {
    write(`of size ${size}`, String(number).repeat(size));
    for (let more = 0; more < 20; more++) write(`${more}/${number}`, `${number} ${more}`);
  }
  const snapshots = await openSnapshots(place, folder);
  const { id } = await snapshots.take();
  const names = sizes.map((size) => `of size ${size}`);
  const found = await snapshots.find(id, names);
  for (const [number, size] of sizes.entries()) {
    const content = await snapshots.readBlob(found.get(`of size ${size}`)?.blob ?? expect.fail());
    expect([content.length, content.equals(Buffer.from(String(number).repeat(size)))]).toEqual([size, true]);
  }
  for (const [number] of sizes.entries())
    for (const more of [0, 19]) {
      const [file] = (await snapshots.find(id, [`${more}/${number}`])).values();
      expect((await snapshots.readBlob(file?.blob ?? expect.fail())).toString()).toBe(`${number} ${more}`);
    }
});

it("reads no file again where git records other stats than Node, as on Windows", async () => {
  const { place, folder } = workspace({ "a.txt": "one", "b/c.txt": "two" });
  const calls = path.join(place, "calls");
  const git = path.join(place, "git");
  fs.writeFileSync(git, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${calls}'\nexec '${program}' "$@"\n`, { mode: 0o755 });
  const snapshots = await openSnapshots(place, folder, {}, { git });
  const first = await snapshots.take();
  // Files as new as the index are compared by content.
  const { utimes } = fs.promises;
  for (const name of fs.readdirSync(path.join(place, "store")).filter((each) => each.startsWith("index-of-"))) {
    const later = Date.now() / 1000 + 10;
    await utimes(path.join(place, "store", name), later, later);
  }
  fs.rmSync(calls);
  const lstatSync = fs.lstatSync.bind(fs) as (file: string, options?: object) => fs.Stats | undefined;
  const spy = vi.spyOn(fs, "lstatSync").mockImplementation(((file: string, options?: object) => {
    const stats = lstatSync(file, options);
    return stats?.isFile() ? Object.assign(stats, { ino: stats.ino + 1 }) : stats;
  }) as typeof fs.lstatSync);
  const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? expect.fail();
  Object.defineProperty(process, "platform", { ...platform, value: "win32" });
  try {
    expect((await snapshots.take()).id).toBe(first.id);
  } finally {
    Object.defineProperty(process, "platform", platform);
    spy.mockRestore();
  }
  expect(fs.readFileSync(calls, "utf8")).not.toMatch(/update-index/);
});

it("tells a file whose number Node rounds by its other stats", async () => {
  const { place, folder } = workspace({ "a.txt": "one" });
  const snapshots = await openSnapshots(place, folder);
  const { id } = await snapshots.take();
  const [entry] = new GitIndex(path.join(place, "store", `index-of-${id}`)).entries();
  const stats = fs.lstatSync(path.join(folder, "a.txt"));
  const has = (other: Partial<fs.Stats>): boolean =>
    hasStats(entry ?? expect.fail(), Object.assign(Object.create(stats), other));
  expect([{}, { ino: stats.ino + 1 }, { ino: 2 ** 60 + 2 ** 40 }, { ino: 2 ** 60, size: 4 }].map(has)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
