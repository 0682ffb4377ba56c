import { expect, it } from "vitest";
import {
  readCopyChoice,
  readIsolatedChoices,
  readWorktreeSettings,
} from "../../../../../extension/core/conversations/isolation/isolationSettings.ts";
import type { FolderSettings } from "../../../../../extension/core/options/folderSettings.ts";

/** Settings of "/w"; those of no folder are under "". */
const settings = (values: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
  ({ read: (name: string, folder = "") => values[folder]?.[name] }) as Pick<FolderSettings, "read">;

it("chooses nothing for an isolated conversation unless its edits need no approval", () => {
  const choices = (isAllowed: boolean, canSandbox: boolean) =>
    readIsolatedChoices(
      settings({ "": { "isolation.allowEdits": isAllowed }, "/w": { permissionMode: "default" } }),
      "/w",
      (folder) => canSandbox && folder === "/w",
    );
  expect(choices(false, true)).toEqual({});
  expect(choices(true, false)).toEqual({});
  expect(choices(true, true)).toEqual({ sandbox: { autoAllowBashIfSandboxed: false, enabled: true } });
});

it("reads the content of a copy and of a worktree for their folder", () => {
  const own = {
    "copy.include": ["dist"],
    "copy.exclude": ["big"],
    "isolation.mounts": ["node_modules"],
    "worktree.include": [".env"],
    "worktree.setupCommand": "npm ci",
  };
  const read = settings({ "": { "isolation.followLinks": true }, "/w": own });
  expect(readCopyChoice(read, "/w")).toEqual({
    rules: { include: ["dist"], exclude: ["big"], isFollowingLinks: true },
    mounts: ["node_modules"],
  });
  expect(readWorktreeSettings(read, "/w")).toEqual({ include: [".env"], setUpCommand: "npm ci" });
});
