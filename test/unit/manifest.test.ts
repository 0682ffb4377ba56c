import fs from "node:fs";
import { expect, it } from "vitest";
import { mayNeedConsent } from "../../extension/core/options/consent.ts";
import { optionRows } from "../../extension/core/options/options.ts";

const read = (path: string): string => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));

it("activates on no start of the editor", () => {
  expect(manifest.activationEvents).toEqual(["onUri"]);
});

type Group = {
  title: string;
  order: number;
  properties: Record<string, { order: number; enum?: unknown[]; enumItemLabels?: string[] }>;
};
const groups: Group[] = manifest.contributes.configuration;
const properties = Object.assign({}, ...groups.map((group) => group.properties));
const settings = [...optionRows].filter(([, { scope }]) => scope !== null);

it("contributes exactly the settings of the options table", () => {
  expect(Object.keys(properties).sort()).toEqual(settings.map(([name]) => `tandem.${name}`).sort());
});

it.each(settings)("contributes tandem.%s with the default, the scope and the values of its row", (name, row) => {
  const { default: value, scope, enum: values } = properties[`tandem.${name}`];
  expect({ value, scope }).toEqual({ value: row.default, scope: row.scope });
  expect(row.schema.safeParse(value).success).toBe(true);
  expect(values).toEqual((row.schema as { options?: readonly unknown[] }).options);
});

it("withholds from untrusted workspaces what needs consent", () => {
  const names = settings.filter(([, row]) => mayNeedConsent(row)).map(([name]) => `tandem.${name}`);
  expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(names.sort());
});

it.each([...optionRows])("tells why %s has no setting, or cannot change while claude runs", (_name, { scope, why }) => {
  if (scope === null) expect(why).toMatch(/\.$/);
});

it("keeps settings that name programs or environment away from workspaces", () => {
  expect(properties["tandem.environment"].scope).toBe("machine");
  expect(properties["tandem.profiles"].scope).toBe("machine");
  expect(properties["tandem.claudePath"].scope).toBe("machine-overridable");
  expect(properties["tandem.allowDangerouslySkipPermissions"].scope).toBe("application");
});

it("has a changelog heading for its version", () => {
  expect(read("CHANGELOG.md")).toContain(`## ${manifest.version}`);
});

it("has a key of its own on Windows where Ctrl+Escape is the Start menu", () => {
  const bound: readonly { key: string; win?: string }[] = manifest.contributes.keybindings;
  expect(bound.filter(({ key, win }) => key.includes("ctrl+escape") && (win ?? key).includes("ctrl+escape"))).toEqual(
    [],
  );
});

it("gives each setting its own place in a group, and each choice a label", () => {
  const places = (all: readonly { order: number }[]): number[] => all.map(({ order }) => order).sort((a, b) => a - b);
  expect(places(groups)).toEqual(groups.map((_, index) => index + 1));
  expect(new Set(groups.map(({ title }) => title)).size).toBe(groups.length);
  for (const group of groups) {
    const all = Object.values(group.properties);
    expect(places(all), group.title).toEqual(all.map((_, index) => index + 1));
    for (const { enum: values, enumItemLabels: labels } of all) expect(labels?.length).toBe(values?.length);
  }
});

it("keeps New Conversation rightmost in the panel's title, which a narrow panel cuts last", () => {
  const inTitle = manifest.contributes.menus["view/title"].filter(
    ({ when, group }: Record<string, string>) => when === "view == tandem.chat" && group?.startsWith("navigation"),
  );
  const byPlace = inTitle.sort((a: { group: string }, b: { group: string }) => a.group.localeCompare(b.group));
  expect(byPlace.map(({ command }: { command: string }) => command).slice(-2)).toEqual([
    "tandem.openConversation",
    "tandem.newConversation",
  ]);
});

it("shows Rewind in the panel's title only with messages, and first in no title", () => {
  const { menus } = manifest.contributes;
  const entries: readonly { command: string; when: string; group: string }[] = [
    ...menus["view/title"].filter(({ when }: { when: string }) => when.startsWith("view == tandem.chat")),
    ...menus["editor/title"].filter(({ when }: { when: string }) =>
      when.startsWith("activeCustomEditorId == tandem.editor"),
    ),
  ];
  expect(entries.filter(({ group }) => group === "navigation@1").map(({ command }) => command)).toEqual([
    "tandem.panel.openInEditor",
    "tandem.openConversation",
  ]);
  expect(entries.find(({ command }) => command === "tandem.panel.rewind")?.when).toBe(
    "view == tandem.chat && tandem.panelHasMessages",
  );
});

