import fs from "node:fs";
import { expect, it, vi } from "vitest";
import { createAllCommands } from "../../../../extension/vscode/commands/allCommands.ts";

vi.mock("vscode", () => ({}));

const manifest = JSON.parse(fs.readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));

it("has exactly the commands that the manifest declares", () => {
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const ids = Object.keys(createAllCommands({} as never)).map((id) => `tandem.${id}`);
  expect(ids.toSorted()).toEqual(declared.toSorted());
});
