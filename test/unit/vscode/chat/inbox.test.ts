import { expect, it } from "vitest";
import { escapeInvisible } from "../../../../extension/shared/base/invisible.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { type Handlers, receive } from "../../../../extension/vscode/chat/inbox.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";

const bound = "c1" as ConversationId;

async function received(raw: unknown, isClosed = false) {
  const seen: unknown[] = [];
  const handlers = new Proxy({} as Handlers, {
    get: (_, name) => (body: object) => void seen.push({ type: name, ...body }),
  });
  const outcome = await receive(handlers, raw, { id: bound, isClosed }, silentLogger);
  return { seen, outcome };
}
const handled = async (raw: unknown): Promise<unknown[]> => (await received(raw)).seen;

const decide = { type: "decide", requestId: "r", revision: 0, decision: { kind: "deny", feedback: "no" } };

it("hands on what is well formed", async () => {
  expect(await handled({ conversation: bound, message: decide })).toEqual([decide]);
});

it("drops what is for another conversation, and takes a new webview's first word", async () => {
  expect(await handled({ conversation: "c2", message: decide })).toEqual([]);
  expect(await handled({ conversation: null, message: decide })).toEqual([]);
  expect(await handled({ conversation: null, message: { type: "ready" } })).toEqual([{ type: "ready" }]);
});

it.each([
  null,
  "submit",
  { type: "toString" },
  { type: "__proto__" },
  { type: "submit" },
  { type: "submit", text: 7 },
  { type: "decide", requestId: "r", revision: 0, decision: { kind: "allow", updatedInput: {} } },
  { type: "decide", requestId: "r", revision: 0, decision: { kind: "everything" } },
  { type: "decide", requestId: "r", decision: { kind: "allow" } },
  { type: "runCommand", action: "workbench.action.quit" },
])("drops %j", async (message) => {
  expect(await handled({ conversation: bound, message })).toEqual([]);
  expect(await handled(message)).toEqual([]);
});

it("reports why a press had no effect, but not for a page's own messages", async () => {
  const outcome = async (...given: Parameters<typeof received>) => (await received(...given)).outcome;
  expect(await outcome({ conversation: bound, message: decide })).toBeUndefined();
  expect(await outcome({ conversation: "c2", message: decide })).toBe("otherConversation");
  expect(await outcome({ conversation: bound, message: decide }, true)).toBe("conversationGone");
  expect(await outcome({ conversation: bound, message: { type: "decide" } })).toBe("notUnderstood");
  expect(await outcome({ conversation: bound, message: { type: "toString" } })).toBe("notUnderstood");
  expect(await outcome(null)).toBe("notUnderstood");
  const draft = { type: "draft", text: "so far" };
  expect(await outcome({ conversation: "c2", message: draft })).toBeUndefined();
  expect(await received({ conversation: bound, message: draft }, true)).toEqual({ seen: [draft], outcome: undefined });
  expect(await outcome({ conversation: bound, message: { type: "draft" } })).toBeUndefined();
});

it("says what a handler answers", async () => {
  const handlers = { moveQueued: () => "queuedGone" } as unknown as Handlers;
  expect(
    await receive(
      handlers,
      { conversation: bound, message: { type: "moveQueued", id: "p", to: 0 } },
      { id: bound, isClosed: false },
      silentLogger,
    ),
  ).toBe("queuedGone");
});

it("types no hidden or acting characters into a terminal, from either message", async () => {
  const say = async (type: string, command: string) =>
    (await handled({ conversation: bound, message: { type, command } })).length;
  for (const text of [
    ...hostileTexts,
    "rm -rf x\u0015ls",
    "a\u0008b",
    "a\u200bb",
    "a\u202eb",
    "a\u0085b",
    "a\u3164b",
    "a\u2800b",
    "a\u00a0b",
    "x".repeat(10_001),
  ]) {
    const command = `echo ${text}`;
    const isPlain =
      escapeInvisible(command) === command.replaceAll(/[\t\n]/g, "⟦⟧") &&
      command.length <= 10_000 &&
      !/[⟦⟧]/.test(command);
    const isTaken = [await say("runInTerminal", command), await say("typeInTerminal", command)];
    if (!/[⟦⟧]/.test(command)) expect([command, ...isTaken]).toEqual([command, isPlain ? 1 : 0, isPlain ? 1 : 0]);
  }
});
