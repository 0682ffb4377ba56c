import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { PageHealth } from "../../../../extension/core/conversations/lifecycle/pageHealth.ts";
import { DisposableStore } from "../../../../extension/shared/base/disposable.ts";
import { PendingMessages } from "../../../../extension/vscode/chat/pendingMessages.ts";
import { showInWebview } from "../../../../extension/vscode/chat/webviewPanel.ts";
import { settled } from "../../core/protocol/setup.ts";
import { setup } from "./panelSetup.ts";

/** A view of which a test is the page, and what the views are told of it. */
async function shownInView() {
  const { options, first, clock } = await setup();
  let receive = (_: unknown): void => {};
  const page = { isThere: true, takesMessages: true };
  const webview = {
    postMessage: (message: object) => {
      // A page that runs answers the question whether it is there.
      if (page.isThere && "ping" in message) receive({ conversation: null, message: { type: "pageRuns" } });
      return page.takesMessages ? Promise.resolve(true) : new Promise(() => {});
    },
    onDidReceiveMessage: (listener: typeof receive) => {
      receive = listener;
      return { dispose() {} };
    },
  };
  const trouble = new PageHealth((error) => options.report(error));
  const late: boolean[] = [];
  trouble.onDidChange((isLate) => late.push(isLate));
  const store = new DisposableStore();
  const gone: boolean[] = [];
  let answerOfWindow = (): void => {};
  const reachWindow = (): Promise<void> => new Promise((resolve) => (answerOfWindow = resolve));
  const view = { visible: true, webview } as unknown as vscode.WebviewView;
  const { panel } = showInWebview(
    view,
    first,
    { ...options, trouble, reachWindow },
    { pending: new PendingMessages(), store, onLate() {}, onGone: (isGone) => gone.push(isGone) },
  );
  const say = async (type: "ready" | "pageRuns"): Promise<void> => {
    receive({ conversation: null, message: { type } });
    await settled();
  };
  const pass = async (ms: number): Promise<void> => {
    // The page and the window answer between two seconds.
    for (let passed = 0; passed < ms; passed += 1_000) {
      clock.advance(1_000);
      await settled();
    }
  };
  const ask = async (): Promise<void> => {
    panel.send({ type: "focusComposer" });
    await settled();
  };
  const answerAsWindow = async (): Promise<void> => {
    answerOfWindow();
    await settled();
  };
  return { ask, late, gone, page, answerAsWindow, say, pass, store };
}

it("tells the views that a started page hangs, until its script runs", async () => {
  const { late, gone, page, say, pass, store } = await shownInView();
  page.isThere = false;
  await say("ready");
  await pass(4_000);
  expect(late).toEqual([]);
  await pass(10_000);
  expect(late).toEqual([true]);
  await say("pageRuns");
  expect(late).toEqual([true, false]);
  // Its document can say so itself.
  expect(gone).toEqual([]);
  store.dispose();
});

it("says within seconds that a page that answers nothing is gone", async () => {
  const { ask, late, gone, page, answerAsWindow, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  await ask();
  await pass(60_000);
  expect(late).toEqual([]);
  page.isThere = false;
  await pass(4_000);
  expect(late).toEqual([]);
  await pass(1_000);
  expect([late, gone]).toEqual([[true], []]);
  await answerAsWindow();
  await pass(1_000);
  expect(gone).toEqual([true]);
  await say("pageRuns");
  expect([late, gone]).toEqual([
    [true, false],
    [true, false],
  ]);
  store.dispose();
});

it("waits for the answer of a window whose connection was cut", async () => {
  const { late, gone, page, answerAsWindow, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  page.isThere = false;
  await pass(60_000);
  expect([late, gone]).toEqual([[true], []]);
  await answerAsWindow();
  await say("pageRuns");
  await pass(60_000);
  expect(gone).toEqual([]);
  store.dispose();
});

it("says within seconds of a page that never takes a message that it is gone", async () => {
  const { gone, page, answerAsWindow, pass, store } = await shownInView();
  page.takesMessages = false;
  await pass(5_000);
  await answerAsWindow();
  await pass(1_000);
  expect(gone).toEqual([true]);
  store.dispose();
});
