import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

const manual = { kind: "manual", name: "now" } as const;

describe("an ignored file stays when the rules that left it out change outside of the checkpoint", () => {
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

it("leaves a file alone that a list beside the repository's root names, given by a relative path", async () => {
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