it("offers what needs messages in a title only if its own conversation has some", () => {
  const { menus } = manifest.contributes;
  const needing = /[.](?:rewind|find|renameConversation|continueInTerminal|exportConversation)$/;
  const conditions = (menu: string, place: string): readonly string[] =>
    menus[menu].flatMap(({ command, when }: Record<string, string>) =>
      when?.startsWith(place) && needing.test(command ?? "") ? [when.slice(place.length)] : [],
    );
  const inTab = conditions("editor/title", "activeCustomEditorId == tandem.editor");
  expect(inTab).toEqual(Array(4).fill(" && resource in tandem.tabsWithMessages"));
  const inPanel = conditions("view/title", "view == tandem.chat");
  expect(inPanel).toEqual(Array(5).fill(" && tandem.panelHasMessages"));
});

it("runs in the panel's title no command that concerns the tab with the focus", () => {
  const inTitle: readonly string[] = manifest.contributes.menus["view/title"].flatMap(
    ({ command, when }: Record<string, string>) => (when?.startsWith("view == tandem.chat") ? [command] : []),
  );
  const others = ["openConversation", "newConversation", "openSettings", "showLog", "openWalkthrough"];
  expect(inTitle.filter((command) => !command.startsWith("tandem.panel."))).toEqual(others.map((id) => `tandem.${id}`));
});

it("writes the main action of a rewind's preview in words, the others as icons", () => {
  const { commands, menus } = manifest.contributes;
  const inPreview = menus["editor/title"].filter(({ when }: { when: string }) => when.includes("isPreviewingRewind"));
  const words = inPreview.flatMap(({ command: name }: { command: string }) => {
    const { icon, title } = commands.find(({ command }: { command: string }) => command === name);
    return icon === undefined ? [title] : [];
  });
  expect(words).toEqual(["Apply Rewind…"]);
});

it("adds one entry to the editor's menu, a submenu with all that Tandem does there", () => {
  const { menus, submenus } = manifest.contributes;
  expect(menus["editor/context"].map(({ submenu }: { submenu?: string }) => submenu)).toEqual(["tandem.editorMenu"]);
  expect(submenus).toEqual([{ id: "tandem.editorMenu", label: "Tandem" }]);
  expect(menus["tandem.editorMenu"].map(({ command }: { command: string }) => command)).toEqual([
    "tandem.explain",
    "tandem.fix",
    "tandem.mention.file",
  ]);
});

it("offers mode, status and walkthrough in the panel's menu, not only in the palette", () => {
  const inMenu = manifest.contributes.menus["view/title"].flatMap(({ when, group, command }: Record<string, string>) =>
    when === "view == tandem.chat" && !group?.startsWith("navigation") ? [command] : [],
  );
  expect(inMenu).toEqual(
    expect.arrayContaining(["tandem.panel.selectPermissionMode", "tandem.panel.status", "tandem.openWalkthrough"]),
  );
});

it("has a walkthrough of six steps, each with button, completion event and themed picture", () => {
  const { walkthroughs, commands } = manifest.contributes;
  const { steps } = walkthroughs[0];
  expect(steps.map(({ id }: { id: string }) => id)).toEqual(["program", "login", "folder", "ask", "review", "rewind"]);
  const own = new Set(commands.map(({ command }: { command: string }) => command));
  for (const { id, description, completionEvents, media } of steps) {
    const named = [...description.matchAll(/\(command:(tandem\.\w+)/g)].map(([, command]) => command);
    expect(named.filter((command) => !own.has(command))).toEqual([]);
    expect(description, id).toMatch(/^\[[A-Z][^\]]+\]\(command:[^)]+\)$/m);
    expect(completionEvents.length, id).toBeGreaterThan(0);
    expect(media.altText, id).toMatch(/^[A-Z].+[^.]$/);
    const colors = [...read(media.svg).matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color);
    expect(colors.filter((color) => !/^(none$|var\(--vscode-)/.test(color ?? ""))).toEqual([]);
  }
});
