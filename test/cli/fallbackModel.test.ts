import { afterEach, beforeEach, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { currentCli } from "../host/install.mjs";
import { say } from "../model/replies.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

const overloaded = "claude-sonnet-4-5-20250929";
const spare = "claude-haiku-4-5-20251001";

let world: World;
let conversation: Conversation;
beforeEach(async () => {
  world = await World.create((_prompt, { request }) =>
    request.model === overloaded ? [{ status: 529 }] : [say("From the fallback model.")],
  );
});
afterEach(async () => {
  await conversation.close();
  await world.close();
});

// The older versions end such a turn with an error: 2.0.77 and 2.1.50 change the model for Opus only, and 2.1.50 fails
// at it.
it("continues with the fallback model during an overload, and names the model in use", async () => {
  conversation = await startConversation(world, currentCli, {
    launch: { model: overloaded, fallbackModel: spare },
    logger: silentLogger,
  });
  conversation.submit("hello");
  await until(conversation, ({ status }) => status === "working");
  await until(conversation, ({ status }) => status === "idle");
  const [, ...rest] = conversation.transcript.page("", { kind: "end" }, 10).items;
  expect(rest).toMatchObject([
    { kind: "notice", level: "warning", notice: { code: "modelChanged", from: overloaded, to: spare } },
    { kind: "text", text: "From the fallback model." },
    { kind: "turn", outcome: "done", usage: { models: [{ model: spare }] } },
  ]);
  expect(conversation.state.reported.model).toBe(spare);
});
