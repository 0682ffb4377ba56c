import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FolderSettings, findRisks } from "../../../../extension/editor/settings/workspaceRisks.ts";

let root: string;
let outside: string;
beforeEach(() => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-risks-")));
  [root, outside] = [path.join(folder, "root"), path.join(folder, "outside")];
  for (const each of [root, outside, path.join(root, "sub"), path.join(root, "..sub")]) fs.mkdirSync(each);
});
afterEach(() => fs.rmSync(path.dirname(root), { recursive: true }));
const own = (set: Partial<FolderSettings>): FolderSettings => ({
  mcpServers: {},
  permissionMode: undefined,
  workingDirectory: undefined,
  claudePath: undefined,
  ...set,
});

it("asks about a working folder that leads outside, through a link too, and about no other", async () => {
  fs.symlinkSync(outside, path.join(root, "link"));
  const asked = async (workingDirectory: string) => findRisks(own({ workingDirectory }), root, "");
  expect(await asked("sub")).toEqual([]);
  expect(await asked("..sub")).toEqual([]);
  expect(await asked("../outside")).toEqual([`Working folder: ${outside}`]);
  expect(await asked("link")).toEqual([`Working folder: ${root}/link, a link to ${outside}`]);
  expect(await asked("//host/share")).toEqual(["Working folder: /host/share"]);
});

it("asks about a program that is not the one that the user set, also about none", async () => {
  const asked = (claudePath: unknown) => findRisks(own({ claudePath }), root, "/mine/claude");
  expect(await asked(undefined)).toEqual([]);
  expect(await asked("/mine/claude")).toEqual([]);
  expect(await asked("./evil\u202e")).toEqual(["claude executable: ./evil⟦U+202E⟧"]);
  expect(await asked("")).toEqual(["claude executable: found automatically instead of the one you set"]);
});
