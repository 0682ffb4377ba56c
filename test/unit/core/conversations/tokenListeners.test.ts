import { readdirSync, readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { Banners } from "../../../../extension/core/conversations/banners.ts";
import { AgentFollower } from "../../../../extension/core/conversations/files/agentFollower.ts";
import { IdleRest } from "../../../../extension/core/conversations/lifecycle/idleRest.ts";
import { SilenceWatch } from "../../../../extension/core/conversations/lifecycle/silenceWatch.ts";
import { watchOngoingWork, watchOpenNames } from "../../../../extension/core/conversations/lifecycle/workWatch.ts";
import { ConversationList } from "../../../../extension/core/conversations/list/conversationList.ts";
import { Outline } from "../../../../extension/core/conversations/list/outline.ts";
import { LineComments } from "../../../../extension/core/conversations/requests/lineComments.ts";
import { PlanReview } from "../../../../extension/core/conversations/requests/planReview.ts";
import { WaitingRequests } from "../../../../extension/core/conversations/requests/waitingRequests.ts";
import { CheckpointList } from "../../../../extension/core/conversations/rewind/checkpointList.ts";
import { StatusReader } from "../../../../extension/core/conversations/status/statusReader.ts";
import { LimitGuard } from "../../../../extension/core/guards/limitGuard.ts";
import { type Disposable, toDisposable } from "../../../../extension/shared/base/disposable.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { defaultOptions } from "../../../../extension/shared/contract/panelOptions.ts";
import type { StateDelta } from "../../../../extension/shared/contract/stateDeltas.ts";
import { ConversationPanel } from "../../../../extension/vscode/chat/conversationPanel.ts";
import type { PanelActions } from "../../../../extension/vscode/chat/panelActions.ts";
import { MemoryComments, MemoryPlans } from "../../../fakes/reviewViews.ts";
import { caller, openApi } from "../api/setup.ts";
import { noLimits } from "../guards/guardSetup.ts";
import { settled } from "../protocol/setup.ts";
import { memoryPins, savedList } from "./setup.ts";

const open: Disposable[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

const never = () => toDisposable(() => {});
const nothing = async () => {};

/**
 * A window with what follows conversations, apart from what needs the editor, whose extension runs the first of two
 * shown conversations.
 */
async function begin() {
  const window = openApi();
  const { conversations, clock, api, clis } = window;
  const limits = { ...noLimits, deadlineMinutes: 10 };
  conversations.addParticipant(
    (conversation) =>
      new LimitGuard({ conversation, settings: () => limits, isHard: () => true, clock, logger: silentLogger }),
  );
  const waiting = new WaitingRequests(conversations, clock, silentLogger);
  const saved = savedList(async () => []);
  const follower = new AgentFollower(conversations, {
    show: nothing,
    clear() {},
    onDidTouch: never,
    showFollowing() {},
  });
  follower.toggle();
  const settings = { read: () => [], findIgnored: async () => [], onDidChange: never };
  const status = {
    conversations,
    settings,
    listInstructions: async () => [],
    listExtensionTools: () => [],
    logger: silentLogger,
  };
  open.push(
    waiting,
    follower,
    new ConversationList({ conversations, saved, pins: memoryPins(), logger: silentLogger }),
    new Outline(conversations, () => {}),
    new CheckpointList(conversations, () => {}),
    new IdleRest(conversations, clock, () => 10),
    new SilenceWatch(conversations, clock),
    new LineComments(conversations, new MemoryComments(), () => {}),
    new PlanReview(conversations, new MemoryPlans()),
    watchOpenNames(conversations, () => {}),
    watchOngoingWork(conversations, () => {}),
    new StatusReader({
      ...status,
      measureCheckpoints: async () => ({ bytes: 0, place: "" }),
      getSettingsFile: () => undefined,
    }),
  );
  const session = await api.createSession(caller);
  session.send("go").result.catch(() => {});
  await settled();
  const [first] = conversations.all;
  const second = conversations.create();
  for (const shown of [first!, second]) {
    const banners = new Banners({ find: () => undefined, clock, onError() {} });
    const actions = { selection: { of: () => undefined, onDidChange: never } } as unknown as PanelActions;
    const options = {
      conversations,
      waiting,
      actions,
      clock,
      logger: silentLogger,
      banners,
      say() {},
      report() {},
      checkFiles: async () => {},
      post: nothing,
    };
    const panelOptions = () => ({ ...defaultOptions, starters: [] }) as const;
    open.push(
      new ConversationPanel(shown, { ...options, panelOptions, page: { started() {}, runs() {}, failed() {} } }),
    );
  }
  conversations.places.setFocused(first!.id);
  return { ...window, first: first!, say: (event: object) => clis[0]!.write({ type: "stream_event", event }) };
}

it("calls at most three listeners for a streamed token", async () => {
  const { conversations, first, say } = await begin();
  const tokens: (readonly StateDelta[])[] = [];
  const { changes } = first.conversation;
  const count = (events: readonly StateDelta[]): number =>
    [...changes.find(events), ...conversations.changes.find(events)].length;
  say({ type: "message_start", message: { id: "m1" } });
  say({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  say({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } });
  await settled();
  const own = changes.onDidChangeView((event) => tokens.push(event.changes));
  for (const text of ["lo, ", "wor", "ld"]) {
    say({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
    await settled();
  }
  own.dispose();
  expect(tokens.map((events) => events.map(({ kind }) => kind))).toEqual([["append"], ["append"], ["append"]]);
  // The window's registry, the page and the extension that started the conversation.
  expect(tokens.map(count)).toEqual([3, 3, 3]);
  expect(count([{ kind: "state", set: { status: "idle" } }])).toBeGreaterThan(8);
});

it("finds only the listed subscribers to every change", () => {
  const files = readdirSync("extension", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const found = files.filter((name) => readFileSync(`extension/${name}`, "utf8").includes(".onDidChangeView("));
  expect(found.map((name) => name.replaceAll("\\", "/")).sort()).toEqual([
    "core/api/extensionRun.ts",
    "core/conversations/conversations.ts",
    "vscode/chat/conversationPanel.ts",
  ]);
});
