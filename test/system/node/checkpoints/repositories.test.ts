import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { hashPath } from "../../../../extension/node/checkpoints/folderStores.ts";
import { fingerprint } from "./fingerprint.ts";
import { readTree } from "./readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();
afterEach(() => void vi.unstubAllEnvs());

type Place = ReturnType<typeof makeWorkspace>;

/** A repository of the user in the workspace folder, with a commit. */
function commitAll({ folder }: Pick<Place, "folder">): void {
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
}

/** A program that leaves a mark if anything runs it. */
function makeTrap({ place }: Place): { readonly program: string; readonly wasRun: () => boolean } {
  const program = path.join(place, "trap");
  const mark = path.join(place, "mark");
  fs.writeFileSync(program, `#!/bin/sh\necho run >> '${mark}'\ncat\n`, { mode: 0o755 });
  return { program, wasRun: () => fs.existsSync(mark) };
}

interface Case {
  /** The workspace folder to open, and the git folders of the user that must stay as they are. */
  readonly folder: string;
  readonly own: readonly string[];
  readonly wasRun?: () => boolean;
  /** Variables of the editor's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The changes of the user between the first checkpoint and the restore. */
  readonly meanwhile?: () => void;
  /** Files below the workspace folder that are changed, beside those that every case changes. */
  readonly files?: readonly string[];
}

