import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLogger } from "../../extension/base/logger.ts";
import { createEmptyState } from "../../extension/contract/conversationState.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import { IdeToolsParticipant } from "../../extension/ideTools/ideToolsParticipant.ts";
import { createToolServer } from "../../extension/ideTools/toolServer.ts";
import type { Client } from "../../extension/protocol/client.ts";
import { hasSince } from "../../extension/protocol/version.ts";
import { MemoryIde, problem } from "../fakes/memoryIde.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { currentCli } from "../host/install.mjs";
import { World } from "./realCli.ts";

const text = (words: string) => ({ blocks: [{ text: words }] });
const use = (tool: string, input: object = {}) => ({ blocks: [{ tool: `mcp__editor__${tool}`, input }] });
const otherServer = { command: process.execPath, args: [fileURLToPath(new URL("./namesake.mjs", import.meta.url))] };

let world: World;
beforeEach(async () => {
  world = await World.create();
  world.scripts.set("check", [use("diagnostics"), text("done")]);
  world.scripts.set("fetch", [use("fetch"), text("done")]);
});
afterEach(() => world.close());

/** Registers the editor's tools as a conversation does. */
async function register(client: Client): Promise<void> {
  const editor = new MemoryIde();
  editor.problems.set("/w/a.ts", [problem(1, "Broken")]);
  const participant = new IdeToolsParticipant({
    conversation: { id: "c" as ConversationId, state: () => createEmptyState(world.home.workspace), notice: () => {} },
    editor,
    settings: () => ({ isEnabled: true, disabled: [] }),
    load: async (options) => createToolServer({ ...options, version: "1" }),
    getEdited: () => undefined,
    clock: systemClock,
    logger: silentLogger,
  });
  for (const hook of participant.hooks) client.hooks.register(hook);
  for (const { name, create } of participant.servers) await client.addMcpServer(name, create());
}

const lastResult = (): string => JSON.stringify(world.model.requests.at(-1).messages.at(-1));

describe.each(["2.0.77", "2.1.50", currentCli])("claude %s", (version) => {
  const tellsServer = hasSince(version, "c") !== "no";

  it("calls a tool of the editor, and asks only where it does not say whose tool it is", async () => {
    const cli = await world.start(version, { beforeInitialize: register });
    await cli.turn("check");
    expect(lastResult()).toContain("1:1 error: Broken");
    expect(cli.asked.map(({ tool_name }) => tool_name)).toEqual(tellsServer ? [] : ["mcp__editor__diagnostics"]);
  });

  it("never allows a tool of another server with the same name", async () => {
    fs.writeFileSync(path.join(world.home.workspace, ".mcp.json"), JSON.stringify({ mcpServers: { editor: otherServer } }));
    const cli = await world.start(version, { extraSettings: { enableAllProjectMcpServers: true }, beforeInitialize: register });
    await expect
      .poll(async () => (await cli.client.call("mcp_status", {})).mcpServers.map(({ name, status }) => `${name} ${status}`))
      .toContain("editor connected");
    cli.answer = ({ tool_use_id }) => ({ behavior: "deny", message: "No.", toolUseID: tool_use_id });
    await cli.turn("fetch");
    await cli.turn("check");
    expect(cli.asked.map(({ tool_name }) => tool_name)).toEqual(["mcp__editor__fetch", ...(tellsServer ? [] : ["mcp__editor__diagnostics"])]);
    // Where it is not asked about, the call came here.
    if (tellsServer) expect(lastResult()).toContain("1:1 error: Broken");
  });

  if (tellsServer)
    it.each([
      ["deny", 0],
      ["ask", 1],
    ] as const)("leaves the last word to a rule of the user that says %s", async (behavior, asked) => {
      const cli = await world.start(version, { extraSettings: { permissions: { [behavior]: ["mcp__editor__diagnostics"] } }, beforeInitialize: register });
      cli.answer = ({ tool_use_id }) => ({ behavior: "deny", message: "No.", toolUseID: tool_use_id });
      await cli.turn("check");
      expect(cli.asked).toHaveLength(asked);
      expect(lastResult()).not.toContain("Broken");
    });
});
