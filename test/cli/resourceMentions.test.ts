import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ResourceMentions } from "../../extension/core/conversations/composer/mentions/resourceMentions.ts";
import type { Conversations } from "../../extension/core/conversations/conversations.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { findSourceMentions } from "../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { say } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const program = {
  command: process.execPath,
  args: [fileURLToPath(new URL("../fakes/mcp/stdio.mjs", import.meta.url)), "works"],
};

let world: World;
beforeEach(async () => {
  world = await World.create();
});
afterEach(() => world.close());

describeEachVersion("claude %s", (version) => {
  const isNew = hasSince(version, "c") !== "no";

  it("gives the model a mentioned resource with the message, or names the tool for it", async () => {
    // The older versions have the tool only if a server of the start has resources.
    const conversation = await startConversation(world, version, {
      logger: silentLogger,
      mcpServers: { weather: program },
    });
    await until(
      conversation,
      (state) => state.servers?.some(({ name, status }) => name === "weather" && status === "connected") === true,
    );
    const conversations = { get: () => ({ conversation }), all: [{ conversation }] } as unknown as Pick<
      Conversations,
      "get" | "all"
    >;
    const resources = new ResourceMentions(conversations);
    const here = { conversation: "real" as ConversationId, folder: world.home.workspace };
    const read = async (text: string) => (await resources.read(here, findSourceMentions(text)[0]!)) ?? "";
    // Connected, so that it is offered although the model listed nothing yet.
    expect((await resources.suggest(here, "weather")).map(({ text }) => text)).toEqual(["weather:all://resources"]);

    const card = await read("@weather:ui://card");
    if (isNew) expect(card).toContain("A card.");
    else expect(card).toContain("ReadMcpResourceTool");

    const today = await read("@weather:weather://today");
    const [, tool = "", input = ""] = /with (\w+) before you answer: (.*)$/.exec(today) ?? [];
    const seen = () => JSON.stringify(world.model.requests.at(-1).messages);
    world.scripts.set(today, [{ blocks: [{ tool, input: JSON.parse(input) }] }, say("It rains.")]);
    conversation.submit(today);
    await until(conversation, ({ status }) => status === "idle");
    await expect.poll(seen).toContain("Sunny, then rain.");
    expect(conversation.state.requests).toEqual([]);
    await conversation.close();
  });
});
