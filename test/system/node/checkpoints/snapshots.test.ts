import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.ts";
import { openSnapshots, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();

const names = ({ changes }: { changes: readonly { path: string }[] }) => changes.map(({ path: name }) => name);

describe.each(["without a repository", "in a repository"])("snapshots %s", (kind) => {
  const begin = (files: Readonly<Record<string, string>>) => {
    const one = workspace(files);
    if (kind === "in a repository") {
      userGit(one.folder, "init", "-q");
      userGit(one.folder, "add", "-A");
      userGit(one.folder, "commit", "-qm", "first");
    }
    return one;
  };

  it("name what was changed, created and deleted, and are equal where nothing was", async () => {
    const { place, folder, write } = begin({ "a.txt": "one\n", "deep/b.txt": "two\n", "c.bin": "\0\u0001\r\n" });
    const snapshots = await openSnapshots(place, folder);
    const first = await snapshots.take();
    expect((await snapshots.take()).id).toBe(first.id);
    write("a.txt", "1\n");
    write("new/d.txt", "three\n");
    fs.rmSync(path.join(folder, "deep"), { recursive: true });
    const second = await snapshots.take();
    const compared = await snapshots.compare(first.id, second.id);
    const { changes } = compared;
    expect(names(compared)).toEqual(["a.txt", "deep/b.txt", "new/d.txt"]);
    const [changed, deleted, created] = changes;
    expect((await snapshots.readBlob(changed?.before?.blob ?? "")).toString()).toBe("one\n");
    expect((await snapshots.readBlob(changed?.after?.blob ?? "")).toString()).toBe("1\n");
    expect(deleted?.after).toBeUndefined();
    expect(created?.before).toBeUndefined();
    write("a.txt", "one\n");
    write("deep/b.txt", "two\n");
    fs.rmSync(path.join(folder, "new"), { recursive: true });
    expect((await snapshots.take()).id).toBe(first.id);
  });

  it("hold bytes as they are, links, executables, empty folders and unusual modes", async () => {
    const { place, folder, write } = begin({
      ".gitattributes": "* text=auto eol=lf\n*.pin filter=lfs ident\n",
      "a.txt": "one\r\ntwo\r\n",
      "b.pin": "$Id$\r\n",
    });
    fs.symlinkSync("/nowhere/else", path.join(folder, "link"));
    write("run.sh", "#!/bin/sh\n");
    fs.chmodSync(path.join(folder, "run.sh"), 0o755);
    write("secret", "x");
    fs.chmodSync(path.join(folder, "secret"), 0o600);
    fs.mkdirSync(path.join(folder, "empty/inner"), { recursive: true });
    const snapshots = await openSnapshots(place, folder);
    const { id } = await snapshots.take();
    const emptied = workspace();
    const other = await (await openSnapshots(emptied.place, emptied.folder)).take();
    const side = await snapshots.readSideList(id);
    expect(side.emptyFolders).toEqual(["empty/inner"]);
    expect([...side.modes]).toEqual([["secret", 0o600]]);
    expect(other.id).not.toBe(id);
    write("a.txt", "one\ntwo\n");
    fs.rmSync(path.join(folder, "link"));
    fs.chmodSync(path.join(folder, "run.sh"), 0o644);
    write("b.pin", "$Id$\n");
    const compared = await snapshots.compare(id, (await snapshots.take()).id);
    const { changes } = compared;
    expect(names(compared)).toEqual(["a.txt", "b.pin", "link", "run.sh"]);
    expect((await snapshots.readBlob(changes[0]?.before?.blob ?? "")).toString()).toBe("one\r\ntwo\r\n");
    expect(changes[2]?.before?.kind).toBe("link");
    expect([changes[3]?.before?.kind, changes[3]?.after?.kind]).toEqual(["executable", "file"]);
  });

  it("leave out ignored files unless a pattern names them, and large ones with the reason", async () => {
    const { place, folder, write } = begin({ ".gitignore": "build/\n*.log\n", "a.txt": "one" });
    write("build/out.js", "x");
    write("keep.log", "kept");
    write("other.log", "not kept");
    write("big.txt", "x".repeat(2000));
    const snapshots = await openSnapshots(place, folder, { maxFileBytes: 1000, include: ["keep.log"] });
    const first = await snapshots.take();
    expect(first.gaps).toEqual([{ path: "big.txt", reason: "tooLarge" }]);
    write("build/out.js", "y");
    write("other.log", "z");
    expect((await snapshots.take()).id).toBe(first.id);
    write("keep.log", "changed");
    expect(names(await snapshots.compare(first.id, (await snapshots.take()).id))).toEqual(["keep.log"]);
  });

  it("look into nested repositories", async () => {
    const { place, folder, write } = begin({ "a.txt": "one" });
    write("nested/n.txt", "n");
    userGit(path.join(folder, "nested"), "init", "-q");
    const snapshots = await openSnapshots(place, folder);
    const first = await snapshots.take();
    write("nested/n.txt", "changed");
    write("nested/new.txt", "new");
    const second = await snapshots.take();
    expect(names(await snapshots.compare(first.id, second.id))).toEqual(["nested/n.txt", "nested/new.txt"]);
  });

  it("obey the ignore rules of nested repositories, but for what these track", async () => {
    const { place, folder, write } = begin({ "a.txt": "one" });
    write("nested/.gitignore", "*.o\nbuild/\n");
    write("nested/tracked.o", "t");
    userGit(path.join(folder, "nested"), "init", "-q");
    userGit(path.join(folder, "nested"), "add", "-f", "tracked.o");
    write("nested/n.txt", "n");
    write("nested/n.o", "ignored");
    write("nested/build/deep/out", "ignored");
    write("nested/inner/i.txt", "i");
    userGit(path.join(folder, "nested/inner"), "init", "-q");
    const snapshots = await openSnapshots(place, folder);
    const { id } = await snapshots.take();
    const all = [
      "a.txt",
      "nested/.gitignore",
      "nested/build/deep/out",
      "nested/inner/i.txt",
      "nested/n.o",
      "nested/n.txt",
      "nested/tracked.o",
    ];
    expect([...(await snapshots.find(id, all)).keys()]).toEqual(
      all.filter((name) => name !== "nested/n.o" && !name.includes("build")),
    );
  });

  it("notice a change of permissions alone, in the same moment too", async () => {
    const { place, folder, write } = begin({ "a.txt": "one" });
    write("secret", "x");
    const snapshots = await openSnapshots(place, folder);
    const first = await snapshots.take();
    fs.chmodSync(path.join(folder, "secret"), 0o600);
    const second = await snapshots.take();
    expect(second.id).not.toBe(first.id);
    expect([...(await snapshots.readSideList(second.id)).modes]).toEqual([["secret", 0o600]]);
    fs.chmodSync(path.join(folder, "secret"), 0o666 & ~process.umask());
    expect((await snapshots.take()).id).toBe(first.id);
  });
});

it("leaves the user's repository alone, survives its garbage collection, and obeys no variable or program", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "b.txt": "two" });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  const mark = path.join(place, "mark");
  fs.writeFileSync(path.join(place, "hook"), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  userGit(folder, "config", "core.fsmonitor", path.join(place, "hook"));
  fs.writeFileSync(path.join(folder, ".git/hooks/post-index-change"), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  write("b.txt", "2");
  const before = fingerprint(path.join(folder, ".git"));
  const elsewhere = workspace();
  process.env["GIT_DIR"] = path.join(elsewhere.folder, ".git");
  process.env["GIT_INDEX_FILE"] = path.join(elsewhere.folder, "index");
  try {
    const snapshots = await openSnapshots(place, folder);
    const first = await snapshots.take();
    write("a.txt", "1");
    const second = await snapshots.take();
    expect(fingerprint(path.join(folder, ".git"))).toBe(before);
    expect(fs.existsSync(mark)).toBe(false);
    expect(fs.readdirSync(elsewhere.folder)).toEqual([]);
    userGit(folder, "-c", "core.fsmonitor=false", "checkout", "-q", "--orphan", "other");
    userGit(folder, "-c", "core.fsmonitor=false", "commit", "-qam", "all new");
    userGit(folder, "branch", "-D", "master");
    userGit(folder, "reflog", "expire", "--expire=now", "--all");
    userGit(folder, "gc", "-q", "--prune=now");
    const [change] = (await snapshots.compare(first.id, second.id)).changes;
    expect((await snapshots.readBlob(change?.before?.blob ?? "")).toString()).toBe("one");
  } finally {
    delete process.env["GIT_DIR"];
    delete process.env["GIT_INDEX_FILE"];
  }
});

