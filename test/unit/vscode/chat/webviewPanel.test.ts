import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { PageHealth } from "../../../../extension/core/conversations/lifecycle/pageHealth.ts";
import { DisposableStore } from "../../../../extension/shared/base/disposable.ts";
import { PendingMessages } from "../../../../extension/vscode/chat/pendingMessages.ts";
import { showInWebview } from "../../../../extension/vscode/chat/webviewPanel.ts";
import { settled } from "../../core/protocol/setup.ts";
import { setup } from "./panelSetup.ts";

/** Time in milliseconds after which a page, and the window, answer. */
const answerMs = 20;

/** A view of which a test is the page, and what the views are told of it. */
async function shownInView() {
  const { options, first, clock } = await setup();
  let receive = (_: unknown): void => {};
  const page = { isThere: true, takesMessages: true, answerMs, questions: 0 };
  const editor = { isConnected: true };
  const unanswered: (() => void)[] = [];
  const answer = (): void => {
    if (page.isThere) receive({ conversation: null, message: { type: "pageRuns" } });
  };
  const webview = {
    postMessage: (message: object) => {
      const isQuestion = "ping" in message;
      if (isQuestion) page.questions++;
      if (isQuestion) clock.after(page.answerMs, answer);
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
  const reachWindow = (): Promise<void> =>
    new Promise((resolve) => {
      if (editor.isConnected) clock.after(answerMs, resolve);
      else unanswered.push(resolve);
    });
  const view = { visible: true, webview } as unknown as vscode.WebviewView;
  showInWebview(
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
    for (let passed = 0; passed < ms; passed += answerMs) {
      clock.advance(answerMs);
      await settled();
    }
  };
  const connect = async (): Promise<void> => {
    editor.isConnected = true;
    for (const resolve of unanswered.splice(0)) resolve();
    await settled();
  };
  return { late, gone, page, editor, connect, say, pass, store };
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

it("says within five seconds that a page has ended, whenever it ends", async () => {
  const times: number[] = [];
  for (let endsAt = 0; endsAt < 2_200; endsAt += 100) {
    const { late, gone, page, say, pass, store } = await shownInView();
    await say("ready");
    await say("pageRuns");
    await pass(20_000);
    expect(page.questions).toBeLessThanOrEqual(10);
    await pass(endsAt);
    expect([late, gone]).toEqual([[], []]);
    page.isThere = false;
    let ms = 0;
    for (; gone.length === 0 && ms < 60_000; ms += answerMs) await pass(answerMs);
    times.push(ms);
    expect([late, gone]).toEqual([[true], [true]]);
    store.dispose();
  }
  expect(Math.max(...times)).toBeLessThanOrEqual(5_000);
});

it("takes back that a page is gone once it says anything", async () => {
  const { late, gone, page, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  page.isThere = false;
  await pass(5_000);
  await say("pageRuns");
  expect([late, gone]).toEqual([
    [true, false],
    [true, false],
  ]);
  store.dispose();
});

it("says nothing of a busy page that answers one or two seconds late", async () => {
  const { late, gone, page, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  for (page.answerMs of [1_000, 2_000, 2_500]) await pass(20_000);
  expect([late, gone]).toEqual([[], []]);
  store.dispose();
});

it("waits for the answer of a window whose connection was cut", async () => {
  const { late, gone, page, editor, connect, say, pass, store } = await shownInView();
  await say("ready");
  await say("pageRuns");
  page.isThere = false;
  editor.isConnected = false;
  await pass(60_000);
  expect([late, gone]).toEqual([[], []]);
  page.isThere = true;
  await connect();
  await say("pageRuns");
  await pass(60_000);
  expect([late, gone]).toEqual([[], []]);
  store.dispose();
});

it("says within seconds of a page that never takes a message that it is gone", async () => {
  const { gone, page, pass, store } = await shownInView();
  page.takesMessages = false;
  await pass(5_000);
  expect(gone).toEqual([true]);
  store.dispose();
});
