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
  const webview = {
    postMessage: async () => true,
    onDidReceiveMessage: (listener: typeof receive) => {
      receive = listener;
      return { dispose() {} };
    },
  };
  const trouble = new PageHealth((error) => options.report(error));
  const late: boolean[] = [];
  trouble.onDidChange((isLate) => late.push(isLate));
  const store = new DisposableStore();
  const view = { visible: true, webview } as unknown as vscode.WebviewView;
  const { panel } = showInWebview(
    view,
    first,
    { ...options, trouble },
    { pending: new PendingMessages(), store, onLate() {} },
  );
  const say = async (type: "ready" | "pageRuns"): Promise<void> => {
    receive({ conversation: null, message: { type } });
    await settled();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settled();
  };
  const ask = async (): Promise<void> => {
    panel.send({ type: "focusComposer" });
    await settled();
  };
  return { ask, late, say, pass, store };
}

it("tells the views that a page hangs whose document has started, until its script runs", async () => {
  const { late, say, pass, store } = await shownInView();
  await say("ready");
  await pass(4_000);
  expect(late).toEqual([]);
  await pass(10_000);
  expect(late).toEqual([true]);
  await say("pageRuns");
  expect(late).toEqual([true, false]);
  store.dispose();
});

it("tells the views of a page that answers no message anymore, until it is heard again", async () => {
  const { ask, late, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  await ask();
  await pass(60_000);
  expect(late).toEqual([]);
  await ask();
  await pass(1_000);
  await say("pageRuns");
  await pass(60_000);
  expect(late).toEqual([]);
  await ask();
  await pass(4_000);
  expect(late).toEqual([]);
  await pass(2_000);
  expect(late).toEqual([true]);
  await say("pageRuns");
  expect(late).toEqual([true, false]);
  store.dispose();
});
