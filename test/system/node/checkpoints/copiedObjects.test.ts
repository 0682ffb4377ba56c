import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { useChild } from "./childSetup.ts";
import { makeWorkspace, openWindow, restoreAllFiles, userGit } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

const startChild = useChild(new URL("copyChild.ts", import.meta.url));

const makeOther = useWorkspaces();
const memory = makeWorkspace({}, true);
afterAll(() => memory.remove());

it("uses no object of the user's repository whose copy to another disk was interrupted", async ({ skip }) => {
  const { folder, write } = makeOther({ "a.txt": randomBytes(4_000).toString("hex") });
  if (fs.statSync(folder).dev === fs.statSync(memory.place).dev) skip("there is only one disk");
  userGit(folder, "init", "-q");
  userGit(folder, "add", "-A");
  const text = fs.readFileSync(path.join(folder, "a.txt"), "utf8");
  expect(await startChild(memory.place, folder).outcome).toBeUndefined();
  const files = openWindow(memory.place, [folder]).open();
  const first = await files.take({ kind: "manual", name: "first" });
  write("a.txt", "changed");
  expect(await restoreAllFiles(files, first.id)).toMatchObject({ kind: "done", different: [] });
  expect(fs.readFileSync(path.join(folder, "a.txt"), "utf8")).toBe(text);
  const left = fs.readdirSync(path.join(memory.place, "store"), { recursive: true }).map(String);
  expect(left.filter((name) => /tmp_/.test(name))).toEqual([]);
});
