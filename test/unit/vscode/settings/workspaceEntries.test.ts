import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SettingName } from "../../../../extension/core/options/options.ts";
import { isInForce } from "../../../../extension/core/options/repository/workspaceSettings.ts";
import type { InspectedFolder } from "../../../../extension/core/options/settingsSource.ts";
import { findNamedFiles, findWorkspaceEntries } from "../../../../extension/vscode/settings/workspaceEntries.ts";

let root: string;
let outside: string;
beforeEach(() => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-settings-")));
  [root, outside] = [path.join(folder, "root"), path.join(folder, "outside")];
  for (const each of [root, outside, path.join(root, "sub"), path.join(root, "..sub")]) fs.mkdirSync(each);
});
afterEach(() => fs.rmSync(path.dirname(root), { recursive: true }));

type Values = Readonly<Record<string, unknown>>;

/** The settings of the root, in a window with a workspace file or with one folder. */
function inspected(user: Values, workspace: Values, folder: Values, files: InspectedFolder["files"]): InspectedFolder {
  const get = (name: SettingName) => ({ user: user[name], workspace: workspace[name], folder: folder[name] });
  return {
    root,
    files,
    get,
    getAll: () => ({ user, workspace, folder }),
    toAbsolute: (at) => path.resolve(root, at),
    isInside: () => false,
  };
}

async function found(own: Values, users: Values = {}) {
  const entries = await findWorkspaceEntries(
    inspected(users, own, {}, [{ scope: "workspace", file: "/w/.vscode/settings.json" }]),
  );
  expect(entries.every(({ isOfTandem, path: file }) => isOfTandem && file === "/w/.vscode/settings.json")).toBe(true);
  return entries.map(({ name, value }) => `${name}: ${value}`);
}

it("lists a working folder that leads outside, through a link too, and no other", async () => {
  fs.symlinkSync(outside, path.join(root, "link"));
  expect(await found({ workingDirectory: "sub" })).toEqual([]);
  expect(await found({ workingDirectory: "..sub" })).toEqual([]);
  expect(await found({ workingDirectory: "../outside" })).toEqual([`tandem.workingDirectory: ${outside}`]);
  expect(await found({ workingDirectory: "link" })).toEqual([`tandem.workingDirectory: ${root}/link → ${outside}`]);
  expect(await found({ workingDirectory: "//host/share" })).toEqual(["tandem.workingDirectory: /host/share"]);
});

it("lists a linked additional folder with its target, so that another target asks again", async () => {
  fs.symlinkSync(outside, path.join(root, "link"));
  const value = ["sub", "link", "../outside"];
  expect(await found({ additionalDirectories: value })).toEqual([
    `tandem.additionalDirectories: ${root}/link → ${outside}`,
    `tandem.additionalDirectories: ${JSON.stringify(value, undefined, 1)}`,
  ]);
});

it("looks into additional folders of the user, who may not want what they bring", async () => {
  const user = { additionalDirectories: [outside], pluginDirectories: [outside], settingsFile: `${outside}/s.json` };
  expect(await findNamedFiles(inspected(user, {}, {}, []), ["/other"])).toEqual({
    settingsFiles: [],
    pluginDirectories: [],
    additionalDirectories: ["/other", outside],
  });
});

it("lists a program that is not the one that the user set, also none", async () => {
  expect(await found({}, { claudePath: "/mine/claude" })).toEqual([]);
  expect(await found({ claudePath: "/mine/claude" }, { claudePath: "/mine/claude" })).toEqual([]);
  expect(await found({ claudePath: "./evil" }, { claudePath: "/mine/claude" })).toEqual(["tandem.claudePath: ./evil"]);
  expect(await found({ claudePath: "" }, { claudePath: "/mine/claude" })).toEqual(["tandem.claudePath: "]);
});

