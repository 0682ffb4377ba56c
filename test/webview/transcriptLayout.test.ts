import { flushSync } from "svelte";
import { expect, it, vi } from "vitest";
import type { StateDelta } from "../../extension/shared/contract/stateDeltas.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

it("reads no position right after a change, but with the next frame", () => {
  const { chat } = open();
  const put = (id: string): void => {
    const change: StateDelta = { kind: "put", thread: "", item: { kind: "text", id, text: "x", isStreaming: false } };
    chat.receive(about({ type: "changes", deltas: [change] }));
    flushSync();
  };
  put("first");
  vi.advanceTimersToNextFrame();
  const top = vi.spyOn(Element.prototype, "scrollTop", "get");
  for (let index = 0; index < 10; index++) put(`t${index}`);
  expect(top).not.toHaveBeenCalled();
  vi.advanceTimersToNextFrame();
  expect(top.mock.calls.length).toBeGreaterThan(0);
  expect(top.mock.calls.length).toBeLessThan(4);
});
