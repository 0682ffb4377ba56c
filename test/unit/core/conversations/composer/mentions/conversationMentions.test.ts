import { expect, it } from "vitest";
import { ConversationMentions } from "../../../../../../extension/core/conversations/composer/mentions/conversationMentions.ts";
import type { Frame } from "../../../../../../extension/core/protocol/frames/decode.ts";
import {
  findSourceMentions,
  type MentionSuggestion,
} from "../../../../../../extension/shared/contract/composer/suggestions.ts";
import { getExportLayout } from "../../../../../../extension/shared/pages/export/exported.ts";
import { setup } from "../../actionsSetup.ts";

const userFrame = (text: string) =>
  ({ type: "user", uuid: text, message: { role: "user", content: [{ type: "text", text }] } }) as unknown as Frame;
const texts = (all: readonly MentionSuggestion[]) => all.map(({ text }) => text);

it("mentions agents and past conversations, and sends what was said there", async () => {
  const session = { sessionId: "0123abcd-1111", folder: "/w", title: "Find\u202e the leak", firstPrompt: "", time: 1 };
  const { conversations, list, shown, exports } = await setup({
    saved: [session],
    load: async () => [userFrame("where is it")],
    answers: { initialize: { agents: [{ name: "reviewer" }, { name: "no word" }] } },
  });
  await list.refresh();
  const past = new ConversationMentions({
    conversations,
    list,
    read: (key, use) => exports.read(key, use),
    layoutOf: (about) => getExportLayout(about, "markdown"),
  });
  const here = { conversation: shown.id, folder: "/w" };
  expect(texts(await past.suggest(here, ""))).toEqual(["agent-reviewer"]);
  expect(await past.suggest(here, "leak")).toEqual([
    { kind: "conversation", text: "conversation:find-the-leak-0123abcd", label: "Find the leak" },
  ]);
  const [mention] = findSourceMentions("as in @conversation:find-the-leak-0123abcd");
  const text = await past.read(here, mention!);
  expect(text?.start).toMatch(/^# Find\u202e the leak\n\n.*> where is it\n$/s);
  expect(text?.length).toBe(text?.start.length);
  await expect(past.read(here, { ...mention!, name: "ffffffff" })).rejects.toThrow("there is no conversation");
  expect(conversations.all).toHaveLength(1);
});
