import { expect, it } from "vitest";
import type { FolderSettingsOptions } from "../../../../extension/core/options/folderSettings.ts";
import { type SettingName, settingNames } from "../../../../extension/core/options/options.ts";
import { MemorySettings, readMemory } from "../../../fakes/memorySettings.ts";

/** The reader, its source, and the reports that the user saw and that are not cleared. */
function create(about: Partial<FolderSettingsOptions> = {}) {
  const source = new MemorySettings();
  const reported = new Map<string, boolean>();
  const reports: FolderSettingsOptions["reports"] = {
    report: (setting, problem, keepsLast) =>
      void reported.set(JSON.stringify([...Object.values(setting), problem.at]), keepsLast),
    clear: (setting) => {
      for (const key of reported.keys())
        if (key.startsWith(JSON.stringify(Object.values(setting)).slice(0, -1))) reported.delete(key);
    },
  };
  return { source, reported, settings: readMemory(source, { reports, ...about }) };
}

it("reads a folder's setting once until something changes, and no other setting with it", () => {
  const { source, settings } = create();
  source.set("permissionMode", "plan", "folder", "/a");
  expect([
    settings.read("permissionMode", "/a"),
    settings.read("permissionMode", "/a"),
    settings.read("permissionMode", "/b"),
  ]).toEqual([...["plan", "plan", "default"]]);
  expect(source.reads).toEqual(["permissionMode /a", "permissionMode /b"]);
  source.set("permissionMode", "acceptEdits");
  expect([settings.read("permissionMode", "/a"), settings.read("permissionMode", "/b")]).toEqual([
    "plan",
    "acceptEdits",
  ]);
  expect(source.reads).toHaveLength(4);
});

it("has the new values when it reports a change, and names each folder's changes", () => {
  const { source, settings } = create({ originOf: (folder) => folder.replace("/copy of", "") });
  const told: unknown[] = [];
  settings.read("model", "/copy of/a");
  settings.onDidChange(({ names, namesIn }) =>
    told.push([...names, settings.read("model", "/copy of/a"), namesIn("/copy of/a"), namesIn("/b")]),
  );
  source.set("model", "haiku", "folder", "/a");
  expect(told).toEqual([["model", "haiku", ["model"], []]]);
});

it("reports a decision as a change of all settings, and follows a start without them", () => {
  const trust = { isWithout: false };
  const { source, settings } = create({ startsWithout: () => trust.isWithout });
  source.set("maxTurns", 5, "workspace");
  source.set("profile", "work", "folder", "/a");
  expect([settings.read("maxTurns", "/a"), settings.read("profile", "/a")]).toEqual([5, "work"]);
  const told: unknown[] = [];
  settings.onDidChange(({ names, namesIn }) => told.push([[...names], namesIn("/a"), namesIn("/copy of/a")]));
  trust.isWithout = true;
  settings.noteDecision();
  // Every value of the workspace is gone, one that needs no consent too.
  expect(told).toEqual([[settingNames, settingNames, settingNames]]);
  expect([settings.read("maxTurns", "/a"), settings.read("profile", "/a")]).toEqual([null, ""]);
});

it("loads nothing of a refused folder that the user's own settings name", () => {
  const { source, settings } = create({ startsWithout: (folder) => folder === "/a" });
  source.set("pluginDirectories", ["tools/plugin", "/own/plugin", "/a/other"]);
  source.set("settingsFile", "claude.json");
  const read = (folder: string, trust: "all" | "user") =>
    settings.layers(folder, trust, "start").map(({ values }) => [values["pluginDirectories"], values["settingsFile"]]);
  const none = [undefined, undefined];
  expect(read("/a", "user")).toEqual([[["/own/plugin"], undefined], none, none]);
  expect(read("/b", "all")).toEqual([[["/b/tools/plugin", "/own/plugin", "/a/other"], "/b/claude.json"], none, none]);
  expect(settings.explain("/a").find(({ name }) => name === "settingsFile")?.overridden).toEqual([
    { source: { kind: "setting", scope: "user" }, value: "/a/claude.json", isWithheld: true },
  ]);
});

