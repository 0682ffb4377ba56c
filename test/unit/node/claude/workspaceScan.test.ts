import { expect, it } from "vitest";
import type { FoundEntry } from "../../../../extension/core/options/repository/parsedFile.ts";
import { identifyEntry } from "../../../../extension/node/claude/repositoryScan.ts";
import { createWorkspaceScan } from "../../../../extension/node/claude/workspaceScan.ts";

const setting: FoundEntry = {
  kind: "environment",
  name: "tandem.environment",
  path: "/original/.vscode/settings.json",
  value: "{}",
};
const none = { settingsFiles: [], pluginDirectories: [], additionalDirectories: [] };

/** Scans a folder that is not on the disk, and returns with it which folders the settings were read of. */
async function scan(folder: string) {
  const read: unknown[] = [];
  const find = createWorkspaceScan({
    findIsolated: (each) => (each.startsWith("/copy") ? { folder: "/copy", origin: "/original" } : undefined),
    findOwnFolders: () => ({ home: "/", homes: [], configFolders: [] }),
    listEnvironments: () => [],
    otherRoots: () => ["/other"],
    findNamedFiles: async (...given) => {
      read.push(given);
      return none;
    },
    findSettings: async (each) => {
      read.push(each);
      return [setting, setting];
    },
    readKnown: () => [],
  });
  return { entries: await find(folder), read };
}

it("finds each setting once, together with the workspace's other folders", async () => {
  expect(await scan("/original")).toEqual({
    entries: [identifyEntry(setting)],
    read: [["/original", ["/other"]], "/original"],
  });
});

it("reads the original's settings for an isolated folder, without other folders of the workspace", async () => {
  // A start in an isolated folder passes no other folder.
  expect((await scan("/copy/packages/a")).read).toEqual([["/original", []], "/original"]);
});
