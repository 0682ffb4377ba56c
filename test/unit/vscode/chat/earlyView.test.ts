import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { EarlyView } from "../../../../extension/vscode/chat/earlyView.ts";
import { settled } from "../../core/protocol/setup.ts";

/**
 * The chat's view as the editor hands it over; `outcomes`: what each attempt to load comes to, undefined where it
 * works, and `problems` why the chat could not be shown in it; `isTaken`: whether the page has its script at once;
 * `documentError`: why its document cannot be made.
 */
function opened(outcomes: (string | undefined)[] = [], isTaken = true, documentError?: Error, problems: string[] = []) {
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
  let retry = (): void => {};
  const shown = { isGone: false };
  const early = new EarlyView({
    draw: async () => {
      calls.push("document");
      if (documentError) throw documentError;
      await drawn;
    },
    load: async () => {
      calls.push("load");
      const reason = outcomes.shift();
      if (reason !== undefined) throw new Error(reason);
      return (_, received) => {
        calls.push([...received]);
        const problem = problems.shift();
        if (problem !== undefined) throw new Error(problem);
        return { isBroken: () => shown.isGone, renew: () => shown.isGone && calls.push("renewed") > 0 };
      };
    },
    failures: {
      showInView: (_, error) => void calls.push(error),
      showInEditor: (error) => (error as Error).message,
      note: (error) => `noted: ${(error as Error).message}`,
      watch: (page) => {
        retry = () => page.isBroken() && page.retry();
        return { dispose() {} };
      },
    },
  });
  const say = async (message: string): Promise<void> => {
    for (const listener of listeners) listener(message);
    await settled();
  };
  const close = (): void => {
    for (const listener of closing) listener();
  };
  return {
    calls,
    shown,
    listeners,
    closing,
    say,
    close,
    takeScript: () => takeScript(),
    resolved: early.resolveWebviewView(view),
    retry: () => retry(),
  };
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

it("makes the page say why loading failed, and tries again when the page returns", async () => {
  const { calls, say, resolved } = opened(["No such file"]);
  await say("ready");
  await resolved;
  expect(calls.splice(0)).toEqual(["document", "load", { failed: "No such file" }]);
  await say("ready again");
  expect(calls).toEqual(["load", ["ready", "ready again"]]);
});

it("loads again at the user's request, keeping the text, until the chat is shown", async () => {
  const { calls, say, resolved, retry } = opened(["No such file"]);
  await say("ready");
  await resolved;
  calls.length = 0;
  retry();
  await settled();
  expect(calls.splice(0)).toEqual(["load", ["ready"]]);
  retry();
  await settled();
  expect(calls).toEqual([]);
});

it("shows why the view's document cannot be made, and starts the conversation without it", async () => {
  const error = new Error("No early.html");
  const { calls, resolved } = opened([], true, error);
  await resolved;
  await settled();
  expect(calls).toEqual(["document", error, "load", []]);
});

it("loads nothing for a view that is closed before its page is there", async () => {
  const { calls, listeners, closing, close, resolved } = opened();
  close();
  await resolved;
  expect([calls, listeners.size, closing.size]).toEqual([["document"], 0, 0]);
});

it("says why the loaded extension could not show the chat, and shows it when retried", async () => {
  // Status bar and trees belong to the loaded extension by now.
  const { calls, say, listeners, resolved, retry } = opened([], true, undefined, ["No folder"]);
  await say("ready");
  await resolved;
  expect(calls.splice(0)).toEqual(["document", "load", ["ready"], { failed: "noted: No folder" }]);
  retry();
  await settled();
  expect(calls).toEqual(["load", ["ready"]]);
  expect(listeners.size).toBe(0);
});

it("opens the view again when the user tries again after its page is gone", async () => {
  const { calls, shown, say, resolved, retry } = opened();
  await say("ready");
  await resolved;
  calls.length = 0;
  shown.isGone = true;
  retry();
  await settled();
  expect(calls).toEqual(["renewed"]);
});