it.each(["2", "4"])(
  "takes unchanged files from a repository with index version %s without storing them again",
  async (version) => {
    const { place, folder, write } = workspace(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`f${at}`, `text ${at}`])),
    );
    userGit(folder, "init", "-q");
    userGit(folder, "add", "-A");
    userGit(folder, "update-index", "--index-version", version);
    write("f7", "changed");
    const snapshots = await openSnapshots(place, folder);
    const { id } = await snapshots.take();
    const stored = fs
      .readdirSync(path.join(place, "store/objects"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    // The changed file, the tree of all, the side list and the tree of both.
    expect(stored).toHaveLength(4);
    expect((await snapshots.find(id, ["f3", "f7"])).size).toBe(2);
  },
);

it("takes a folder of a larger repository alone, with the ignore rules above it", async () => {
  const { place, folder, write } = workspace({ ".gitignore": "*.tmp\n", "one/a.txt": "a", "two/b.txt": "b" });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  const snapshots = await openSnapshots(place, path.join(folder, "one"));
  const first = await snapshots.take();
  write("two/b.txt", "changed");
  write("one/x.tmp", "ignored");
  expect((await snapshots.take()).id).toBe(first.id);
  write("one/new.txt", "n");
  expect(names(await snapshots.compare(first.id, (await snapshots.take()).id))).toEqual(["new.txt"]);
});

