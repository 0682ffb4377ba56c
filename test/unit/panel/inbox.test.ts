import { expect, it } from "vitest";
import { silentLogger } from "../../../extension/base/logger.ts";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import { type Handlers, receive } from "../../../extension/panel/inbox.ts";

const bound = "c1" as ConversationId;

async function handled(raw: unknown): Promise<unknown[]> {
  const seen: unknown[] = [];
  const handlers = new Proxy({} as Handlers, { get: (_, name) => (body: object) => seen.push({ type: name, ...body }) });
  await receive(handlers, raw, bound, silentLogger);
  return seen;
}

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
  { type: "run", action: "workbench.action.quit" },
])("drops %j", async (message) => {
  expect(await handled({ conversation: bound, message })).toEqual([]);
  expect(await handled(message)).toEqual([]);
});
