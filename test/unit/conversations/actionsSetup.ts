import { Emitter } from "../../../extension/base/emitter.ts";
import { silentLogger } from "../../../extension/base/logger.ts";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import type { OpenFailure } from "../../../extension/contract/toWebview.ts";
import type { WholeConversation } from "../../../extension/contract/wholeConversation.ts";
import { ControlActions } from "../../../extension/conversations/controlActions.ts";
import { ConversationActions } from "../../../extension/conversations/conversationActions.ts";
import { ConversationList } from "../../../extension/conversations/conversationList.ts";
import type { Conversations } from "../../../extension/conversations/conversations.ts";
import { ExportAction } from "../../../extension/conversations/exportAction.ts";
import { ForkActions } from "../../../extension/conversations/forkActions.ts";
import { LineComments } from "../../../extension/conversations/lineComments.ts";
import { PlanReview } from "../../../extension/conversations/planReview.ts";
import type { Answered, Dialogs, Panels, RevertDoubt } from "../../../extension/conversations/ports.ts";
import { ProposalDiffs } from "../../../extension/conversations/proposalDiffs.ts";
import { RequestActions } from "../../../extension/conversations/requestActions.ts";
import type {
  CommentBox,
  DiffEdit,
  DiffPlace,
  DiffView,
  LineComment,
  NotebookView,
  PlanDocuments,
  PlanEdit,
  ShownRequest,
  VisibleDiff,
} from "../../../extension/conversations/reviewPorts.ts";
import { RewindAction } from "../../../extension/conversations/rewindAction.ts";
import type { SavedSession } from "../../../extension/conversations/savedSessions.ts";
import { SubmitAction } from "../../../extension/conversations/submitAction.ts";
import { WaitingRequests } from "../../../extension/conversations/waitingRequests.ts";
import type { ProposalText } from "../../../extension/session/permissions/proposals.ts";
import { answeredText } from "../../../extension/text/requests.ts";
import { isWholeInRow } from "../../../extension/text/wholeRequest.ts";
import { memoryAttachments } from "../../fakes/memoryAttachments.ts";
import { MemoryPins, openWindow, type Surroundings, savedList } from "./setup.ts";

/** The notebooks that are on the screen, as texts. */
class Notebooks implements NotebookView {
  readonly #shown = new Map<ConversationId, string>();
  get shown(): readonly string[] {
    return [...this.#shown.values()];
  }
  async open(conversation: ConversationId, { after }: { readonly after: string }): Promise<void> {
    this.#shown.set(conversation, after);
  }
  async close(conversation: ConversationId): Promise<void> {
    this.#shown.delete(conversation);
  }
}

/** What the user answers, and what was said and shown. */
export class Person implements Dialogs, Panels {
  isBypassAllowed = false;
  /** What becomes of an attempt to open a page. */
  openFailure: OpenFailure | undefined;
  readonly said: string[] = [];
  readonly drafts: string[] = [];
  focused: ConversationId | undefined;
  isConfirming = true;
  isUndoing = false;

