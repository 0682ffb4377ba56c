import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

/** Git keeps other bytes than those on disk, as something converted them when it last read the file. */
const conversions: Readonly<
  Record<
    string,
    { readonly before: readonly string[]; readonly after?: readonly string[]; readonly attributes?: string }
  >
> = {
  "line ends, switched on by another word for it": { before: ["core.autocrlf", "yes"] },
  "line ends, switched on by a number": { before: ["core.autocrlf", "1"] },
  "line ends, switched off since": { before: ["core.autocrlf", "true"], after: ["core.autocrlf", "false"] },
  "line ends, by attributes that are gone": { before: ["core.autocrlf", "false"], attributes: "*.txt text\n" },
  "a filter, by attributes that are gone": {
    before: ["filter.short.clean", "head -c 4"],
    attributes: "*.txt filter=short\n",
  },
};

it.skipIf(process.platform === "win32").each(Object.entries(conversions))(
  "restores the bytes that were on disk: %s",
  async (_, { before, after, attributes = "" }) => {
    const text = "one\r\ntwo\r\n";
    const { place, folder, write } = makeWorkspace({ "a.txt": text, ".gitattributes": attributes });
    userGit(folder, "init", "-q", "-b", "main");
    userGit(folder, "config", ...before);
    userGit(folder, "add", ".");
    userGit(folder, "commit", "-qm", "first");
    if (after) userGit(folder, "config", ...after);
    write(".gitattributes", "");
    const files = openWindow(place, [folder]).open();
    const first = await files.take({ kind: "manual", name: "first" });
    write("a.txt", "changed");
    expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done" });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "latin1")).toBe(text);
  },
);
