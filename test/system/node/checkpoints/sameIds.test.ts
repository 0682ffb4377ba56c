import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { makeWorkspace, openSnapshots, openWindow, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const workspace = useWorkspaces();
const manual = { kind: "manual", name: "" } as const;

const names = [
  "a",
  "b",
  "dir/a",
  "dir/b.log",
  "dir/deep/a",
  "a/inner",
  "ign/x",
  "ign/deep/y",
  "dir/ign/z",
  "n/x",
  "n/y.log",
];
const folders = ["", "n", "dir"];
const rules = ["ign\n", "*.log\n", "", "ign/\n!ign/x\n", "deep\n"];
const step = fc.record({
  kind: fc.constantFrom(
    "write",
    "remove",
    "folder",
    "permissions",
    "rules",
    "noRules",
    "repository",
    "add",
    "exclude",
    "none",
  ),
  name: fc.constantFrom(...names, "dir", "dir/deep", "ign", "n", "ign/deep", "n/.git"),
  at: fc.constantFrom(...folders),
  text: fc.constantFrom(...rules),
  mode: fc.constantFrom(0o700, 0o750, 0o755),
  isTaken: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes a folder; a step that the disk refuses is left out. */
function change(folder: string, { kind, name, at, text, mode }: Step): void {
  const full = path.join(folder, name);
  const place = path.join(folder, at);
  try {
    if (["write", "folder"].includes(kind))
      fs.mkdirSync(kind === "folder" ? full : path.dirname(full), { recursive: true });
    if (["rules", "repository"].includes(kind)) fs.mkdirSync(place, { recursive: true });
    if (kind === "write") fs.writeFileSync(full, text);
    else if (kind === "remove") fs.rmSync(full, { recursive: true, force: true });
    else if (kind === "permissions") fs.chmodSync(full, mode);
    else if (kind === "rules") fs.writeFileSync(path.join(place, ".gitignore"), text);
    else if (kind === "noRules") fs.rmSync(path.join(place, ".gitignore"), { force: true });
    else if (kind === "repository") userGit(place, "init", "-q");
    else if (kind === "add" && fs.existsSync(path.join(place, ".git"))) userGit(place, "add", "-A", "-f");
    else if (kind === "exclude" && fs.existsSync(path.join(folder, ".git/info")))
      fs.writeFileSync(path.join(folder, ".git/info/exclude"), text);
  } catch {
    // Such as a file below a file.
  }
}

it("names an unchanged folder by one id, also in a new window", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { place, folder, remove } = makeWorkspace({ a: "one", "dir/a": "two", "ign/x": "x" }, true);
      try {
        const files = openWindow(place, [folder]).open();
        for (const one of steps) {
          change(folder, one);
          if (!one.isTaken) continue;
          const [first, second] = [await files.take(manual), await files.take(manual)];
          const third = await openWindow(place, [folder]).open().take(manual);
          expect([second.folders, third.folders]).toEqual([first.folders, first.folders]);
        }
      } finally {
        await remove();
      }
    }),
    { numRuns: fuzzRuns(10) },
  );
}, 3_600_000);

it("names a folder by one id whose .git is a file that names no repository", async () => {
  const { place, folder } = workspace({ a: "one", "n/.git": "ign\n", "n/.gitignore": "ign\n" });
  const snapshots = await openSnapshots(place, folder);
  const { id } = await snapshots.take();
  expect((await snapshots.take()).id).toBe(id);
});

it("obeys the rules of a repository created while the window runs, until it is removed", async () => {
  const { place, folder, write } = workspace({ "a.txt": "one" });
  const snapshots = await openSnapshots(place, folder);
  await snapshots.take();
  userGit(folder, "init", "-q");
  write(".git/info/exclude", "*.log\n");
  write("a.log", "1");
  const inside = await snapshots.take();
  expect([...(await snapshots.find(inside.id, ["a.log", "a.txt"])).keys()]).toEqual(["a.txt"]);
  fs.rmSync(path.join(folder, ".git"), { recursive: true });
  expect([...(await snapshots.find((await snapshots.take()).id, ["a.log", "a.txt"])).keys()]).toEqual([
    "a.log",
    "a.txt",
  ]);
});

it("records no empty folder, and no permissions of folders, inside an ignored one", async () => {
  const { place, folder } = workspace({ ".gitignore": "ignored/\n", "new/a.txt": "one" });
  for (const name of ["new/ignored/empty", "new/empty", "other/inner"])
    fs.mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of ["new/ignored", "new/ignored/empty", "new/empty"]) fs.chmodSync(path.join(folder, name), 0o700);
  const snapshots = await openSnapshots(place, folder);
  const { id } = await snapshots.take();
  const side = await snapshots.readSideList(id);
  expect([[...side.emptyFolders].sort(), [...(side.folderModes ?? [])]]).toEqual([
    ["new/empty", "other/inner"],
    [["new/empty", 0o700]],
  ]);
  expect((await snapshots.take()).id).toBe(id);
});

it.each([{ include: [] }, { include: ["nested/deep/*.log"] }])(
  "finds the only new folder of a nested repository, patterns $include",
  async ({ include }) => {
    const name = include.length === 0 ? "nested/deep/new.txt" : "nested/deep/new.log";
    const { place, folder, write } = workspace({ "nested/a.txt": "one", ".gitignore": "*.log\n" });
    userGit(path.join(folder, "nested"), "init", "-q");
    const snapshots = await openSnapshots(place, folder, { include });
    await snapshots.take();
    write(name, "new");
    fs.rmSync(path.join(folder, "nested/a.txt"));
    const { id } = await snapshots.take();
    expect([...(await snapshots.find(id, [name])).keys()]).toEqual([name]);
  },
);
