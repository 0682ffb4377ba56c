import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { IdeToolsParticipant } from "../../extension/core/ideTools/ideToolsParticipant.ts";
import { createToolServer } from "../../extension/core/ideTools/toolServer.ts";
import type { Client } from "../../extension/core/protocol/connection/client.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { change, MemoryIde, problem } from "../fakes/memoryIde.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { allow, World } from "./realCli.ts";

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

const editor = new MemoryIde();
/** The calls that \`claude\` asked about, what the host asked about, and the answer of the user to that. */
const cards = new Set<string>();
const held: object[] = [];
const consent = { isAllowed: true };

/** Registers the editor's tools as a conversation does. */
async function register(client: Client): Promise<void> {
  editor.problems.set("/w/a.ts", [problem(1, "Broken")]);
  const participant = new IdeToolsParticipant({
    planned: new Map(),
    conversation: { id: "c" as ConversationId, state: () => createEmptyState("/w"), notice: () => {} },
    editor,
    settings: () => ({ isEnabled: true, disabled: [] }),
    tellsProblems: () => true,
    load: async (options) => createToolServer({ ...options, version: "1" }),
    getEdited: () => undefined,
    held: () => ({
      ask: async ({ input }) => {
        held.push(input);
        return consent;
      },
      wasAsked: (call) => cards.has(call),
    }),
    clock: systemClock,
    logger: silentLogger,
  });
  for (const hook of participant.hooks) client.hooks.register(hook);
  for (const { name, create } of participant.servers) await client.addMcpServer(name, create());
}

const lastResult = (): string => JSON.stringify(world.model.requests.at(-1).messages.at(-1));

describeEachVersion("claude %s", (version) => {
  const tellsServer = hasSince(version, "c") !== "no";

  it("calls a tool of the editor, and asks where claude doesn't name its server", async () => {
    const cli = await world.start(version, { beforeInitialize: register });
    await cli.turn("check");
    expect(lastResult()).toContain("1:1 error: Broken");
    expect(cli.asked.map(({ tool_name }) => tool_name)).toEqual(tellsServer ? [] : ["mcp__editor__diagnostics"]);
  });

  it("shows the user what a call changes before it does, and changes nothing else", async () => {
    consent.isAllowed = true;
    world.scripts.set("format", [use("format", { path: "a.ts" }), text("done")]);
    editor.write("/w/a.ts", "a\n");
    editor.planned = [change("/w/a.ts", "a\n", "b\n")];
    const cli = await world.start(version, { beforeInitialize: register });
    cli.answer = (request) => {
      cards.add(request.tool_use_id);
      return allow(request);
    };
    await cli.turn("format");
    const shown = { path: "a.ts", changes: ["/w/a.ts", "1 - a", "1 + b"] };
    expect(cli.asked.map((request) => request.input)).toEqual([tellsServer ? shown : { path: "a.ts" }]);
    // A version that names no server shows the input alone, so the host asks.
    expect(held.splice(0)).toEqual(tellsServer ? [] : [shown]);
    expect(editor.applied.splice(0)).toEqual([editor.planned]);
    cli.answer = (request) => {
      cards.add(request.tool_use_id);
      editor.planned = [change("/w/a.ts", "a\n", "c\n")];
      return allow(request);
    };
    editor.planned = [change("/w/a.ts", "a\n", "b\n")];
    consent.isAllowed = false;
    await cli.turn("format");
    expect(held.splice(0)).toEqual([{ path: "a.ts", changes: ["/w/a.ts", "1 - a", "1 + c"] }]);
    expect(editor.applied).toEqual([]);
    expect(lastResult()).toContain("Nothing was changed");
  });

  it("works with the small server that is the model for others", async () => {
    const calculator = fileURLToPath(new URL("../fakes/mcp/calculator.mjs", import.meta.url));
    const call = (right: number) => ({
      blocks: [{ tool: "mcp__calculator__calculate", input: { left: 84, operator: "/", right } }],
    });
    world.scripts.set("calculate", [call(2), call(0), text("done")]);
    const cli = await world.start(version, {
      mcpServers: { calculator: { command: process.execPath, args: [calculator] } },
    });
    await cli.turn("calculate");
    const results = JSON.stringify(world.model.requests.at(-1).messages);
    expect(results).toContain('"text":"42"');
    expect(results).toContain("Nothing can be divided by zero.");
  });

  it("never allows a tool of another server with the same name", async () => {
    fs.writeFileSync(
      path.join(world.home.workspace, ".mcp.json"),
      JSON.stringify({ mcpServers: { editor: otherServer } }),
    );
    const cli = await world.start(version, {
      extraSettings: { enableAllProjectMcpServers: true },
      beforeInitialize: register,
    });
    await expect
      .poll(async () =>
        (await cli.client.call("mcp_status", {})).mcpServers.map(({ name, status }) => `${name} ${status}`),
      )
      .toContain("editor connected");
    cli.answer = ({ tool_use_id }) => ({ behavior: "deny", message: "No.", toolUseID: tool_use_id });
    await cli.turn("fetch");
    await cli.turn("check");
    expect(cli.asked.map(({ tool_name }) => tool_name)).toEqual([
      "mcp__editor__fetch",
      ...(tellsServer ? [] : ["mcp__editor__diagnostics"]),
    ]);
    // A call that is not asked about came to this server.
    if (tellsServer) expect(lastResult()).toContain("1:1 error: Broken");
  });

  if (tellsServer)
    it.each([
      ["deny", 0],
      ["ask", 1],
    ] as const)("leaves the last word to a rule of the user that says %s", async (behavior, asked) => {
      const cli = await world.start(version, {
        extraSettings: { permissions: { [behavior]: ["mcp__editor__diagnostics"] } },
        beforeInitialize: register,
      });
      cli.answer = ({ tool_use_id }) => ({ behavior: "deny", message: "No.", toolUseID: tool_use_id });
      await cli.turn("check");
      expect(cli.asked).toHaveLength(asked);
      expect(lastResult()).not.toContain("Broken");
    });
});
