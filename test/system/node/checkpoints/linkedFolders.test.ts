import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openWindow, restoreAllFiles } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;

/** A workspace with two roots that lead to one folder: the real path, and a link. */
function begin() {
  const one = workspace({ "a.txt": "one" });
  const link = path.join(one.place, "link");
  fs.symlinkSync(one.folder, link);
  return { ...one, link };
}

it.each(["the folder", "a link to it"])(
  "restores once where another root of the workspace leads to the same folder: %s first",
  async (first) => {
    const { place, folder, link, write } = begin();
    const roots = first === "the folder" ? [folder, link] : [link, folder];
    const [named = ""] = roots;
    const files = openWindow(place, roots).open("one", named);
    const before = await files.take({ kind: "message", prompt: "p" });
    expect(before.folders).toHaveLength(1);
    write("a.txt", "1");
    for (const root of roots) files.noteSave(path.join(root, "a.txt"));
    await files.take({ kind: "turnEnd", prompt: "p" });
    expect([...(await files.changedByOthers(before.id))]).toEqual([path.join(named, "a.txt")]);
    expect((await files.compare(before.id, "disk")).differences.map((each) => each.path)).toEqual([
      path.join(named, "a.txt"),
    ]);
    for (const root of roots) {
      expect(String(await files.read(before.id, path.join(root, "a.txt")))).toBe("one");
      expect(String(await files.read("disk", path.join(root, "a.txt")))).toBe("1");
    }
    expect(await restoreAllFiles(files, before.id)).toMatchObject({ kind: "done", different: [] });
    expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe("one");
  },
);

it("names a file whose folder another program replaced by a link while it was restored", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one", "sub/b.txt": "two" });
  const files = openWindow(place, [folder]).open();
  const first = await files.take(manual);
  write("a.txt", "1");
  write("sub/b.txt", "2");
  const { renameSync } = fs;
  const { rename } = fs.promises;
  const [sub, outside] = [path.join(folder, "sub"), path.join(place, "outside")];
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    if (to !== path.join(sub, "b.txt")) return;
    renameSync(sub, outside);
    fs.symlinkSync(outside, sub);
  };
  // Used on a disk that is slow at the moment.
  fs.promises.rename = async (from, to) => fs.renameSync(from, to);
  try {
    expect(await restoreAllFiles(files, first.id)).toMatchObject({
      kind: "done",
      different: [path.join(sub, "b.txt")],
    });
  } finally {
    fs.renameSync = renameSync;
    fs.promises.rename = rename;
  }
});
