import fs from "node:fs";
import { afterAll, expect, it, vi } from "vitest";
import { createAllCommands } from "../../../../extension/vscode/commands/allCommands.ts";
import { createAskingCommands } from "../../../../extension/vscode/commands/asking.ts";
import { createCheckpointCommands } from "../../../../extension/vscode/commands/checkpoints.ts";
import { createComposerCommands } from "../../../../extension/vscode/commands/composer.ts";
import { createControlCommands } from "../../../../extension/vscode/commands/controls.ts";
import { createConversationCommands } from "../../../../extension/vscode/commands/conversation.ts";
import { createIsolationCommands } from "../../../../extension/vscode/commands/isolation.ts";
import { createListCommands } from "../../../../extension/vscode/commands/list.ts";
import { createPageCommands } from "../../../../extension/vscode/commands/page.ts";
import { createPanelCommands } from "../../../../extension/vscode/commands/panel.ts";
import { createRequestCommands } from "../../../../extension/vscode/commands/requests.ts";
import { createReviewCommands } from "../../../../extension/vscode/commands/review.ts";
import { createRewindCommands } from "../../../../extension/vscode/commands/rewind.ts";
import { createServerCommands } from "../../../../extension/vscode/commands/servers.ts";
import { createWindowCommands } from "../../../../extension/vscode/commands/window.ts";

vi.mock("vscode", () => ({}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

/** Each table of commands by itself: together, one would hide the other's command of the same id. */
const tables = [
  createConversationCommands,
  createAskingCommands,
  createCheckpointCommands,
  createIsolationCommands,
  createListCommands,
  createRequestCommands,
  createReviewCommands,
  createRewindCommands,
  (parts: never) => createPanelCommands(parts, parts),
  createControlCommands,
  createServerCommands,
  createComposerCommands,
  createPageCommands,
  createWindowCommands,
];
const manifest = JSON.parse(fs.readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));

it("has exactly the commands that the manifest declares", () => {
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const ids = tables.flatMap((create) => Object.keys(create({} as never)).map((id) => `tandem.${id}`));
  expect(ids.toSorted()).toEqual(declared.toSorted());
  expect(Object.keys(createAllCommands({} as never))).toHaveLength(ids.length);
});
