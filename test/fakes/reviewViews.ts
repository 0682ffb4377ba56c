import type { ProposalText } from "../../extension/core/conversation/requests/proposals.ts";
import type {
  CommentBox,
  DiffColumn,
  DiffEdit,
  DiffView,
  FileComparison,
  LineComment,
  NotebookView,
  PlanDocuments,
  PlanEdit,
  RequestRevision,
  ShownDiff,
  TextSource,
  VisibleDiff,
} from "../../extension/core/conversations/requests/reviewPorts.ts";
import type { DiffSettings } from "../../extension/core/review/hiddenLines.ts";
import { Emitter } from "../../extension/shared/base/emitter.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";

/** Reads the texts of comparisons, as the editor does when it shows them. */
export async function readShown(changes: readonly FileComparison[]): Promise<readonly FileComparison[]> {
  const read = async (text: TextSource): Promise<string> => (typeof text === "string" ? text : text());
  return Promise.all(
    changes.map(async ({ path, before, after }) => ({
      path,
      before: before === undefined ? undefined : await read(before),
      after: after.kind === "text" ? { kind: "text" as const, text: await read(after.text) } : after,
    })),
  );
}

/** Visible notebooks, as texts. */
export class MemoryNotebooks implements NotebookView {
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

/** Comments on lines, and their state. */
export class MemoryComments implements CommentBox {
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

/** Plan documents, by request id. */
export class MemoryPlans implements PlanDocuments {
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

/** Diffs that are all visible, each in a group of its own; the last opened one is in front. */
export class MemoryDiffs implements DiffView {
  readonly #edited = new Emitter<DiffEdit>(() => {});
  readonly onDidEdit = this.#edited.event;
  readonly #cameToFront = new Emitter<ShownDiff>(() => {});
  readonly onDidShow = this.#cameToFront.event;
  readonly #tabs = new Map<ConversationId, RequestRevision>();
  /** Conversation of the front diff; undefined while another editor is in front. */
  front: ConversationId | undefined;
  /** Text of the right side of the last diff; `place` is its column. */
  text = "";
  /** Line of the cursor in each diff, counted from 0. */
  line = 0;
  readonly #hunks = new Map<ConversationId, ProposalText["hunks"]>();
  place: DiffColumn | undefined;
  openRequest(conversation: ConversationId): RequestRevision | undefined {
    return this.#tabs.get(conversation);
  }
  get visible(): readonly VisibleDiff[] {
    return [...this.#tabs.values()].map((request) => {
      const isInFront = request.conversation === this.front;
      const hunk =
        this.#hunks.get(request.conversation)?.findIndex(({ start, end }) => this.line >= start && this.line < end) ??
        -1;
      return { request, document: `diff of ${request.id}`, isInFront, hunk: Math.max(0, hunk) };
    });
  }
  get shownRequest(): RequestRevision | undefined {
    return this.front && this.#tabs.get(this.front);
  }
  /** Files that were shown after they were written. */
  readonly written: string[] = [];
  async showWritten(_conversation: ConversationId, file: string, line: number): Promise<void> {
    this.written.push(`${file}:${line}`);
  }
  async open(request: RequestRevision, proposal: ProposalText, place: DiffColumn): Promise<void> {
    this.put(request);
    this.place = place;
    this.update(request, proposal);
  }
  update(request: RequestRevision, proposal: ProposalText): void {
    this.#tabs.set(request.conversation, request);
    this.#hunks.set(request.conversation, proposal.hunks);
    this.text = proposal.after;
    if (this.front === request.conversation) this.#show(request);
  }
  /** The lines that the editor leaves out of diffs, and whether their end is on the screen. */
  settings: DiffSettings = { ignoresEdges: true, maxLength: 50_000_000, maxLine: 10_000, wraps: false };
  isEndVisible = true;
  #show(request: RequestRevision): void {
    this.#cameToFront.fire({ ...request, settings: this.settings, isEndVisible: this.isEndVisible });
  }
  /** Scrolls the front diff to its end. */
  scrollToEnd(): void {
    this.isEndVisible = true;
    if (this.shownRequest) this.#show(this.shownRequest);
  }
  async showWhiteSpace(): Promise<void> {
    this.settings = { ...this.settings, ignoresEdges: false };
  }
  /** Puts the request's diff in front, whatever it shows. */
  put(request: RequestRevision): void {
    this.front = request.conversation;
    this.#tabs.set(request.conversation, request);
  }
  /** Closes the front tab, as the user does. */
  closeTab(): void {
    if (this.front) this.#tabs.delete(this.front);
  }
  /** Edits the right side, as the user does. */
  type(text: string): void {
    this.text = text;
    if (this.shownRequest) this.#edited.fire({ request: this.shownRequest, text });
  }
  async close({ conversation, id }: RequestRevision): Promise<void> {
    if (id === this.openRequest(conversation)?.id) this.#tabs.delete(conversation);
  }
}
