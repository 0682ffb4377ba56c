import { background } from "../../../shared/base/background.ts";
import { Latest } from "../../../shared/base/latest.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { RequestView } from "../../../shared/contract/requests/requests.ts";
import type { RequestNote } from "../../../shared/contract/tools.ts";
import { isSame } from "../../options/difference.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import { carryReview } from "../../review/carryReview.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";
import type { StoreView } from "../reduce/reduction.ts";
import { replaceEditableInput } from "../tools/describeCall.ts";
import type { Input } from "../tools/toolDescription.ts";
import { withResolvedPath } from "../tools/toolPath.ts";
import { findEdits } from "./editBase.ts";
import type { OpenPermission } from "./openPermission.ts";
import type { OpenRequests } from "./openRequests.ts";
import type { ProposalStep } from "./proposals.ts";
import type { RefusedLines } from "./refusedLines.ts";
import { createRequestView } from "./requestKinds.ts";
import { type RequestReader, withNotes } from "./requestReader.ts";
import { withOwnInput, withProposal } from "./requestView.ts";

export interface RequestUpdatesOptions {
  readonly requests: OpenRequests;
  readonly reader: RequestReader;
  readonly refusedLines: RefusedLines;
  readonly store: StoreView;
  readonly logger: Logger;
}

/** Shows open requests again as a new revision: when their file changed, and when the user writes another input. */
export class RequestUpdates {
  readonly #options: RequestUpdatesOptions;
  /** Reads of the disk, by request. */
  readonly #looks = new Latest<string>();
  /** Inputs that the user wrote, by request. */
  readonly #writes = new Latest<string>();
  /** Inputs that are being read, by request: the last one that the user wrote. */
  readonly #writing = new Map<string, Promise<void>>();

  constructor(options: RequestUpdatesOptions) {
    this.#options = options;
  }

