import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { PermissionView } from "../../../shared/contract/requests/requests.ts";
import type { ProposalText } from "../../conversation/requests/proposals.ts";
import type { Conversations } from "../conversations.ts";
import type { DiffColumn, DiffView, NotebookView, RequestRevision, ShownDiff } from "./reviewPorts.ts";

/**
 * Minimum length in characters of a text that is not compared at each key, and the pause in ms after which it is
 * compared.
 */
const largeTextLength = 200_000;
const pauseMs = 150;

export interface ProposalDiffsOptions {
  readonly clock: Clock;
  readonly conversations: Conversations;
  readonly diff: DiffView;
  readonly notebooks: NotebookView;
  /** Receives the reason why a diff could not be opened. */
  readonly onError: (error: unknown) => void;
  /** Returns whether, and in which column, a diff opens automatically for a folder. Never throws. */
  readonly opening: (folder: string) => "active" | "beside" | "onDemand";
}

/** An edit whose diff was shown; `line` is the line of its first hunk, counted from 0. */
interface ShownEdit {
  readonly id: string;
  readonly toolId: string;
  readonly path: string;
  readonly line: number;
}

/**
 * Keeps the diff of a proposal in step with its request: it opens automatically for a visible conversation, shows
 * changes that the user made to the proposal elsewhere, reports changes made in the diff, and closes once the request
 * is answered. The file of an edit that was allowed in its diff is shown once it is written.
 */
export class ProposalDiffs implements Disposable {
  readonly #options: ProposalDiffsOptions;
  /** Open requests whose diff was shown once. */
  readonly #opened = new Set<string>();
  /** Those of them that the user opened. */
  readonly #asked = new Set<string>();
  readonly #store = new DisposableStore();
  /** The last shown edit, and the edit whose diff an answer closed, by conversation. */
  readonly #edits = new Map<ConversationId, ShownEdit>();
  readonly #answered = new Map<ConversationId, ShownEdit>();
  /** Requests whose notebook diffs are open, by conversation. */
  readonly #notebooks = new Map<ConversationId, string>();
  /** The edited text of a large diff that is not applied yet, and the text that the user edited. */
  #typed:
    | {
        readonly request: RequestRevision;
        readonly text: string;
        readonly base: string | undefined;
        readonly timer: Disposable;
      }
    | undefined;

