import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "now" } as const;

describe("an ignored file stays when the rules that ignored it change outside the checkpoint", () => {
  /** A workspace folder below the root of its repository. */
  function beginBelow(files: Readonly<Record<string, string>>, include: () => readonly string[] = () => []) {
    const { place, folder: top, write } = makeWorkspace(files);
    userGit(top, "init", "-q", "-b", "main");
    const folder = path.join(top, "pkg");
    const limits = {
      get include() {
        return include();
      },
    };
    const window = openWindow(place, [folder], { limits });
    return { top, folder, write, files: window.open("one") };
  }
  let include: readonly string[] = [];
  const changes: Readonly<Record<string, (top: string) => void>> = {
    "a rule above the folder is removed": (top) => fs.writeFileSync(path.join(top, ".gitignore"), ""),
    "the file with the rules above is removed": (top) => fs.rmSync(path.join(top, ".gitignore")),
    "an ignore file that leaves out itself is removed": (top) => fs.rmSync(path.join(top, "pkg/own/.gitignore")),
    "the setting covers it": () => {
      include = ["secret.env", "dist/x", "own/kept"];
    },
    "a folder becomes a repository": (top) => userGit(path.join(top, "pkg/own"), "init", "-q"),
  };

  it.each(Object.entries(changes))("%s", async (_, change) => {
    include = [];
    const { top, folder, write, files } = beginBelow(
      { "pkg/a.txt": "one", ".gitignore": "*.env\ndist/\n", "pkg/own/.gitignore": "*\n" },
      () => include,
    );
    const ignored = { "pkg/secret.env": "only here", "pkg/dist/x": "built", "pkg/own/kept": "mine" };
    for (const [name, text] of Object.entries(ignored)) write(name, text);
    const first = await files.take(manual);
    write("pkg/a.txt", "two");
    change(top);
    await files.take(manual);
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
    for (const [name, text] of Object.entries(ignored))
      expect(fs.readFileSync(path.join(top, name), "utf8")).toBe(text);
  });
});

it("leaves alone a file that an ignore list with a relative path names", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", rules: "secret.env\n", "secret.env": "mine" });
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "config", "core.excludesFile", "rules");
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  write("a.txt", "two");
  write("secret.env", "changed by me");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
  expect(fs.readFileSync(path.join(folder, "secret.env"), "utf8")).toBe("changed by me");
});

it("reads no usual list of the user where the repository names another one", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", rules: "*.named\n" });
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "config", "core.excludesFile", "rules");
  fs.mkdirSync(path.join(place, "config/git"), { recursive: true });
  fs.writeFileSync(path.join(place, "config/git/ignore"), "*.usual\n");
  vi.stubEnv("XDG_CONFIG_HOME", path.join(place, "config"));
  try {
    const files = openWindow(place, [folder]).open();
    for (const name of ["a.usual", "a.named"]) write(name, "before");
    const first = await files.take(manual);
    for (const name of ["a.usual", "a.named"]) write(name, "after");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  } finally {
    vi.unstubAllEnvs();
  }
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  expect(["a.usual", "a.named"].map(read)).toEqual(["before", "after"]);
});

it("leaves alone what a configuration ignores that a variable of the user names", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "secret.env": "mine" });
  userGit(folder, "init", "-q", "-b", "main");
  const [configuration, rules] = ["configuration", "rules"].map((name) => path.join(place, name));
  fs.writeFileSync(configuration ?? "", `[core]\n\texcludesFile = ${rules?.replaceAll("\\", "/")}\n`);
  fs.writeFileSync(rules ?? "", "*.env\n");
  vi.stubEnv("GIT_CONFIG_GLOBAL", configuration ?? "");
  try {
    const files = openWindow(place, [folder]).open();
    const first = await files.take(manual);
    for (const name of ["a.txt", "secret.env", "new.env"]) write(name, "changed by me");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  } finally {
    vi.unstubAllEnvs();
  }
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  expect(["a.txt", "secret.env", "new.env"].map(read)).toEqual(["one", "changed by me", "changed by me"]);
});