it("uses a wider value of a workspace only after consent", () => {
  const known: string[] = [];
  const { source, settings } = create({ knows: ({ name, value, path }) => known.includes(`${name} ${value} ${path}`) });
  source.set("maxTurns", 5);
  source.set("maxTurns", 9, "folder", "/a");
  source.set("maxTurns", 3, "workspace");
  expect(settings.read("maxTurns", "/a")).toBe(3);
  expect(settings.explain("/a").find(({ name }) => name === "maxTurns")).toMatchObject({
    value: 3,
    overridden: [
      { source: { scope: "folder" }, value: 9, isWithheld: true },
      { source: { scope: "user" }, value: 5 },
      { source: { kind: "default" } },
    ],
  });
  known.push("tandem.maxTurns 9 /a/settings.json");
  settings.noteDecision();
  expect(settings.read("maxTurns", "/a")).toBe(9);
  // A start asks again, since another window can have decided.
  known.pop();
  expect(settings.read("maxTurns", "/a")).toBe(9);
  expect(settings.layers("/a", "all", "start").map(({ values }) => values["maxTurns"])).toEqual([5, 3, undefined]);
  expect(settings.read("maxTurns", "/a")).toBe(3);
});

it("keeps no workspace value that would not apply now, and no working folder", () => {
  const known: string[] = [];
  const { source, settings } = create({ knows: ({ name, value }) => known.includes(`${name} ${value}`) });
  const start = (name: SettingName) => settings.layers("/a", "all", "start").map(({ values }) => values[name]);
  // Inside or outside is known only where the folder is chosen, so that nothing was decided about this one.
  source.set("workingDirectory", "/outside", "folder", "/a");
  settings.readAll("/a", false);
  source.set("workingDirectory", 5, "folder", "/a");
  expect(() => settings.readValid("workingDirectory", "/a")).toThrow("tandem.workingDirectory");
  expect(settings.read("workingDirectory", "/a")).toBe("");
  // The user allows the wrong value, which has no effect, and so nothing that was there before.
  known.push("tandem.appendSystemPrompt Obey.");
  source.set("appendSystemPrompt", "Obey.", "folder", "/a");
  expect(start("appendSystemPrompt")).toEqual([undefined, undefined, "Obey."]);
  known.splice(0, 1, "tandem.appendSystemPrompt 7");
  source.set("appendSystemPrompt", 7, "folder", "/a");
  expect(() => start("appendSystemPrompt")).toThrow("tandem.appendSystemPrompt");
  expect(settings.read("appendSystemPrompt", "/a")).toBe("");
  known.push("tandem.appendSystemPrompt Obey.");
  expect(start("appendSystemPrompt")).toEqual([undefined, undefined, "Obey."]);
});

it("compares a workspace's value with the user's last valid one while theirs is wrong", () => {
  const { source, settings } = create({ knows: () => false });
  const read = () => [
    settings.read("maxBudgetUsd", "/a"),
    settings.read("permissionMode", "/b"),
    settings.read("maxTurns", "/a"),
  ];
  const values = { maxBudgetUsd: 5, permissionMode: "plan", maxTurns: 5 };
  for (const [name, value] of Object.entries(values)) source.set(name as SettingName, value);
  source.set("maxBudgetUsd", 1000, "folder", "/a");
  source.set("permissionMode", "default", "folder", "/b");
  source.set("maxTurns", 3, "folder", "/a");
  expect(read()).toEqual([5, "plan", 3]);
  for (const name of ["maxBudgetUsd", "permissionMode", "maxTurns"] as const) source.set(name, "plam");
  expect(read()).toEqual([5, "plan", 3]);
  // Of a wrong value that was never valid, nobody knows what it allows.
  const fresh = create({ knows: () => false });
  fresh.source.set("maxBudgetUsd", "5");
  fresh.source.set("maxBudgetUsd", 1000, "folder", "/a");
  expect(fresh.settings.read("maxBudgetUsd", "/a")).toBeNull();
});

it("keeps the last valid value of each scope while a wrong one is reported", () => {
  const { source, settings, reported } = create();
  source.set("pauseAfterMinutes", 3);
  settings.readAll("", false);
  source.set("pauseAfterMinutes", "soon");
  expect([settings.read("pauseAfterMinutes"), [...reported]]).toEqual([
    3,
    [['["pauseAfterMinutes","user","",[]]', true]],
  ]);
  source.set("pauseAfterMinutes", 4);
  expect([settings.read("pauseAfterMinutes"), [...reported]]).toEqual([4, []]);

  const fresh = create();
  fresh.source.set("workingDirectory", 5, "folder", "/a");
  fresh.source.set("workingDirectory", "sub", "user");
  expect([fresh.settings.read("workingDirectory", "/a"), [...fresh.reported.values()]]).toEqual(["sub", [false]]);
  expect(() => fresh.settings.readValid("workingDirectory", "/a")).toThrow("tandem.workingDirectory");
  expect(fresh.settings.readValid("workingDirectory", "/a", "user")).toBe("sub");
  // A wrong value that a stronger one covers stops nothing.
  fresh.source.set("workingDirectory", "other", "folder", "/a");
  fresh.source.set("workingDirectory", 6, "workspace");
  expect(fresh.settings.readValid("workingDirectory", "/a")).toBe("other");
});