  constructor(options: ProposalDiffsOptions) {
    this.#options = options;
    const { conversations, diff } = options;
    this.#store.add(conversations.changes.onDidChangeState(["requests"], ({ id }) => this.#follow(id)));
    this.#store.add(
      conversations.changes.on({ items: ["tool"] }, ({ id, changes }) => {
        for (const change of changes)
          if (change.kind === "put" && change.item.kind === "tool") this.#noteCall(id, change.item);
      }),
    );
    this.#store.add(
      conversations.places.onDidChange(() => {
        for (const { id } of conversations.all) this.#background(this.#openFirst(id));
      }),
    );
    this.#store.add(diff.onDidShow((shown) => this.#noteShown(shown)));
    this.#store.add(diff.onDidEdit(({ request, text }) => this.#take(request, text)));
  }

  /** Opens the diff of a request for the user, who wants to look at it. Resolves to false when the request has none. */
  async show(conversation: ConversationId, id: string): Promise<boolean> {
    const found = this.#find(conversation, id);
    if (found) this.#asked.add(getName(conversation, id));
    if (found?.view.requiredReview?.kind === "whiteSpace") await this.#options.diff.showWhiteSpace(conversation);
    if (found) await this.#show(conversation, found.view, found.proposal);
    return found !== undefined || this.#showNotebook(conversation, id);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #show(
    conversation: ConversationId,
    { id, toolId, revision }: PermissionView,
    proposal: ProposalText,
  ): Promise<void> {
    const { conversations, diff, opening, onError } = this.#options;
    this.#opened.add(getName(conversation, id));
    this.#edits.set(conversation, { id, toolId, path: proposal.path, line: proposal.hunks[0]?.at ?? 0 });
    // The diff must not cover a tab of the conversation itself.
    const isBeside =
      opening(conversations.get(conversation)?.conversation.state.folder ?? "") === "beside" ||
      conversations.places.isInTab(conversation);
    const place: DiffColumn = isBeside ? "beside" : "active";
    try {
      await diff.open({ conversation, id, revision }, proposal, place);
    } catch (error) {
      // For example a file that the editor takes for binary.
      onError(error);
    }
  }

  async #showNotebook(conversation: ConversationId, id: string): Promise<boolean> {
    const change = this.#options.conversations.get(conversation)?.conversation.permissions.reviews.getWholeChange(id);
    if (!change) return false;
    this.#notebooks.set(conversation, id);
    await this.#options.notebooks.open(conversation, change).catch(this.#options.onError);
    return true;
  }

  #follow(conversation: ConversationId): void {
    // Apply typed text before the diff shows the new state.
    this.flush();
    const { diff, notebooks } = this.#options;
    const { requests = [] } = this.#options.conversations.get(conversation)?.conversation.state ?? {};
    const open = new Set(requests.map(({ id }) => getName(conversation, id)));
    for (const names of [this.#opened, this.#asked])
      for (const name of names) if (name.startsWith(`${conversation}\n`) && !open.has(name)) names.delete(name);
    const notebook = this.#notebooks.get(conversation);
    if (notebook !== undefined && !open.has(getName(conversation, notebook))) {
      this.#notebooks.delete(conversation);
      this.#background(notebooks.close(conversation));
    }
    const shown = diff.openRequest(conversation);
    if (shown) {
      const found = this.#find(conversation, shown.id);
      if (found) diff.update({ ...shown, revision: found.view.revision }, found.proposal);
      else this.#close(conversation, shown);
    }
    this.#background(this.#openFirst(conversation));
  }

  #close(conversation: ConversationId, shown: RequestRevision): void {
    this.#background(this.#options.diff.close(shown));
    const edit = this.#edits.get(conversation);
    if (edit?.id === shown.id) this.#answered.set(conversation, edit);
  }

  /**
   * Opens the diff of the first request in a visible conversation. Each diff opens once: a tab that the user closed
   * stays closed.
   */
  async #openFirst(conversation: ConversationId): Promise<void> {
    const { conversations, opening } = this.#options;
    const { state } = conversations.get(conversation)?.conversation ?? {};
    const [first] = state?.requests ?? [];
    if (!state || !first || !conversations.places.isVisible(conversation)) return;
    const when = opening(state.folder);
    if (this.#opened.has(getName(conversation, first.id)) || when === "onDemand") return;
    const found = this.#find(conversation, first.id);
    if (found) await this.#show(conversation, found.view, found.proposal);
  }

  /** Applies the last typed text at once. Call it before a decision about the request. */
  flush(): void {
    const typed = this.#typed;
    this.#typed = undefined;
    typed?.timer.dispose();
    const now = typed && this.#find(typed.request.conversation, typed.request.id);
    if (typed && now) this.#review({ ...typed.request, revision: now.view.revision }, typed.text, typed.base);
  }

  /** Compares a short text at each key, and a large one once the user pauses. */
  #take(request: RequestRevision, text: string): void {
    const { conversation, id, revision } = this.#typed?.request ?? {};
    const isSame = conversation === request.conversation && id === request.id && revision === request.revision;
    if (!isSame) this.flush();
    const { timer, base = this.#find(request.conversation, request.id)?.proposal.after } = this.#typed ?? {};
    timer?.dispose();
    this.#typed = undefined;
    if (text.length < largeTextLength) return this.#review(request, text);
    this.#typed = { request, text, base, timer: this.#options.clock.after(pauseMs, () => this.flush()) };
  }

  /** Shows the file of an edit that was allowed in its diff, once the file is written. */
  #noteCall(conversation: ConversationId, { id, state }: ToolItem): void {
    const edit = this.#answered.get(conversation);
    if (edit?.toolId !== id || state === "waiting" || state === "running") return;
    this.#answered.delete(conversation);
    if (state === "done") this.#background(this.#options.diff.showWritten(conversation, edit.path, edit.line));
  }

  /**
   * A diff that opened by itself counts as shown once its end was on the screen, and at once where an editor shows
   * about all of it.
   */
  #noteShown({ conversation, id, revision, settings, isEndVisible }: ShownDiff): void {
    const { reviews } = this.#options.conversations.get(conversation)?.conversation.permissions ?? {};
    if (isEndVisible || this.#asked.has(getName(conversation, id)) || reviews?.isReadAtOnce(id))
      reviews?.markShown(id, revision, settings);
  }

  #review({ conversation, id, revision }: RequestRevision, text: string, base?: string): void {
    const found = this.#find(conversation, id);
    if (found?.view.revision !== revision) return;
    this.#options.conversations
      .get(conversation)
      ?.conversation.permissions.reviews.step(id, revision, { kind: "text", text, base });
  }

  #find(
    conversation: ConversationId,
    id: string,
  ): { readonly view: PermissionView; readonly proposal: ProposalText } | undefined {
    const { permissions } = this.#options.conversations.get(conversation)?.conversation ?? {};
    const view = permissions?.get(id)?.view;
    const proposal = permissions?.reviews.getProposal(id);
    return proposal && view?.kind === "permission" ? { view, proposal } : undefined;
  }

  #background(work: Promise<unknown>): void {
    this.#options.conversations.inBackground(work, "keeping a diff in step with its request");
  }
}

function getName(conversation: ConversationId, id: string): string {
  return `${conversation}\n${id}`;
}