describe.each(["nested repository", "submodule"])("a file stays that the %s ignores by a list of its own", (kind) => {
  async function beginNested() {
    const { place, folder, write } = makeWorkspace({ "a.txt": "one", "sub [1]/b.txt": "b" });
    userGit(folder, "init", "-q", "-b", "main");
    const sub = path.join(folder, "sub [1]");
    userGit(sub, "init", "-q", "-b", "main");
    userGit(sub, "add", ".");
    userGit(sub, "commit", "-qm", "first");
    if (kind === "submodule") {
      userGit(folder, "submodule", "--quiet", "add", "./sub [1]");
      userGit(folder, "submodule", "absorbgitdirs");
    }
    const git = path.resolve(sub, userGit(sub, "rev-parse", "--git-dir").trim());
    const list = path.join(git, "info/exclude");
    fs.mkdirSync(path.dirname(list), { recursive: true });
    fs.writeFileSync(list, "# Mine\n*.env\n!kept.env\n/only/here\n");
    const secrets = ["sub [1]/secret.env", "sub [1]/deep/x.env", "sub [1]/only/here"];
    for (const name of secrets) write(name, "mine");
    write("sub [1]/kept.env", "mine");
    const open = () => openWindow(place, [folder]).open();
    return { folder, write, list, secrets, open };
  }

  it.each([0, 1])("after %i earlier checkpoints, also in another window", async (earlier) => {
    const { folder, write, secrets, open } = await beginNested();
    for (let number = 0; number < earlier; number++) {
      await open().take(manual);
      write("a.txt", `${number}`);
      write("sub [1]/new.env", "mine");
    }
    const files = open();
    const first = await files.take(manual);
    for (const name of [...secrets, "sub [1]/kept.env", "sub [1]/b.txt", "sub [1]/later.env"]) write(name, "changed");
    expect(await restoreAllFiles(open(), first.id)).toMatchObject({ kind: "done" });
    const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
    expect([...secrets, "sub [1]/later.env"].map(read)).toEqual(Array(4).fill("changed"));
    expect(["sub [1]/kept.env", "sub [1]/b.txt"].map(read)).toEqual(["mine", "b"]);
  });

  it("and is not deleted once the list is empty", async () => {
    const { folder, write, list, secrets, open } = await beginNested();
    const first = await open().take(manual);
    write("a.txt", "two");
    fs.writeFileSync(list, "");
    await open().take(manual);
    expect(await restoreAllFiles(open(), first.id)).toMatchObject({ kind: "done" });
    for (const name of secrets) expect(fs.readFileSync(path.join(folder, name), "utf8")).toBe("mine");
  });
});

describe.each([0, 1, 2])("only its own rules hold in a nested repository, after %i earlier checkpoints", (earlier) => {
  const covered = ["a.log", "deep/b.cfg", "c.user", "build/d.txt", ".gitignore"];
  const left = ["e.secret", "deep/f.listed", "g.configured", "out/h.txt"];

  async function beginNested() {
    const { place, folder, write } = makeWorkspace({
      "a.txt": "one",
      ".gitignore": "*.log\nbuild/\n!*.listed\n!*.configured\n",
      "outer rules": "*.user\n",
      "sub [1]/b.txt": "b",
      "sub [1]/.gitignore": "*.secret\nout/\n",
    });
    userGit(folder, "init", "-q", "-b", "main");
    userGit(folder, "config", "core.excludesFile", "outer rules");
    fs.mkdirSync(path.join(folder, ".git/info"), { recursive: true });
    fs.writeFileSync(path.join(folder, ".git/info/exclude"), "*.cfg\n");
    const sub = path.join(folder, "sub [1]");
    userGit(sub, "init", "-q", "-b", "main");
    fs.writeFileSync(path.join(place, "own rules"), "*.configured\n");
    userGit(sub, "config", "core.excludesFile", path.join(place, "own rules"));
    fs.mkdirSync(path.join(sub, ".git/info"), { recursive: true });
    fs.writeFileSync(path.join(sub, ".git/info/exclude"), "*.listed\n");
    const one = openWindow(place, [folder]);
    for (let number = 0; number < earlier; number++) {
      await one.open().take(manual);
      write("a.txt", `${number}`);
    }
    const writeAll = (names: readonly string[], text: string): void => {
      for (const name of names) write(`sub [1]/${name}`, text);
    };
    const read = (name: string): string | undefined => {
      const file = path.join(sub, name);
      return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
    };
    return { folder, write, one, writeAll, read };
  }

  it("for what is recorded", async () => {
    const { folder, one, writeAll, read } = await beginNested();
    const ownRules = read(".gitignore") ?? "";
    writeAll([...covered.slice(0, -1), ...left], "before");
    const first = await one.open().take(manual);
    writeAll([...covered.slice(0, -1), ...left], "after");
    expect(await restoreAllFiles(one.open(), first.id)).toMatchObject({ kind: "done" });
    expect(covered.map(read)).toEqual([...covered.slice(0, -1).map(() => "before"), ownRules]);
    expect(left.map(read)).toEqual(left.map(() => "after"));
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe(earlier === 0 ? "one" : `${earlier - 1}`);
  });

  it("for what was not there", async () => {
    const { one, writeAll, read } = await beginNested();
    const first = await one.open().take(manual);
    writeAll([...covered.slice(0, -1), ...left], "new");
    await one.open().take(manual);
    expect(await restoreAllFiles(one.open(), first.id)).toMatchObject({ kind: "done" });
    expect(covered.slice(0, -1).map(read)).toEqual(covered.slice(0, -1).map(() => undefined));
    expect(left.map(read)).toEqual(left.map(() => "new"));
  });

  it("also once its own rules change", async () => {
    const { write, one, writeAll, read } = await beginNested();
    writeAll(left, "mine");
    const first = await one.open().take(manual);
    write("a.txt", "two");
    write("sub [1]/.gitignore", "");
    await one.open().take(manual);
    expect(await restoreAllFiles(one.open(), first.id)).toMatchObject({ kind: "done" });
    expect(left.map(read)).toEqual(left.map(() => "mine"));
  });
});

