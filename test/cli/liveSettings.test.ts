import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { say, use } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const weather = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url)), "works"],
};
const look = "mcp__weather__look";

let world: World;
let conversation: Conversation;
beforeEach(async () => {
  world = await World.create();
});
afterEach(async () => {
  await conversation.close();
  await world.close();
});

/** Creates a folder beside the workspace with one file in it. */
function createFolder(name: string): { folder: string; file: string } {
  const folder = path.join(world.home.root, name);
  fs.mkdirSync(folder);
  const file = path.join(folder, "note.txt");
  fs.writeFileSync(file, name);
  return { folder, file };
}

/** Allows the one open request, and returns its tool. */
async function allowNext(): Promise<string> {
  await until(conversation, ({ requests }) => requests.length > 0);
  const [request] = conversation.state.requests;
  if (request?.kind !== "permission") throw new Error("no permission is requested");
  await conversation.permissions.decide(request.id, request.revision, { kind: "allow" });
  await until(conversation, ({ requests }) => !requests.some(({ id }) => id === request.id));
  return request.tool;
}

const whenIdle = () => until(conversation, ({ status }) => status === "idle");
const requestAfter = (prompt: string) =>
  world.model.requests.find(({ messages }) => JSON.stringify(messages).includes(prompt));

describeEachVersion("claude %s", (version) => {
  const isNew = hasSince(version, "c") !== "no";

  it("applies folders, servers and thinking budgets as early in a turn as the version can", async () => {
    const [added, atStart, inFile] = [createFolder("added"), createFolder("atStart"), createFolder("inFile")];
    const read = ({ file }: { file: string }) => use("Read", { file_path: file });
    world.scripts.set("first turn", [
      use("Bash", { command: "touch waiting" }),
      use(look, {}),
      ...[added, atStart, inFile].map(read),
      use("Bash", { command: "touch denied" }),
      say("One."),
    ]);
    world.scripts.set("second turn", [use(look, {}), say("Two.")]);
    conversation = await startConversation(world, version, {
      launch: { model: "claude-haiku-4-5-20251001", additionalDirectories: [atStart.folder] },
      extraSettings: { permissions: { deny: ["Bash(touch denied)"], additionalDirectories: [inFile.folder] } },
      logger: silentLogger,
    });
    conversation.submit("first turn");
    await until(conversation, ({ requests }) => requests.length > 0);
    const values = { additionalDirectories: [added.folder], maxThinkingTokens: 3_000 };
    await conversation.settings.update([{ source: { kind: "setting", scope: "user" }, values }]);
    await conversation.controls.servers.applyServers({ servers: { weather }, rules: { allow: [], ask: [], deny: [] } });
    expect(conversation.state).toMatchObject({
      status: "working",
      servers: [{ name: "weather", status: "connected" }],
    });
    expect(conversation.state.needsRestart).toEqual(isNew ? undefined : ["additionalDirectories"]);
    // The older versions offer the tools of a server from the next turn on.
    expect(await allowNext()).toBe("Bash");
    expect(await allowNext()).toBe(isNew ? look : "Read");
    await whenIdle();
    expect(fs.existsSync(path.join(world.home.workspace, "denied"))).toBe(false);

    conversation.submit("second turn");
    expect(await allowNext()).toBe(look);
    await whenIdle();
    const request = requestAfter("second turn");
    expect(request.thinking).toMatchObject({ type: "enabled", budget_tokens: 3_000 });
    expect(JSON.stringify(isNew ? request.messages : request.tools)).toContain(look);
    const { turn } = conversation.controls.facts.current;
    // The older versions have this tool only if a server of the start has resources.
    expect(turn?.tools.includes("ReadMcpResourceTool")).toBe(isNew);
    expect(new Set(turn?.directories)).toEqual(
      new Set(isNew ? [added, atStart, inFile].map(({ folder }) => folder) : []),
    );
  });
});
