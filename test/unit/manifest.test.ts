import fs from "node:fs";
import { expect, it } from "vitest";
import type * as z from "zod";
import { commandIds } from "../../extension/commands/commandIds.ts";
import { settingSchemas } from "../../extension/editor/settings/settingSchemas.ts";

const read = (path: string): string => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));

it("declares exactly the commands that are registered", () => {
  const ids = Object.values(commandIds).flatMap((table) => table.map((id) => `tandem.${id}`));
  expect(manifest.contributes.commands.map((command: { command: string }) => command.command).sort()).toEqual(ids.sort());
});

it("activates on no start of the editor", () => {
  expect(manifest.activationEvents).toEqual([]);
});

it("has a schema for every setting that is contributed, which its default fits", () => {
  const contributed = Object.entries<{ default: unknown }>(manifest.contributes.configuration.properties);
  const schemas = new Map<string, z.ZodType>(Object.entries(settingSchemas).map(([name, schema]) => [`tandem.${name}`, schema]));
  expect(contributed.map(([name]) => name).sort()).toEqual([...schemas.keys()].sort());
  for (const [name, { default: value }] of contributed) expect(schemas.get(name)?.safeParse(value).success, name).toBe(true);
});

it("keeps settings that name programs or environment away from workspaces", () => {
  const { properties } = manifest.contributes.configuration;
  expect(properties["tandem.environment"].scope).toBe("machine");
  expect(properties["tandem.claudePath"].scope).toBe("machine-overridable");
  expect(properties["tandem.allowDangerouslySkipPermissions"].scope).toBe("application");
});

it("has a changelog heading for its version", () => {
  expect(read("CHANGELOG.md")).toContain(`## ${manifest.version}`);
});

it("lists in the palette, without a condition, only what always applies", () => {
  const { commands, menus } = manifest.contributes;
  const conditional = new Set(menus.commandPalette.map(({ command }: { command: string }) => command));
  const always = commands.filter(({ command, enablement }: Record<string, string>) => enablement === undefined && !conditional.has(command));
  expect(always.map(({ command }: { command: string }) => command.replace("tandem.", "")).sort()).toEqual(
    [
      ...["focus", "newConversation", "openConversation", "continueLast", "filterConversations", "restoreConversation"],
      ...["comments.send", "mention.selection", "follow", "showLog", "openSettings", "chooseProgram", "selectProfile", "logIn"],
    ].sort(),
  );
});

it("gives settings a place of their own in the list", () => {
  const orders = Object.values<{ order: number }>(manifest.contributes.configuration.properties).map(({ order }) => order);
  expect(orders.sort((a, b) => a - b)).toEqual(orders.map((_, index) => index + 1));
});

it("keeps New Conversation at the right end of the panel's title, which a narrow panel cuts last", () => {
  const inTitle = manifest.contributes.menus["view/title"].filter(
    ({ when, group }: Record<string, string>) => when === "view == tandem.chat" && group?.startsWith("navigation"),
  );
  const byPlace = inTitle.sort((a: { group: string }, b: { group: string }) => a.group.localeCompare(b.group));
  expect(byPlace.map(({ command }: { command: string }) => command).slice(-2)).toEqual(["tandem.openConversation", "tandem.newConversation"]);
});