it("leaves a nested repository out as a whole that the rules around it leave out", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", "vendor/b.txt": "b" });
  userGit(folder, "init", "-q", "-b", "main");
  userGit(path.join(folder, "vendor"), "init", "-q", "-b", "main");
  const open = () => openWindow(place, [folder]).open();
  await open().take(manual);
  write(".gitignore", "vendor/\n");
  write("vendor/later.txt", "mine");
  const second = await open().take(manual);
  write("a.txt", "two");
  write("vendor/later.txt", "changed");
  write("vendor/last.txt", "mine");
  expect(await restoreAllFiles(open(), second.id)).toMatchObject({ kind: "done" });
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  expect(["a.txt", "vendor/later.txt", "vendor/last.txt"].map(read)).toEqual(["one", "changed", "mine"]);
});

it("covers files in nested repositories that a pattern names, from the first checkpoint on", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one", ".gitignore": "away/\n" });
  const named = ["inner/.env", "inner/deep/own/.env", "away/lib/.env"];
  for (const name of named) {
    write(path.join(path.dirname(name), ".gitignore"), "*.env\n*.o\n");
    write(path.join(path.dirname(name), "built.o"), "built");
    write(name, "one");
    userGit(path.join(folder, path.dirname(name)), "init", "-q");
  }
  const limits = { include: ["**/own/.env", "inner/.env", "away/lib/.env"] };
  const files = openWindow(place, [folder], { limits }).open();
  const first = await files.take(manual);
  for (const name of named) {
    write(name, "two");
    write(path.join(path.dirname(name), "built.o"), "built again");
  }
  await files.take(manual);
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  for (const name of named) {
    expect(fs.readFileSync(path.join(folder, name), "utf8")).toBe("one");
    expect(fs.readFileSync(path.join(folder, path.dirname(name), "built.o"), "utf8")).toBe("built again");
  }
});

it.each(["[c]", "."])(
  "leaves alone what claude keeps in a configuration folder in the workspace: %s",
  async (config) => {
    const kept = ["projects/x/s.jsonl", "projects/y/t.jsonl", ".credentials.json", ".claude.json"];
    const names = ["a.txt", ...["agents/a.md", "hooks/h.sh", ...kept].map((name) => path.join(config, name))];
    const { place, folder, write } = makeWorkspace(Object.fromEntries(names.map((name) => [name, "1"])));
    const files = openWindow(place, [folder], { limits: { configFolders: [path.join(folder, config)] } }).open();
    const first = await files.take(manual);
    for (const name of names) write(name, "2");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
    const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
    expect(names.map(read)).toEqual(["1", "1", "1", ...kept.map(() => "2")]);
  },
);

it.each([".", "h"])("leaves alone the sign-in of claude beside its usual configuration folder in %s", async (home) => {
  const kept = [".claude.json", ".claude.json.backup", ".claude/.credentials.json"];
  const names = [".bashrc", ".claude/CLAUDE.md", ...kept].map((name) => path.join(home, name));
  const { place, folder, write } = makeWorkspace(Object.fromEntries(names.map((name) => [name, "1"])));
  const limits = { configFolders: [path.join(folder, home, ".claude")] };
  const files = openWindow(place, [folder], { limits }).open();
  const first = await files.take(manual);
  for (const name of names) write(name, "2");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  expect(names.map(read)).toEqual(["1", "1", ...kept.map(() => "2")]);
});

it("covers nothing of a workspace that is a part of what claude keeps", async () => {
  const { place, folder, write } = makeWorkspace({ "projects/x/s.jsonl": "1" });
  const files = openWindow(place, [path.join(folder, "projects")], { limits: { configFolders: [folder] } }).open();
  const first = await files.take(manual);
  write("projects/x/s.jsonl", "2");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
  expect(fs.readFileSync(path.join(folder, "projects/x/s.jsonl"), "utf8")).toBe("2");
});
