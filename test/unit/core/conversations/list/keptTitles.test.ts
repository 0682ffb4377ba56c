import { expect, it } from "vitest";
import { ConversationList } from "../../../../../extension/core/conversations/list/conversationList.ts";
import { KeptTitles } from "../../../../../extension/core/conversations/list/keptTitles.ts";
import type { SessionSummary } from "../../../../../extension/core/conversations/list/sessionCatalog.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { memoryPins, openWindow, savedList } from "../setup.ts";

/** A window with a conversation that continues in the session s2, in whose list this title is. */
async function setup(title: string, version = "2.0.77") {
  const window = openWindow({ version });
  let saved: readonly SessionSummary[] = [{ sessionId: "s2", folder: "/w", title, firstPrompt: "go", time: 1 }];
  const list = new ConversationList({
    conversations: window.conversations,
    saved: savedList(async () => saved),
    pins: memoryPins(),
    logger: silentLogger,
  });
  const renamed: [sessionId: string, title: string][] = [];
  const rename = async ({ sessionId }: SessionSummary, to: string): Promise<void> => {
    renamed.push([sessionId, to]);
    saved = saved.map((session) => ({ ...session, title: to }));
  };
  new KeptTitles({ conversations: window.conversations, list, sessions: { rename }, logger: silentLogger }).follow();
  const shown = window.conversations.restore();
  await shown.open();
  await list.refresh();
  const { conversation } = shown;
  const cli = window.clis[0]!;
  const plain = cli.onLine;
  cli.onLine = (frame) =>
    frame["request"]?.subtype === "rename_session"
      ? cli.write({
          type: "control_response",
          response: { subtype: "success", request_id: frame["request_id"], response: {} },
        })
      : plain(frame);
  const turn = async (): Promise<void> => {
    conversation.submit("go");
    cli.write({ type: "system", subtype: "init", session_id: "s2" });
    cli.write({ type: "result", subtype: "success" });
    await list.refresh();
  };
  return { cli, conversation, renamed, turn, titles: () => list.all.map((row) => row.title) };
}

it("writes the user's title once into the session that continues a rewound conversation", async () => {
  const { conversation, renamed, turn, titles } = await setup("go");
  conversation.managed.rename("Mine", "s1");
  await turn();
  await expect.poll(titles).toEqual(["Mine"]);
  await turn();
  expect(renamed).toEqual([["s2", "Mine"]]);
  expect(conversation.state.titledSession).toBe("s2");
});

it("lets a running process write the title if its version can", async () => {
  const { cli, conversation, renamed, turn } = await setup("go", "2.1.329");
  conversation.managed.rename("Mine", "s1");
  await turn();
  await expect.poll(() => cli.received.at(-1)).toMatchObject({ request: { subtype: "rename_session", title: "Mine" } });
  expect(renamed).toEqual([]);
});

it("writes no title if the session has it or the user gave none", async () => {
  const copied = await setup("Mine");
  copied.conversation.managed.rename("Mine", "s1");
  await copied.turn();
  await expect.poll(() => copied.conversation.state.titledSession).toBe("s2");
  const plain = await setup("Another");
  await plain.turn();
  expect([...copied.renamed, ...plain.renamed]).toEqual([]);
});
