import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

it("reads the files of a checkpoint in several folders as it reads each of them", async () => {
  const { place, folder, write } = makeWorkspace(
    { "a.txt": "one\n", empty: "", "lib/b.txt": "one\n", "large.txt": "l".repeat(3_000) },
    true,
  );
  fs.writeFileSync(path.join(folder, "binary"), randomBytes(500));
  fs.writeFileSync(path.join(folder, "new\nline"), "odd name\n");
  fs.symlinkSync("a.txt", path.join(folder, "link"));
  const other = path.join(place, "other");
  fs.mkdirSync(other);
  fs.writeFileSync(path.join(other, "a.txt"), "blob 3\nabc\n");
  const files = openWindow(place, [folder, other]).open();
  const { id } = await files.take({ kind: "manual", name: "now" });
  write("a.txt", "two\n");
  const names = ["a.txt", "empty", "lib/b.txt", "large.txt", "binary", "new\nline", "link", "none.txt", "lib"];
  const paths = [
    ...names.map((name) => path.join(folder, name)),
    path.join(other, "a.txt"),
    path.join(place, "outside.txt"),
  ];
  const all = await files.readAll(id, paths, 2_000);
  for (const each of paths) expect([each, all.get(each)]).toEqual([each, await files.read(id, each, 2_000)]);
  expect(all.get(path.join(folder, "large.txt"))).toBe("tooLarge");
  expect(all.size).toBe(8);
});

it("reads more than one call of git may print", async () => {
  const { place, folder } = makeWorkspace({}, true);
  const contents = Array.from({ length: 5 }, () => randomBytes(4_000_000));
  for (const [at, content] of contents.entries()) fs.writeFileSync(path.join(folder, `${at}.bin`), content);
  const files = openWindow(place, [folder]).open();
  const { id } = await files.take({ kind: "manual", name: "now" });
  const all = await files.readAll(
    id,
    contents.map((_, at) => path.join(folder, `${at}.bin`)),
    10_000_000,
  );
  for (const [at, content] of contents.entries())
    expect(content.equals(all.get(path.join(folder, `${at}.bin`)) as Buffer)).toBe(true);
});

it("reports a file with lost content as incomparable, and rejects for a missing checkpoint", async () => {
  const { place, folder, write } = makeWorkspace({ "a.txt": "one\n" }, true);
  const files = openWindow(place, [folder]).open();
  const { id } = await files.take({ kind: "manual", name: "now" });
  write("a.txt", "two\n");
  const store = path.join(place, "store");
  const isBlob = (name: string): boolean => name.endsWith(path.join("56", "26abf0f72e58d7a153368ba57db4c673c0e171"));
  for (const name of fs.readdirSync(store, { recursive: true, encoding: "utf8" }))
    if (isBlob(name)) fs.rmSync(path.join(store, name));
  expect(await files.readAll(id, [path.join(folder, "a.txt")], 100)).toEqual(
    new Map([[path.join(folder, "a.txt"), "tooLarge"]]),
  );
  await expect(files.readAll("gone" as CheckpointId, [], 100)).rejects.toThrow("no longer exists");
});
