import { expect, it } from "vitest";
import { ChangeEvents } from "../../../../../extension/core/conversation/events/changeEvents.ts";
import type { ConversationId } from "../../../../../extension/shared/contract/ids.ts";
import type { StateDelta } from "../../../../../extension/shared/contract/stateDeltas.ts";

const id = "c" as ConversationId;
const errors: unknown[] = [];
const begin = () => new ChangeEvents((error) => errors.push(error));
const status: StateDelta = { kind: "state", set: { status: "working" } };
const append: StateDelta = { kind: "append", thread: "", id: "t", text: "x" };
const put = (kind: "turn" | "text"): StateDelta =>
  ({ kind: "put", thread: "", item: { kind, id: "i" } }) as unknown as StateDelta;

it("calls a listener once for an event with several changes that it needs", () => {
  const changes = begin();
  const heard: number[] = [];
  changes.on({ fields: ["status", "title"], items: ["turn"], deltas: ["clear"] }, ({ changes: all }) =>
    heard.push(all.length),
  );
  changes.fire({ id, changes: [status, put("turn"), { kind: "state", set: { title: "a" } }, { kind: "clear" }] });
  expect(heard).toEqual([4]);
});

it("calls only listeners of all changes for a streamed token", () => {
  const changes = begin();
  const heard: string[] = [];
  changes.on({ fields: ["status"], items: ["turn", "tool"], deltas: ["restored"] }, () => heard.push("filtered"));
  changes.onDidChangeView(() => heard.push("all"));
  changes.fire({ id, changes: [append] });
  changes.fire({ id, changes: [put("text"), { kind: "state", set: { contextTokens: 5 } }] });
  expect(heard).toEqual(["all", "all"]);
});

it("delivers a change that a listener makes after the current one", () => {
  const changes = begin();
  const heard: string[] = [];
  const record = (name: string) => () => heard.push(name);
  const subscription = changes.onDidChangeState(["status"], () => {
    subscription.dispose();
    changes.fire({ id, changes: [{ kind: "state", set: { title: "b" } }] });
  });
  changes.onDidChangeState(["status"], record("status"));
  changes.onDidChangeState(["title"], record("title"));
  changes.onDidChangeView(({ changes: [change] }) =>
    heard.push(change?.kind === "state" ? Object.keys(change.set).join() : ""),
  );
  changes.fire({ id, changes: [status] });
  expect(heard).toEqual(["status", "status", "title", "title"]);
});

it("reports a listener that throws, and calls the others", () => {
  const changes = begin();
  const heard: string[] = [];
  const failure = new Error("broken");
  changes.onDidChangeState(["status"], () => {
    throw failure;
  });
  changes.onDidChangeState(["status"], () => heard.push("next"));
  changes.fire({ id, changes: [status] });
  expect(heard).toEqual(["next"]);
  expect(errors).toContain(failure);
});
