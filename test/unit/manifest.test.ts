import fs from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => fs.readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const manifest = JSON.parse(read("package.json"));

it("declares exactly the commands that are registered", () => {
  const table = read("extension/commands/allCommands.ts");
  const ids = [...table.matchAll(/^ {4}"?([\w.]+)"?: \w+Command\(/gm)].map((match) => `tandem.${match[1]}`);
  expect(manifest.contributes.commands.map((command: { command: string }) => command.command).sort()).toEqual(ids.sort());
});

it("activates on no start of the editor", () => {
  expect(manifest.activationEvents).toEqual([]);
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
