import { expect, it } from "vitest";
import { silentLogger } from "../../../extension/base/logger.ts";
import { type Handlers, receive } from "../../../extension/panel/inbox.ts";

function handled(raw: unknown): unknown[] {
  const seen: unknown[] = [];
  const handlers = new Proxy({} as Handlers, { get: () => (message: unknown) => seen.push(message) });
  receive(handlers, raw, silentLogger);
  return seen;
}

it("hands on what is well formed", () => {
  const message = { type: "decide", requestId: "r", decision: { kind: "deny", feedback: "no" } };
  expect(handled(message)).toEqual([message]);
});

it.each([
  null,
  "submit",
  { type: "toString" },
  { type: "submit" },
  { type: "submit", text: 7 },
  { type: "decide", requestId: "r", decision: { kind: "allow", updatedInput: {} } },
  { type: "decide", requestId: "r", decision: { kind: "everything" } },
  { type: "run", action: "workbench.action.quit" },
])("drops %j", (raw) => {
  expect(handled(raw)).toEqual([]);
});
