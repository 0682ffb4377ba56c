import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
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
