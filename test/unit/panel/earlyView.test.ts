import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { EarlyView } from "../../../extension/panel/earlyView.ts";
import { settled } from "../protocol/setup.ts";

/**
 * The chat's view as the editor hands it over; `outcomes`: what each attempt to load comes to, undefined where it works; `isTaken`: whether the page has
 * its script at once.
 */
function opened(outcomes: (string | undefined)[] = [], isTaken = true) {
  const calls: unknown[] = [];
  const listeners = new Set<(message: unknown) => void>();
  const closing = new Set<() => void>();
  const listenTo =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return { dispose: () => set.delete(listener) };
    };
  const view = {
    webview: { onDidReceiveMessage: listenTo(listeners), postMessage: async (message: unknown) => calls.push(message) },
    onDidDispose: listenTo(closing),
  } as unknown as vscode.WebviewView;
  let takeScript = (): void => {};
  const drawn = isTaken ? Promise.resolve() : new Promise<void>((resolve) => (takeScript = resolve));
  const early = new EarlyView(
    () => {
      calls.push("document");
      return drawn;
    },
    async () => {
      calls.push("load");
      const reason = outcomes.shift();
      if (reason !== undefined) throw new Error(reason);
      return (_, received) => calls.push(received);
    },
  );
  const say = async (message: string): Promise<void> => {
    for (const listener of listeners) listener(message);
    await settled();
  };
  const close = (): void => {
    for (const listener of closing) listener();
  };
  return { calls, listeners, closing, say, close, takeScript: () => takeScript(), resolved: early.resolveWebviewView(view) };
}

it("loads everything once the page is there, and hands over what it said", async () => {
  const { calls, listeners, say, resolved } = opened();
  expect(calls).toEqual(["document"]);
  await say("ready");
  await resolved;
  expect(calls).toEqual(["document", "load", ["ready"]]);
  expect(listeners.size).toBe(0);
});

it("loads nothing before the page has its script, which could not leave the process meanwhile", async () => {
  const { calls, say, takeScript, resolved } = opened([], false);
  await say("ready");
  expect(calls).toEqual(["document"]);
  takeScript();
  await resolved;
  expect(calls).toEqual(["document", "load", ["ready"]]);
});

it("has the page say why nothing could be loaded, and tries again when the page comes again", async () => {
  const { calls, say, resolved } = opened(["No such file"]);
  await say("ready");
  await resolved;
  const failed = "Couldn't start Tandem (No such file). Reload the window to try again.";
  expect(calls.splice(0)).toEqual(["document", "load", { failed }]);
  await say("ready again");
  expect(calls).toEqual(["load", ["ready", "ready again"]]);
});

it("loads nothing for a view that is closed before its page is there", async () => {
  const { calls, listeners, closing, close, resolved } = opened();
  close();
  await resolved;
  expect([calls, listeners.size, closing.size]).toEqual([["document"], 0, 0]);
});