  say(refusal: string): void {
    this.said.push(refusal);
  }
  sayAnswered(answered: Answered | undefined): void {
    this.said.push(answered ? answeredText(answered) : "answered");
  }
  sayAllowed(request: { subject: string }): void {
    this.said.push(`allowed ${request.subject}`);
  }
  pickPrompt: Dialogs["pickPrompt"] = async (prompts) => prompts[0]?.id;
  /** What rows were offered for, and by which labels. */
  readonly rowsOffered: (readonly [string, readonly string[]])[] = [];
  pickRow: Dialogs["pickRow"] = async (rows, purpose) => {
    this.rowsOffered.push([purpose, rows.map(({ label }) => label)]);
    return rows.at(-1)?.id;
  };
  /** Reverts that were asked about, and the answer. */
  readonly revertAsked: (readonly [string, RevertDoubt])[] = [];
  isReverting = false;
  confirmRevert: Dialogs["confirmRevert"] = async (path, doubt) => {
    this.revertAsked.push([path, doubt]);
    return this.isReverting;
  };
  resendAs: "fork" | "rewind" | undefined = "fork";
  askResend = async () => this.resendAs;
  pickModel: Dialogs["pickModel"] = async () => ({ model: "opus" });
  pickEffort: Dialogs["pickEffort"] = async () => ({ effort: "high" });
  pickThinking: Dialogs["pickThinking"] = async () => false;
  pickFast: Dialogs["pickFast"] = async () => true;
  pickMode: Dialogs["pickMode"] = async () => "plan";
  readonly shownServers: unknown[] = [];
  showStatus: Dialogs["showStatus"] = async ({ cliVersion }, servers) => void this.shownServers.push([cliVersion, servers]);
  showServers: Dialogs["showServers"] = async (servers) => void this.shownServers.push(servers);
  /** The command that works in a terminal only, and whether the conversation could go along. */
  readonly terminalAsked: (readonly [string, boolean])[] = [];
  terminalAs: "new" | "goOn" | undefined;
  askTerminal: Dialogs["askTerminal"] = async (line, canGoOn) => {
    this.terminalAsked.push([line, canGoOn]);
    return this.terminalAs;
  };
  pickSuggestion: Dialogs["pickSuggestion"] = async (request) => request.always[0]?.choice;
  pickConversation: Dialogs["pickConversation"] = async (listed) => listed.at(-1)?.key;
  askTitle: Dialogs["askTitle"] = async () => "  A  new\ntitle ";
  askTag: Dialogs["askTag"] = async () => undefined;
  pickDeleted: Dialogs["pickDeleted"] = async (deleted) => deleted[0]?.id;
  confirmDelete = async () => this.isConfirming;
  sayDeleted = async () => this.isUndoing;
  readonly exported: WholeConversation[] = [];
  saveExport = async (conversation: WholeConversation): Promise<void> => void this.exported.push(conversation);
  confirmStop = async () => this.isConfirming;
  /** What the user was told would end. */
  readonly ending: (readonly string[])[] = [];
  confirmEnding = async (tasks: readonly string[]): Promise<boolean> => {
    this.ending.push(tasks);
    return this.isConfirming;
  };
  sayNotRewound = () => {};
  sayReverted = async () => this.isUndoing;
  confirmRewind: Dialogs["confirmRewind"] = async (preview) => (preview.kind === "possible" ? "both" : "conversation");
  async focus(id: ConversationId): Promise<void> {
    this.focused = id;
  }
  readonly tabs: ConversationId[] = [];
  async openTab(id: ConversationId): Promise<void> {
    this.tabs.push(id);
  }
  readonly inFront: string[] = [];
  showRequest(_id: ConversationId, requestId: string): void {
    this.inFront.push(requestId);
  }
  readonly searched: ConversationId[] = [];
  openFind(id: ConversationId): void {
    this.searched.push(id);
  }
  readonly shownItems: string[] = [];
  showItem(_id: ConversationId, item: string): void {
    this.shownItems.push(item);
  }
  setDraft(_id: ConversationId, text: string): void {
    this.drafts.push(text);
  }
}

/** Comments on lines, with what became of them. */
class Box implements CommentBox {
  all: LineComment[] = [];
  readonly sent: string[] = [];
  readonly resolved: string[] = [];
  get pending(): readonly LineComment[] {
    return this.all.filter(({ id }) => !this.sent.includes(id));
  }
  markSent(ids: readonly string[]): void {
    this.sent.push(...ids);
  }
  resolve(ids: readonly string[]): void {
    this.resolved.push(...ids);
  }
}

/** Documents of plans, by the ids of their requests. */
class Documents implements PlanDocuments {
  readonly #edited = new Emitter<PlanEdit>(() => {});
  readonly onDidEdit = this.#edited.event;
  readonly texts = new Map<string, string>();
  async open(_conversation: ConversationId, id: string, text: string): Promise<void> {
    this.texts.set(id, text);
  }
  update(_conversation: ConversationId, id: string, text: string): void {
    if (this.texts.has(id)) this.texts.set(id, text);
  }
  async closeOthers(_conversation: ConversationId, open: ReadonlySet<string>): Promise<void> {
    for (const id of this.texts.keys()) if (!open.has(id)) this.texts.delete(id);
  }
  type(conversation: ConversationId, id: string, text: string): void {
    this.texts.set(id, text);
    this.#edited.fire({ conversation, id, text });
  }
}

/** All diffs are visible, each in a group of its own; the one that opened last is in front. */
class Diff implements DiffView {
  readonly #edited = new Emitter<DiffEdit>(() => {});
  readonly onDidEdit = this.#edited.event;
  readonly #cameToFront = new Emitter<ShownRequest>(() => {});
  readonly onDidShow = this.#cameToFront.event;
  readonly #tabs = new Map<ConversationId, ShownRequest>();
  /** Undefined once another editor is in front. */
  front: ConversationId | undefined;
  /** What the right side of the last one says, and where it stands. */
  text = "";
  place: DiffPlace | undefined;
  openRequest(conversation: ConversationId): ShownRequest | undefined {
    return this.#tabs.get(conversation);
  }
  get visible(): readonly VisibleDiff[] {
    return [...this.#tabs.values()].map((request) => {
      const isInFront = request.conversation === this.front;
      return { request, document: `diff of ${request.id}`, isInFront, hunk: 0 };
    });
  }
  get shownRequest(): ShownRequest | undefined {
    return this.front && this.#tabs.get(this.front);
  }
  async open(request: ShownRequest, proposal: ProposalText, place: DiffPlace): Promise<void> {
    this.put(request);
    this.place = place;
    this.update(request, proposal);
  }
  update(request: ShownRequest, proposal: ProposalText): void {
    this.#tabs.set(request.conversation, request);
    this.text = proposal.after;
    if (this.front === request.conversation) this.#cameToFront.fire(request);
  }
  /** Its diff stands in front, whatever it shows. */
  put(request: ShownRequest): void {
    this.front = request.conversation;
    this.#tabs.set(request.conversation, request);
  }
  /** A person closes the tab in front. */
  closeTab(): void {
    if (this.front) this.#tabs.delete(this.front);
  }
  /** A person edits the right side. */
  type(text: string): void {
    this.text = text;
    if (this.shownRequest) this.#edited.fire({ request: this.shownRequest, text });
  }
  async close({ conversation, id }: ShownRequest): Promise<void> {
    if (id === this.openRequest(conversation)?.id) this.#tabs.delete(conversation);
  }
}