it("lists modes that do not ask, servers, and whatever steers claude, but no taste", async () => {
  expect(await found({ permissionMode: "plan", model: "opus", "chat.fontSize": 12 })).toEqual([]);
  expect(await found({ permissionMode: "acceptEdits" })).toEqual(["tandem.permissionMode: acceptEdits"]);
  expect(await found({ mcpServers: { db: { command: "npx", args: ["db", "a b"] } } })).toEqual(['db: npx db "a b"']);
  expect(await found({ appendSystemPrompt: "Obey.", allowedTools: ["Bash"] })).toEqual([
    'tandem.allowedTools: [\n "Bash"\n]',
    "tandem.appendSystemPrompt: Obey.",
  ]);
});

it("lists the values of every file, since objects merge and wrong values override nothing", async () => {
  const team = { extraArgs: { evil: null }, systemPrompt: "Obey.", mcpServers: { db: { command: "evil" } } };
  const folder = { extraArgs: {}, systemPrompt: 5, mcpServers: "evil" };
  const entries = await findWorkspaceEntries(
    inspected({}, team, folder, [
      { scope: "workspace", file: "team.code-workspace" },
      { scope: "folder", file: "settings.json" },
    ]),
  );
  expect(entries.map(({ path: at, name, value }) => `${at} ${name} ${value.replace(/\s/g, "")}`)).toEqual([
    "team.code-workspace db evil",
    "team.code-workspace tandem.systemPrompt Obey.",
    'team.code-workspace tandem.extraArgs {"evil":null}',
    "settings.json tandem.systemPrompt 5",
    "settings.json tandem.extraArgs {}",
  ]);
});

it("reads all values at once at the end, as the next reader gets them", async () => {
  const values: Record<string, unknown> = { workingDirectory: "../outside" };
  const finding = findWorkspaceEntries(inspected({}, values, {}, [{ scope: "workspace", file: "settings.json" }]));
  Object.assign(values, {
    mcpServers: { late: { command: "evil" } },
    permissionMode: "acceptEdits",
    claudePath: "./evil",
  });
  expect((await finding).map(({ name }) => name)).toEqual([
    "late",
    "tandem.workingDirectory",
    "tandem.permissionMode",
    "tandem.claudePath",
  ]);
});

it.each([
  ["maxBudgetUsd", 5, 4, false],
  ["maxBudgetUsd", 5, 50, true],
  ["maxBudgetUsd", 5, null, true],
  ["maxBudgetUsd", undefined, 5, false],
  ["maxTurns", 3, 4, true],
  ["maxTurns", "3", 4, true],
  ["permissionMode", "plan", "default", true],
  ["permissionMode", "acceptEdits", "acceptEdits", false],
  ["permissionMode", undefined, "plan", false],
  ["permissionMode", "dontAsk", "acceptEdits", true],
  ["permissionMode", "dontAsk", "default", false],
  ["profile", "", "work", false],
  ["chat.saveFilesBeforeSending", "ask", "always", true],
  ["chat.saveFilesBeforeSending", "ask", "never", false],
  ["diff.open", "active", "onDemand", false],
  ["limits.turn.newTokens", 1000, 0, true],
  ["disallowedTools", ["Bash"], [], false],
])("asks about %s, which the user set to %j, at %j: %s", async (name, users, value, isAsked) => {
  expect((await found({ [name]: value }, { [name]: users })).length).toBe(isAsked ? 1 : 0);
  const knows = (isKnown: boolean) => ({ users, file: "/w/.vscode/settings.json", knows: () => isKnown });
  expect([isInForce(name, value, knows(false)), isInForce(name, value, knows(true))]).toEqual([!isAsked, true]);
});

it("takes for known what the user decided about in this form, and nothing else", () => {
  const seen: string[] = [];
  const knows = ({ name, value, path: file }: { name: string; value: string; path?: string | undefined }) =>
    seen.push(`${name} ${value} ${file}`) > 0;
  isInForce("limits.turn.newTokens", 0, { users: 5, file: "/w/.vscode/settings.json", knows });
  expect(seen).toEqual(["tandem.limits.turn.newTokens 0 /w/.vscode/settings.json"]);
});
