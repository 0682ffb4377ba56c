import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { PageHealth } from "../../../../extension/core/conversations/lifecycle/pageHealth.ts";
import { DisposableStore } from "../../../../extension/shared/base/disposable.ts";
import { PendingMessages } from "../../../../extension/vscode/chat/pendingMessages.ts";
import { showInWebview } from "../../../../extension/vscode/chat/webviewPanel.ts";
import { settled } from "../../core/protocol/setup.ts";
import { setup } from "./panelSetup.ts";

it("tells the views that a page hangs whose document has started, until its script runs", async () => {
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
  showInWebview(view, first, { ...options, trouble }, { pending: new PendingMessages(), store, onLate() {} });
  receive({ conversation: null, message: { type: "ready" } });
  await settled();
  clock.advance(4_000);
  await settled();
  expect(late).toEqual([]);
  clock.advance(10_000);
  await settled();
  expect(late).toEqual([true]);
  receive({ conversation: null, message: { type: "pageRuns" } });
  await settled();
  expect(late).toEqual([true, false]);
  store.dispose();
});