export const noList = (conversations: Conversations) =>
  new ConversationList(
    conversations,
    savedList(async () => []),
    new MemoryPins(),
    silentLogger,
  );

export async function setup({ saved = [], ...surroundings }: Surroundings & { saved?: readonly SavedSession[] } = {}) {
  const window = openWindow(surroundings);
  const folders = { choose: async (): Promise<string | undefined> => "/w", isOutdated: (_folder: string) => false };
  const waiting = new WaitingRequests(window.conversations, window.clock, silentLogger);
  const person = new Person();
  const diff = new Diff();
  const list = new ConversationList(
    window.conversations,
    savedList(async () => saved),
    new MemoryPins(),
    silentLogger,
  );
  const shown = window.conversations.restore();
  await shown.open();
  const opening = { when: "onDemand" as "active" | "beside" | "onDemand" | "never" };
  const notebooks = new Notebooks();
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
  const actions = new ConversationActions(window.conversations, list, person, person, folders);
  const controls = new ControlActions(window.conversations, person);
  const documents = new Documents();
  const plans = new PlanReview(window.conversations, documents);
  const box = new Box();
  const comments = new LineComments(window.conversations, box, (refusal) => person.say(refusal));
  const visited: string[] = [];
  const requests = new RequestActions({
    conversations: window.conversations,
    waiting,
    dialogs: person,
    diff,
    diffs,
    plans,
    panels: person,
    clock: window.clock,
    comments,
    editors: { save: async () => [], compare: async () => {} },
    isWholeInRow,
    openLink: async (address) => {
      visited.push(address);
      return person.openFailure;
    },
  });
  const rewind = new RewindAction(window.conversations, person, person);
  const forks = new ForkActions(window.conversations, person, person, rewind);
  const exports = new ExportAction(window.conversations, actions, person, window.clock);
  const cli = window.clis[0]!;
  const answers = () => cli.received.flatMap((frame) => (frame["type"] === "control_response" ? [frame["response"].response?.behavior] : []));
  return {
    ...window,
    documents,
    visited,
    box,
    comments,
    notebooks,
    list,
    folders,
    waiting,
    person,
    diff,
    diffs,
    opening,
    shown,
    actions,
    controls,
    submitting,
    requests,
    rewind,
    forks,
    exports,
    cli,
    answers,
  };
}
export const write = { file_path: "/w/a.txt", content: "x" };