it("stops a start for an option that was never valid, and ignores it while running", () => {
  const { source, settings } = create();
  source.set("model", 4, "folder", "/a");
  source.set("notifications", 4);
  expect(() => settings.layers("/a", "all", "start")).toThrow("tandem.model");
  expect(settings.layers("/a", "all", "run").map(({ values }) => values["model"])).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(settings.layers("/a", "user", "start")).toHaveLength(3);
  source.set("model", "haiku", "folder", "/a");
  source.set("settingsFile", "own.json", "folder", "/a");
  expect(settings.layers("/a", "all", "start").at(-1)).toEqual({
    source: { kind: "setting", scope: "folder" },
    values: { model: "haiku", settingsFile: "/a/own.json" },
  });
  source.set("model", 5, "folder", "/a");
  expect(settings.layers("/a", "all", "start").at(-1)?.values["model"]).toBe("haiku");
  // If nothing was set before, a start would lack a restriction that the user wants.
  source.set("disallowedTools", "Bash");
  expect(() => settings.layers("/a", "all", "start")).toThrow("tandem.disallowedTools");
});

it("starts beside a wrong value where none was before only if that restricts nothing", () => {
  const { source, settings } = create();
  const start = () => settings.layers("/a", "all", "start");
  start();
  source.set("model", 4, "folder", "/a");
  expect(start).not.toThrow();
  source.set("permissionMode", "pln", "folder", "/a");
  expect(start).toThrow("tandem.permissionMode");
});

it("reads every setting of a folder silently, or reports which are wrong", () => {
  const { source, settings, reported } = create();
  const wrong: readonly SettingName[] = ["model", "notifications"];
  for (const name of wrong) source.set(name, 4);
  settings.readAll("", false);
  expect([...reported]).toEqual([]);
  settings.readAll("", true);
  expect([...reported.keys()].map((key) => JSON.parse(key)[0]).sort()).toEqual(wrong);
});

it("keeps an admitted server's last valid definition, and none that was only listed", () => {
  const { source, settings } = create();
  const names = () =>
    settings.admittedServers("/a", "all", []).found.map(({ server, definition }) => [server.name, definition]);
  source.set("mcpServers", { db: { command: "one" } }, "workspace");
  expect(names()).toEqual([["db", { command: "one" }]]);
  source.set("mcpServers", { db: { command: "two" } }, "workspace");
  expect(settings.definedServers("/a", "all", []).servers.map(({ value }) => value)).toEqual([{ command: "two" }]);
  source.set("mcpServers", { db: { command: 3 } }, "workspace");
  expect(names()).toEqual([["db", { command: "one" }]]);
  expect(settings.admittedServers("/a", "all", ["db"]).found).toEqual([]);
  expect(settings.admittedServers("/a", "user", []).found).toEqual([]);
});

it("forgets only a workspace's kept definitions when the user decides about it", () => {
  const { source, settings } = create();
  const names = (refused: readonly string[]) =>
    settings.admittedServers("/a", "all", refused).found.map(({ server }) => server.name);
  source.set("mcpServers", { mine: { command: "mine" } });
  source.set("mcpServers", { db: { command: "one" } }, "workspace");
  expect(names([])).toEqual(["mine", "db"]);
  settings.noteDecision();
  // The refused server is not written any more, so that no start knows that it was refused.
  source.set("mcpServers", [], "workspace");
  source.set("mcpServers", []);
  expect(names([])).toEqual(["mine"]);
});

it("follows no change once it is disposed", () => {
  const { source, settings } = create();
  const told: unknown[] = [];
  settings.onDidChange(() => told.push(settings));
  settings.dispose();
  source.set("model", "haiku");
  expect(told).toEqual([]);
});
