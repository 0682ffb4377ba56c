import { ControlActions } from "../../../../extension/core/conversations/actions/controlActions.ts";
import { ConversationActions } from "../../../../extension/core/conversations/actions/conversationActions.ts";
import { ExportAction } from "../../../../extension/core/conversations/actions/exportAction.ts";
import { ForkActions } from "../../../../extension/core/conversations/actions/forkActions.ts";
import { TurnActions } from "../../../../extension/core/conversations/actions/turnActions.ts";
import { SubmitAction } from "../../../../extension/core/conversations/composer/submitAction.ts";
import type { Conversations } from "../../../../extension/core/conversations/conversations.ts";
import { ConversationList } from "../../../../extension/core/conversations/list/conversationList.ts";
import type { SessionSummary } from "../../../../extension/core/conversations/list/sessionCatalog.ts";
import type { OpenConversation } from "../../../../extension/core/conversations/openConversation.ts";
import { LineComments } from "../../../../extension/core/conversations/requests/lineComments.ts";
import { PlanReview } from "../../../../extension/core/conversations/requests/planReview.ts";
import { ProposalDiffs } from "../../../../extension/core/conversations/requests/proposalDiffs.ts";
import { RequestActions } from "../../../../extension/core/conversations/requests/requestActions.ts";
import { WaitingRequests } from "../../../../extension/core/conversations/requests/waitingRequests.ts";
import { RewindAction } from "../../../../extension/core/conversations/rewind/rewindAction.ts";
import { FileDecider } from "../../../../extension/core/conversations/rewind/rewindDecisions.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { createKnownMask } from "../../../../extension/shared/base/maskSecrets.ts";
import { isWholeInRow } from "../../../../extension/shared/text/requests/wholeRequest.ts";
import { memoryAttachments } from "../../../fakes/memoryAttachments.ts";
import { NativeQuestions } from "../../../fakes/nativeQuestions.ts";
import { Person } from "../../../fakes/person.ts";
import { MemoryComments, MemoryDiffs, MemoryNotebooks, MemoryPlans } from "../../../fakes/reviewViews.ts";
import { memoryPins, openWindow, type Surroundings, savedList } from "./setup.ts";

export const noList = (conversations: Conversations) =>
  new ConversationList({
    conversations,
    saved: savedList(async () => []),
    pins: memoryPins(),
    logger: silentLogger,
  });

export async function setup({
  saved = [],
  secrets = [],
  ...surroundings
}: Surroundings & { saved?: readonly SessionSummary[]; secrets?: readonly string[] } = {}) {
  const window = openWindow(surroundings);
  const folders = {
    choose: async (): Promise<string | undefined> => "/w",
    isOutdated: (_folder: string) => false,
    needsDecision: false,
    useHome: async () => {},
    resolveAgain: async (folder: string) => folder,
  };
  const waiting = new WaitingRequests(window.conversations, window.clock, silentLogger);
  const person = new Person();
  const diff = new MemoryDiffs();
  const list = new ConversationList({
    conversations: window.conversations,
    saved: savedList(async () => saved),
    pins: memoryPins(),
    logger: silentLogger,
  });
  const shown = window.conversations.restore();
  await shown.open();
  const opening = { when: "onDemand" as "active" | "beside" | "onDemand" };
  const notebooks = new MemoryNotebooks();
  const diffs = new ProposalDiffs({
    conversations: window.conversations,
    clock: window.clock,
    diff,
    notebooks,
    onError: () => {},
    opening: () => opening.when,
  });
  const memory = memoryAttachments();
  const submitting = new SubmitAction(window.conversations, memory, { of: () => undefined, read: () => undefined });
  const actions = new ConversationActions({
    conversations: window.conversations,
    list,
    dialogs: person,
    panels: person,
    folders,
  });
  const turns = new TurnActions(window.conversations, person, person);
  const controls = new ControlActions(window.conversations, person, () => person.isBypassAllowed);
  const documents = new MemoryPlans();
  const plans = new PlanReview(window.conversations, documents);
  const box = new MemoryComments();
  const comments = new LineComments(window.conversations, box, (refusal) => person.say(refusal));
  const visited: string[] = [];
  const previewed: string[] = [];
  const planned: [callId: string, title: string][] = [];
  const native = new NativeQuestions();
  const requests = new RequestActions({
    native,
    conversations: window.conversations,
    waiting,
    dialogs: person,
    diff,
    diffs,
    plans,
    panels: person,
    showPlanned: async (callId, title) => planned.push([callId, title]) > 0,
    comments,
    editors: { save: async () => [], compare: async () => {} },
    isWholeInRow,
    openLink: async (address) => {
      visited.push(address);
      return person.openFailure;
    },
  });
  const unsaved = new Set<string>();
  const files = new FileDecider({
    dialogs: person,
    editors: {
      getUnsaved: async (paths) => paths.filter((path) => unsaved.has(path)),
      save: async () => [],
      discard: async (paths) => {
        for (const path of paths) unsaved.delete(path);
        return [];
      },
      hasMergeEditor: async () => false,
      openMerge: async () => {},
    },
    sideNames: () => ({ mine: "mine", theirs: "theirs" }),
  });
  const rewindView = { close: async (_open: OpenConversation): Promise<void> => {} };
  const otherWork: { readonly folder: string; readonly title: string }[] = [];
  const rewind = new RewindAction({
    listOtherWork: async () => otherWork,
    conversations: window.conversations,
    dialogs: person,
    panels: person,
    changes: {
      openAll: async (_, since) => void previewed.push(since),
      openPlan: async (_, { prompt = "" }) => void previewed.push(prompt),
      closePlan: (open) => rewindView.close(open),
    },
    files,
  });
  const resending = { set: "ask" as "ask" | "fork" | "rewind" };
  const forks = new ForkActions({
    conversations: window.conversations,
    dialogs: person,
    panels: person,
    rewind,
    setting: {
      read: () => resending.set,
      remember: async (way) => {
        resending.set = way;
      },
    },
  });
  const exports = new ExportAction({
    conversations: window.conversations,
    actions,
    dialogs: person,
    clock: window.clock,
    mask: createKnownMask(() => secrets),
  });
  const cli = window.clis[0]!;
  const answers = () =>
    cli.received.flatMap((frame) =>
      frame["type"] === "control_response" ? [frame["response"].response?.behavior] : [],
    );
  return {
    ...window,
    documents,
    visited,
    unsaved,
    previewed,
    rewindView,
    planned,
    box,
    comments,
    notebooks,
    list,
    folders,
    waiting,
    person,
    native,
    diff,
    diffs,
    opening,
    shown,
    actions,
    turns,
    controls,
    submitting,
    requests,
    rewind,
    otherWork,
    forks,
    resending,
    exports,
    cli,
    answers,
  };
}
export const write = { file_path: "/w/a.txt", content: "x" };
