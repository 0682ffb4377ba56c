import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { LeftOutServers } from "../../../../extension/vscode/servers/leftOutServers.ts";
import { SettingPlaces } from "../../../../extension/vscode/settings/settingPlaces.ts";
import { SettingReports } from "../../../../extension/vscode/settings/settingReports.ts";
import { MemorySettings } from "../../../fakes/memorySettings.ts";

// Replaces the addresses of the editor, which the suite in the extension host uses for real
// (test/host/suite/workspace.ts).
vi.mock("vscode", () => ({
  Uri: {
    file: (fsPath: string) => ({ fsPath }),
    joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => ({ fsPath: path.posix.join(fsPath, ...parts) }),
  },
  workspace: { workspaceFile: {}, asRelativePath: ({ fsPath }: { fsPath: string }) => fsPath },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

/** Messages without an answer. */
const messages = { ask: () => ({ answer: Promise.resolve(undefined), end: () => {} }) };

it("names the file of a wrong value's scope, also below a wrong stronger one", async () => {
  const source = new MemorySettings();
  source.set("model", 4);
  source.set("model", 5, "folder", "/a");
  const texts: Readonly<Record<string, string>> = {
    "/user/settings.json": '{ "tandem.model": 4 }',
    "/a/settings.json": '{ "tandem.model": 5 }',
  };
  const readText = async (file: string): Promise<string> => texts[file] ?? Promise.reject(new Error(`no ${file}`));
  const storage = { fsPath: "/user/globalStorage/tandem" } as never;
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warned.push(message) };
  const places = new SettingPlaces({ source, storage, readText, logger: silentLogger });
  const reports = new SettingReports(places, logger, messages);
  const problem = { code: "wrongValue", at: [], expected: { kind: "type", types: ["text"] } } as const;
  for (const scope of ["user", "folder"] as const)
    reports.report({ name: "model", folder: scope === "folder" ? "/a" : "", scope }, problem, false);
  // Both are wrong for the folder, which is where a start reads them.
  reports.report({ name: "model", folder: "/a", scope: "user" }, { ...problem, at: ["x"] }, false);
  await expect.poll(() => warned.map((message) => message.split(":")[0])).toHaveLength(3);
  expect(warned.map((message) => /\((.*?)[,)]/.exec(message)?.[1]).sort()).toEqual([
    "/a/settings.json",
    "/user/settings.json",
    "/user/settings.json",
  ]);
});

it("names the file of an excluded server, also while a refused one has its name", async () => {
  const source = new MemorySettings();
  source.set("mcpServers", { db: { command: 4 } });
  source.set("mcpServers", { db: { command: "npx" } }, "folder", "/a");
  const texts: Readonly<Record<string, string>> = {
    "/user/settings.json": '{ "tandem.mcpServers": { "db": { "command": 4 } } }',
    "/a/settings.json": '{ "tandem.mcpServers": { "db": { "command": "npx" } } }',
  };
  const readText = async (file: string): Promise<string> => texts[file] ?? Promise.reject(new Error(`no ${file}`));
  const storage = { fsPath: "/user/globalStorage/tandem" } as never;
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warned.push(message) };
  const places = new SettingPlaces({ source, storage, readText, logger: silentLogger });
  const problem = { code: "malformed", issues: "wrong", at: ["command"] } as const;
  new LeftOutServers(logger, {} as never, places, { messages }).show([
    { name: "db", place: { kind: "user" }, problem },
    { name: "db", place: { kind: "folder", folder: "/a" }, problem },
    { name: "db", place: { kind: "workspace" }, problem },
  ]);
  await expect.poll(() => warned.map((message) => message.split(":")[0])).toHaveLength(3);
  expect(warned.map((message) => /\((.*?)[,)]/.exec(message)?.[1]).sort()).toEqual([
    "/a/settings.json",
    "/user/settings.json",
    "workspace settings",
  ]);
});