/** Kinds of repositories; each has `a.txt` and `sub/b.txt` in its workspace folder. */
const cases: Readonly<Record<string, (one: Place) => Case>> = {
  "a linked worktree": (one) => {
    commitAll(one);
    const folder = path.join(one.place, "linked");
    userGit(one.folder, "worktree", "add", "-q", folder);
    return { folder, own: [path.join(one.folder, ".git"), path.join(folder, ".git")] };
  },
  "a .git file": (one) => {
    userGit(one.folder, "init", "-q", "--separate-git-dir", path.join(one.place, "apart.git"));
    userGit(one.folder, "add", "-A");
    userGit(one.folder, "commit", "-qm", "first");
    return { folder: one.folder, own: [path.join(one.place, "apart.git")] };
  },
  "a repository with a submodule": (one) => {
    const module = makeWorkspace({ "m.txt": "module\n" });
    commitAll(module);
    commitAll(one);
    userGit(one.folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", module.folder, "module");
    userGit(one.folder, "commit", "-qm", "module");
    return { folder: one.folder, own: [path.join(one.folder, ".git")], files: ["module/m.txt"] };
  },
  "a submodule alone": (one) => {
    const outer = makeWorkspace({ "o.txt": "outer\n" });
    commitAll(one);
    commitAll(outer);
    userGit(outer.folder, "-c", "protocol.file.allow=always", "submodule", "add", "-q", one.folder, "module");
    return { folder: path.join(outer.folder, "module"), own: [path.join(outer.folder, ".git")] };
  },
  "a split index": (one) => {
    commitAll(one);
    userGit(one.folder, "update-index", "--split-index");
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
  "an index of version 4 with caches": (one) => {
    commitAll(one);
    userGit(one.folder, "config", "index.version", "4");
    userGit(one.folder, "config", "core.untrackedCache", "true");
    userGit(one.folder, "update-index", "--index-version", "4", "--force-untracked-cache");
    userGit(one.folder, "status");
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
  "a sparse checkout": (one) => {
    one.write("away/deep/c.txt", "c\n");
    commitAll(one);
    userGit(one.folder, "sparse-checkout", "set", "--cone", "--sparse-index", "sub");
    expect(fs.existsSync(path.join(one.folder, "away"))).toBe(false);
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
  "files whose changes git overlooks": (one) => {
    one.write("assumed.txt", "committed\n");
    one.write("skipped.txt", "committed\n");
    commitAll(one);
    userGit(one.folder, "update-index", "--assume-unchanged", "assumed.txt");
    userGit(one.folder, "update-index", "--skip-worktree", "skipped.txt");
    one.write("assumed.txt", "mine, never committed\n");
    one.write("skipped.txt", "mine, never committed\n");
    return { folder: one.folder, own: [path.join(one.folder, ".git")], files: ["assumed.txt", "skipped.txt"] };
  },
  "a dirty index with conflicts": (one) => {
    one.write("both.txt", "base\n");
    commitAll(one);
    userGit(one.folder, "checkout", "-qb", "side");
    one.write("both.txt", "side\n");
    userGit(one.folder, "commit", "-qam", "side");
    userGit(one.folder, "checkout", "-q", "-");
    one.write("both.txt", "main\n");
    userGit(one.folder, "commit", "-qam", "main");
    expect(() => userGit(one.folder, "merge", "-q", "side")).toThrow();
    one.write("staged.txt", "staged\n");
    userGit(one.folder, "add", "staged.txt");
    one.write("staged.txt", "and changed\n");
    one.write("intended.txt", "later\n");
    userGit(one.folder, "add", "-N", "intended.txt");
    return {
      folder: one.folder,
      own: [path.join(one.folder, ".git")],
      files: ["both.txt", "staged.txt", "intended.txt"],
    };
  },
  "line ends that git converts": (one) => {
    one.write("crlf.txt", "one\r\ntwo\r\n");
    one.write("mixed.txt", "one\r\ntwo\n");
    userGit(one.folder, "init", "-q");
    userGit(one.folder, "config", "core.autocrlf", "true");
    userGit(one.folder, "config", "core.safecrlf", "false");
    userGit(one.folder, "add", "-A");
    userGit(one.folder, "commit", "-qm", "first");
    return { folder: one.folder, own: [path.join(one.folder, ".git")], files: ["crlf.txt", "mixed.txt"] };
  },
  "filters like those of LFS": (one) => {
    const { program, wasRun } = makeTrap(one);
    one.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    one.write("large.bin", "\0content\r\n");
    userGit(one.folder, "init", "-q");
    userGit(one.folder, "config", "filter.lfs.clean", "sed s/content/pointer/");
    userGit(one.folder, "config", "filter.lfs.smudge", "sed s/pointer/content/");
    userGit(one.folder, "config", "filter.lfs.required", "true");
    userGit(one.folder, "add", "-A");
    userGit(one.folder, "commit", "-qm", "first");
    for (const kind of ["clean", "smudge", "process"]) userGit(one.folder, "config", `filter.lfs.${kind}`, program);
    return { folder: one.folder, own: [path.join(one.folder, ".git")], files: ["large.bin"], wasRun };
  },
  "programs in its configuration": (one) => {
    commitAll(one);
    const { program, wasRun } = makeTrap(one);
    for (const name of [
      "core.fsmonitor",
      "diff.external",
      "core.editor",
      "core.sshCommand",
      "core.alternateRefsCommand",
      "diff.x.textconv",
      "alias.ls-files",
    ])
      userGit(one.folder, "config", name, program);
    userGit(one.folder, "config", "core.hooksPath", path.join(one.place, "hooks"));
    fs.mkdirSync(path.join(one.place, "hooks"));
    for (const hook of [
      "post-index-change",
      "pre-auto-gc",
      "post-checkout",
      "reference-transaction",
      "fsmonitor-watchman",
    ])
      fs.copyFileSync(program, path.join(one.place, "hooks", hook));
    one.write(".gitattributes", "*.txt diff=x\n");
    return { folder: one.folder, own: [path.join(one.folder, ".git")], wasRun };
  },
  "an editor that git started": (one) => {
    commitAll(one);
    const other = makeWorkspace({ "o.txt": "other\n" });
    commitAll(other);
    const git = path.join(other.folder, ".git");
    const env = {
      GIT_DIR: git,
      GIT_WORK_TREE: other.folder,
      GIT_INDEX_FILE: path.join(git, "index"),
      GIT_OBJECT_DIRECTORY: path.join(git, "objects"),
    };
    return { folder: one.folder, own: [path.join(one.folder, ".git"), git], env };
  },
  "a repository that is cleaned up meanwhile": (one) => {
    commitAll(one);
    const meanwhile = (): void => {
      userGit(one.folder, "checkout", "-q", "--orphan", "other");
      userGit(one.folder, "rm", "-q", "-r", "--cached", ".");
      userGit(one.folder, "commit", "-q", "--allow-empty", "-m", "empty");
      for (const branch of ["master", "main"])
        if (userGit(one.folder, "branch", "--list", branch) !== "") userGit(one.folder, "branch", "-D", branch);
      userGit(one.folder, "reflog", "expire", "--expire=now", "--all");
      userGit(one.folder, "gc", "-q", "--prune=now");
      expect(userGit(one.folder, "count-objects", "-v")).toContain("in-pack: 2");
    };
    return { folder: one.folder, own: [path.join(one.folder, ".git")], meanwhile };
  },
  "a folder of a larger repository": (one) => {
    one.write("inner/a.txt", "a\n");
    one.write("inner/sub/b.txt", "b\n");
    commitAll(one);
    return { folder: path.join(one.folder, "inner"), own: [path.join(one.folder, ".git")] };
  },
  "objects borrowed from another repository": (one) => {
    commitAll(one);
    const folder = path.join(one.place, "clone");
    userGit(one.place, "clone", "-q", "--shared", one.folder, folder);
    return { folder, own: [path.join(one.folder, ".git"), path.join(folder, ".git")] };
  },
  "a damaged index": (one) => {
    commitAll(one);
    fs.writeFileSync(path.join(one.folder, ".git/index"), "DIRC no index");
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
  "an interrupted call of git": (one) => {
    commitAll(one);
    fs.writeFileSync(path.join(one.folder, ".git/index.lock"), "");
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
  "names of another object format": (one) => {
    userGit(one.folder, "init", "-q", "--object-format=sha256");
    userGit(one.folder, "add", "-A");
    userGit(one.folder, "commit", "-qm", "first");
    return { folder: one.folder, own: [path.join(one.folder, ".git")] };
  },
};

it.each(Object.keys(cases))(
  "restores and undoes in %s, byte for byte, and leaves the repository as it is",
  async (name) => {
    const one = makeWorkspace({ "a.txt": "one\n", "sub/b.txt": "two\n" });
    const {
      folder,
      own,
      wasRun = () => false,
      env = {},
      meanwhile = () => {},
      files: more = [],
    } = cases[name]?.(one) ?? expect.fail();
    const state = () =>
      own
        .map((each) => (fs.statSync(each).isDirectory() ? fingerprint(each) : fs.readFileSync(each, "utf8")))
        .join("\n");
    let repository = state();
    const outside = fingerprint(path.dirname(folder))
      .split("\n")
      .filter((line) => !line.startsWith(path.basename(folder)) && !/^store|^mark/.test(line));
    for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
    const files = openWindow(one.place, [folder]).open();
    const first = await files.take({ kind: "manual", name: "" });
    expect(first.folders[0]?.uncovered).toBeUndefined();
    expect(state()).toBe(repository);
    meanwhile();
    repository = state();
    const before = readTree(folder);
    for (const each of ["a.txt", ...more]) fs.writeFileSync(path.join(folder, each), "changed\r\n");
    fs.rmSync(path.join(folder, "sub"), { recursive: true });
    fs.mkdirSync(path.join(folder, "new"));
    fs.writeFileSync(path.join(folder, "new/file.txt"), "new\r\n");
    const after = readTree(folder);
    const result = await restoreAllFiles(files, first.id);
    expect(result).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(before);
    if (result.kind !== "done") return;
    expect(await restoreAllFiles(files, result.undo.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
    expect(state()).toBe(repository);
    expect(
      fingerprint(path.dirname(folder))
        .split("\n")
        .filter((line) => !line.startsWith(path.basename(folder)) && !/^store|^mark/.test(line)),
    ).toEqual(outside);
    expect(wasRun()).toBe(false);
  },
);

it.each([0, 1])(
  "names a nested repository's deleted ignored files and git folder after %i checkpoints",
  async (earlier) => {
    const { place, folder, write } = makeWorkspace({
      "a.txt": "one",
      "nested/b.txt": "two",
      "nested/.gitignore": "secret\ntracked\n",
    });
    userGit(path.join(folder, "nested"), "init", "-q");
    write("nested/tracked", "in git");
    userGit(path.join(folder, "nested"), "add", "-f", "tracked");
    write("nested/secret", "only here");
    const { open, stores } = openWindow(place, [folder]);
    const files = open();
    for (let number = 0; number < earlier; number++) {
      await files.take({ kind: "message", prompt: `earlier ${number}` });
      write("a.txt", `${number}`);
    }
    const first = await files.take({ kind: "message", prompt: "p1" });
    for (const name of ["secret", "tracked", ".git"]) fs.rmSync(path.join(folder, "nested", name), { recursive: true });
    // A clean-up keeps the names.
    await stores.cleanUpAll();
    const names = (await files.findDeleted(first.id)).map((each) => path.relative(folder, each.path));
    expect(names.toSorted()).toEqual(["nested/.git", "nested/secret"]);
    const store = path.join(place, "store", hashPath(folder), "git");
    const objects = userGit(folder, `--git-dir=${store}`, "cat-file", "--batch-check", "--batch-all-objects").split(
      "\n",
    );
    const contents = objects.flatMap((line) =>
      / blob /.test(line)
        ? [userGit(folder, `--git-dir=${store}`, "cat-file", "blob", line.split(" ", 1)[0] ?? "")]
        : [],
    );
    expect(contents.some((content) => content.includes("secret"))).toBe(true);
    expect(contents.some((content) => content.includes("only here"))).toBe(false);
  },
);
