import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import type { Item } from "../../extension/shared/contract/items.ts";
import { formatProgress } from "../../extension/shared/text/progress.ts";
import { getProgress } from "../../webview/transcript/turn/progress.ts";
import { command } from "../gallery/requests.ts";
import { open, useFakePage, wait } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();

const idle = { status: "idle", queue: [], requests: [] } as const;
const working = { ...idle, status: "working", turnStartedAt: 1_000 } as const;
const call = (id: string, state: string): Item =>
  ({
    kind: "tool",
    id,
    tool: "Bash",
    toolKind: "command",
    subject: "a",
    state,
    startedAt: 2_000,
    elapsedMs: 500,
    threadSize: 0,
  }) as unknown as Item;
const say = (
  state: Parameters<typeof getProgress>[0],
  items: readonly Item[] = [],
  isSending = false,
): string | undefined => {
  const shown = getProgress(state, items, isSending);
  return shown && formatProgress(shown.progress, "Opus 5.5");
};

describe("the line at the end of a running turn", () => {
  it("is there from the message on, and only while something runs", () => {
    expect(say(idle)).toBeUndefined();
    expect(say(idle, [], true)).toBe("Waiting for Opus 5.5…");
    const queue = [{ id: "q", text: "go" }];
    expect(say({ ...idle, queue, unsaved: ["a.ts"] })).toBe("Waiting for you");
    for (const status of ["starting", "resting"] as const) {
      expect(say({ ...idle, status })).toBeUndefined();
      expect(say({ ...idle, status }, [], true)).toBe("Starting claude…");
      expect(say({ ...idle, status, queue: [{ id: "q", text: "go" }] })).toBe("Starting claude…");
      expect(say({ ...idle, status, queue: [{ id: "q", text: "go", isHeld: true }] })).toBeUndefined();
    }
  });

  it("says what the turn does, between calls too", () => {
    expect(say(working)).toBe("Waiting for Opus 5.5…");
    expect(getProgress(working, [call("a", "done")], false)).toEqual({ progress: { code: "model" }, since: 2_500 });
    expect(say(working, [call("a", "done"), call("b", "running"), call("c", "queued"), call("d", "queued")])).toBe(
      "Running 1 call… 2 calls queued",
    );
    expect(say(working, [call("a", "done"), call("b", "waiting"), call("c", "queued")])).toBe(
      "1 of 3 calls done, waiting for you",
    );
    expect(say({ ...working, activity: { code: "compacting" } })).toBe("Compacting context…");
    const thinking = { kind: "thinking", id: "t", text: "", isStreaming: true, startedAt: 3_000 } as const;
    expect(getProgress(working, [thinking], false)).toEqual({ progress: { code: "thinking" }, since: 3_000 });
    expect(say(working, [thinking, { kind: "text", id: "x", text: "So", isStreaming: true }])).toBe("Writing…");
    // The calls of an earlier turn count for nothing.
    expect(say(working, [call("a", "stopped"), { kind: "prompt", id: "p", text: "go" }])).toBe("Waiting for Opus 5.5…");
  });

  it("stands at the end of the conversation while the turn runs, and counts the seconds", () => {
    const { chat } = open({ status: "working", turnStartedAt: Date.now() - 65_000 });
    const line = screen.getByRole("status", { name: "Progress" });
    expect(line.textContent).toContain("Waiting for the model…");
    expect(line.textContent).toContain("1 min 5 s");
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { status: "idle" } }] }));
    flushSync();
    expect(screen.queryByRole("status", { name: "Progress" })).toBeNull();
  });

  it("leads to the card that waits, whatever form it has", () => {
    const requests = [command(), command({ id: "r2", toolId: "t2" })];
    const { click } = open({ status: "working", requests });
    const expectFocus = (name: string): void => {
      const line = screen.getByRole("status", { name: "Progress" });
      click(within(line).getByRole("button", { name: "Waiting for you" }));
      expect(document.activeElement).toBe(screen.getByRole("button", { name }));
    };
    wait();
    expectFocus("Allow");
    click(screen.getByRole("button", { name: "Allow all 2…" }));
    expectFocus("Allow these 2");
    click(screen.getByRole("button", { name: "One by one" }));
    expectFocus("Allow");
    click(screen.getByRole("button", { name: "Collapse" }));
    expectFocus("Expand");
  });

  it("is no button while nothing but a decision about unsaved files waits", () => {
    open({ queue: [{ id: "q", text: "go" }], unsaved: ["a.ts"] });
    const line = screen.getByRole("status", { name: "Progress" });
    expect([line.textContent.trim(), within(line).queryByRole("button")]).toEqual(["Waiting for you", null]);
  });
});