it("finds changes of the same size and moment, and those that git overlooks", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "b.txt": "two", "c.txt": "six" });
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "update-index", "--assume-unchanged", "b.txt");
  userGit(folder, "update-index", "--skip-worktree", "c.txt");
  write("a.txt", "two");
  write("b.txt", "one");
  write("c.txt", "ten");
  const snapshots = await openSnapshots(place, folder);
  const first = await snapshots.take();
  for (const name of ["a.txt", "b.txt", "c.txt"]) write(name, "later");
  const { changes } = await snapshots.compare(first.id, (await snapshots.take()).id);
  const texts = await Promise.all(changes.map(({ before }) => snapshots.readBlob(before?.blob ?? "")));
  expect(texts.map(String)).toEqual(["two", "one", "ten"]);
});

it("never counts a file as created that the earlier snapshot's rules ignored", async () => {
  const { place, folder, write } = workspace({ ".gitignore": "*.log\nbuild/\n", "sub/.gitignore": "secret\n" });
  for (const name of ["old.log", "build/out.js", "sub/secret"]) write(name, "only here");
  const snapshots = await openSnapshots(place, folder);
  const first = await snapshots.take();
  write(".gitignore", "nothing\n");
  fs.rmSync(path.join(folder, "sub/.gitignore"));
  write("new.txt", "n");
  const second = await snapshots.take();
  const compared = await snapshots.compare(first.id, second.id);
  expect(names(compared)).toEqual([".gitignore", "new.txt", "sub/.gitignore"]);
  expect([...compared.ignored].sort()).toEqual(["build/out.js", "old.log", "sub/secret"]);
  expect([...(await snapshots.compare(second.id, first.id)).ignored].sort()).toEqual([
    "build/out.js",
    "old.log",
    "sub/secret",
  ]);
});

it("names a folder that became empty when a folder in it was deleted", async () => {
  const { place, folder } = workspace({ "parent/child/deep/a.txt": "a", "b.txt": "b" });
  const snapshots = await openSnapshots(place, folder);
  await snapshots.take();
  fs.rmSync(path.join(folder, "parent/child"), { recursive: true });
  const { id } = await snapshots.take();
  expect((await snapshots.readSideList(id)).emptyFolders).toEqual(["parent"]);
  const fresh = await openSnapshots(place, folder, {}, { name: "fresh" });
  expect((await fresh.take()).id).toBe(id);
});