  /** Shows an input that the user wrote, once its effect is read. */
  writeInput(open: OpenPermission, step: ProposalStep): void {
    const writing = this.#write(open, step).finally(() => {
      if (this.#writing.get(open.id) === writing) this.#writing.delete(open.id);
    });
    this.#writing.set(open.id, writing);
    this.#background(writing);
  }

  /** Returns true while an input that the user wrote for a request is not shown yet. */
  isWriting(id: string): boolean {
    return this.#writing.has(id);
  }

  /** Resolves once no input of the user for a request waits to be shown. Never rejects. */
  async whenWritten(id: string): Promise<void> {
    for (let writing = this.#writing.get(id); writing; writing = this.#writing.get(id)) await writing.catch(() => {});
  }

  /** Reads the file of a request again. */
  look(id: string, request: CanUseToolRequest): void {
    this.#background(this.proposeAgain(id, request));
  }

  /** Reads the open edits of a file again, because they are shown against the expected content of the file. */
  lookAt(path: string | undefined, but?: string): void {
    if (path !== undefined)
      this.#lookAtEach(findEdits(path, this.#options.requests.all).filter(({ id }) => id !== but));
  }

  lookAtAll(): void {
    if (!this.#options.requests.isEmpty) this.#lookAtEach(findEdits(undefined, this.#options.requests.all));
  }

  #lookAtEach(edits: readonly OpenPermission[]): void {
    for (const { id, request } of edits) this.look(id, request);
  }

  /**
   * Shows a request against the current file. Keeps the user's changes of the proposal, and an input that the user
   * wrote, as they are.
   */
  async proposeAgain(id: string, request: CanUseToolRequest): Promise<void> {
    const { requests, reader, store } = this.#options;
    const look = this.#looks.begin(id);
    const own = requests.permission(id)?.input;
    const read = await reader.read(id, own ? { ...request, input: own } : request);
    const again = own ? { ...read, request, input: own, view: withOwnInput(read.view) } : read;
    const open = requests.permission(id);
    // A read is stale if it began before the one that was shown last, or with another input.
    if (open?.request !== request || open.input !== own || again.view.kind !== "permission" || !look.take()) return;
    const isSame = isSameFile(open, again);
    if (isSame && hasSameContent(open.view, again.view)) return;
    const last = open.proposal ?? open.lastProposal;
    const draft = this.#carry(again, last);
    const hasChanged = !isSame || getCardNotes(open.view).some((note) => note.kind === "changedSince");
    const noted = hasChanged ? withNotes(again.view, [{ kind: "changedSince" }], "first") : again.view;
    const view = draft ? withProposal(noted, draft, store.state.folder) : noted;
    const changed: OpenPermission = { ...again, proposal: draft, lastProposal: last, view };
    requests.update(changed);
  }

  /**
   * Leaves out the hunks of a request that is not open yet that may contain lines which the user refused in another
   * edit of the file.
   */
  withoutRefused(entry: OpenPermission): OpenPermission {
    const proposal = this.#carry(entry, undefined);
    if (!proposal || proposal === entry.proposal || entry.view.kind !== "permission") return entry;
    return { ...entry, proposal, view: withProposal(entry.view, proposal, this.#options.store.state.folder) };
  }

  /** Returns the proposal of a request with the user's decisions about `last`, and about other edits of the file. */
  #carry({ id, path, proposal }: OpenPermission, last: ReviewedProposal | undefined): ReviewedProposal | undefined {
    const { requests, refusedLines } = this.#options;
    if (!proposal || path === undefined) return proposal;
    const others = findEdits(path, requests.all).filter((open) => open.id !== id);
    return carryReview(proposal, last, refusedLines.of(path, others));
  }

  /** Shows an input that the user wrote, as a new revision: everything on the card is about that input. */
  async #write(open: OpenPermission, step: ProposalStep): Promise<void> {
    const { requests, reader, store } = this.#options;
    const { id, request } = open;
    const isEditable = open.view.kind === "plan" || "editable" in open.view;
    if (step.kind !== "reset" && !(step.kind === "input" && isEditable)) return;
    const input = step.kind === "input" ? this.#readInput(request, step.text) : undefined;
    if (step.kind === "input" && (input === undefined || isSame(input, open.input ?? request.input))) return;
    const isChanged = input !== undefined && !isSame(input, request.input);
    const write = this.#writes.begin(id);
    const isPlan = open.view.kind === "plan" && isChanged;
    const asked = isChanged ? { ...request, input } : request;
    // Text typed in a plan's document is shown without waiting, because the next keystroke may follow at once.
    const read = isPlan
      ? {
          ...open,
          view: {
            ...createRequestView(id, asked, store),
            ...(open.view.askedIn === undefined ? {} : { askedIn: open.view.askedIn }),
          },
        }
      : await reader.read(id, asked);
    const now = requests.permission(id);
    // Of several quick inputs only the last one counts.
    if (now?.request !== request || !write.isCurrent) return;
    const view = isChanged ? withOwnInput(read.view) : read.view;
    const changed: OpenPermission = {
      ...now,
      path: read.path,
      wholeChange: read.wholeChange,
      input: isChanged ? input : undefined,
      view,
    };
    requests.update(changed);
  }

  /**
   * Returns the input with the user's text, and with its path resolved as that of a request; undefined where the text
   * is not valid.
   */
  #readInput(
    { tool_name: tool, tool_use_id: toolId, input: asked }: CanUseToolRequest,
    text: string,
  ): Input | undefined {
    const { store } = this.#options;
    const input = replaceEditableInput(tool, asked, text);
    return (
      input &&
      withResolvedPath(tool, input, { ...store.paths, version: store.state.cliVersion, base: store.folderOf(toolId) })
    );
  }

  #background(work: Promise<unknown>): void {
    background(work, this.#options.logger, "reading a request again");
  }
}

/** Returns whether two reads of the disk had the same result. */
function isSameFile(
  { proposal: one, wholeChange, view: left }: OpenPermission,
  { proposal: other, wholeChange: again, view: right }: OpenPermission,
): boolean {
  if (one && other) return one.before?.text === other.before?.text;
  if (wholeChange || again) return wholeChange?.before === again?.before && wholeChange?.after === again?.after;
  const problem = (view: RequestView): string | undefined =>
    view.kind === "permission" ? view.proposal?.problem : undefined;
  return !one && !other && problem(left) === problem(right);
}

/** Returns the notes of a card besides the input. */
function getCardNotes(view: RequestView): readonly RequestNote[] {
  return view.kind === "permission" ? view.notes : [];
}

/** Returns whether two views of the same text have the same notes, ignoring `changedSince`. */
function hasSameContent(left: RequestView, right: RequestView): boolean {
  const [one, other] = [left, right].map((view) => getCardNotes(view).filter(({ kind }) => kind !== "changedSince"));
  return isSame(one, other);
}
