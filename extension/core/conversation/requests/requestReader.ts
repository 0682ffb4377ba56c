import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { UnreadableText } from "../../../shared/base/unreadableText.ts";
import type { PermissionView, ProposalProblem } from "../../../shared/contract/requests/requests.ts";
import type { RequestNote } from "../../../shared/contract/tools.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import { computeNotebookChange, type NotebookChange } from "../../review/notebook.ts";
import { type FileEdit, makeProposal, maxProposalLength } from "../../review/proposal.ts";
import { createReviewedProposal, type ReviewedProposal } from "../../review/reviewedProposal.ts";
import { choosesLineEnds, type DiskText, type WriteRules } from "../../review/writeRules.ts";
import type { WriteVerifier } from "../files/writeVerifier.ts";
import type { FileLocation, Files } from "../ports/ports.ts";
import type { StoreView } from "../reduce/reduction.ts";
import { getCard, getEdit, getNotebookEdit, getPath } from "../tools/describeCall.ts";
import { getWriteRules } from "../tools/versionRules.ts";
import { computeEditBase, findEdits, isLater } from "./editBase.ts";
import type { OpenPermission } from "./openPermission.ts";
import { createProblemView } from "./proposalView.ts";
import { createRequestView, type OpenRequest } from "./requestKinds.ts";
import { getLocationNotes, withoutDiff, withProposal, withWholeChange } from "./requestView.ts";

export interface RequestReaderOptions {
  readonly store: StoreView;
  readonly files: Files;
  readonly written: WriteVerifier;
  /** Requests the current plan of `claude`; undefined if it has none or cannot report it. */
  readonly fetchPlan: () => Promise<string | undefined>;
  readonly logger: Logger;
}

/** The location of a path that cannot be resolved. It counts as outside, so that the card shows the whole path. */
const unknownLocation: FileLocation = { isOutside: true, isReadOnly: false };

/** Reads all data of a permission request: its file, its location, its plan. */
export class RequestReader {
  readonly #options: RequestReaderOptions;
  readonly #open: () => readonly OpenRequest[];
  /** The last proposal of each request: a file that did not change is not compared again. */
  readonly #proposed = new WeakMap<CanUseToolRequest, ReviewedProposal>();

  /** `open` returns the open requests in order of arrival. */
  constructor(options: RequestReaderOptions, open: () => readonly OpenRequest[]) {
    this.#options = options;
    this.#open = open;
  }

  /** Returns the request with its current view. Never rejects because of the state of the disk. */
  async read(id: string, request: CanUseToolRequest): Promise<OpenPermission> {
    const { store } = this.#options;
    const read = await this.#read(id, request);
    const askedIn = store.record(request.tool_use_id)?.mode ?? store.state.reported.permissionMode;
    return askedIn === undefined ? read : { ...read, view: { ...read.view, askedIn } };
  }

  async #read(id: string, request: CanUseToolRequest): Promise<OpenPermission> {
    const { store, files } = this.#options;
    const { folder } = store.state;
    const view = createRequestView(id, this.#withAgentName(await this.#withPlan(request)), store);
    if (view.kind !== "permission") return { id, request, view, proposal: undefined };
    const located = withNotes(view, await this.#placeNotes(request, view, folder), "first");
    const edit = getEdit(request.tool_name, request.input);
    if (!edit) {
      const path = getNotebookEdit(request.tool_name, request.input)?.path;
      // The result of an earlier open edit on a cell is not predictable.
      const isAlone =
        path !== undefined &&
        findEdits(path, this.#open()).every((open) => open.id === id || isLater(open.id, id, this.#open()));
      const fixed = isAlone ? await this.#notebookChange(request) : undefined;
      const shown = fixed
        ? withWholeChange(located, fixed, request, folder)
        : path === undefined
          ? located
          : withoutDiff(located, request);
      return { id, request, path, view: shown, proposal: undefined, wholeChange: fixed };
    }
    const noted = files.isDirty(edit.path) ? withNotes(located, [{ kind: "unsavedChanges" }]) : located;
    const { draft, isAfterOther } = await this.#propose(id, request, edit);
    const { path } = edit;
    if (typeof draft === "string") {
      const problem = {
        ...noted,
        proposal: createProblemView(path, draft, folder),
        ...(damaging.has(draft) ? { isDenyDefault: true } : {}),
      };
      return { id, request, path, view: withoutDiff(problem, request), proposal: undefined };
    }
    const isChosen = choosesLineEnds(draft.before, draft.rules) && draft.proposed.after.includes("\n");
    const kinds = [
      isAfterOther && "afterOther",
      isChosen && "lineEndsChosen",
      draft.before?.isUtf16 && "utf16",
    ] as const;
    const notes = kinds.flatMap((kind): RequestNote[] => (kind ? [{ kind }] : []));
    return { id, request, path, view: withProposal(withNotes(noted, notes), draft, folder), proposal: draft };
  }

  /** Replaces the id of a subagent by its task, by which the user knows it. */
  #withAgentName(request: CanUseToolRequest): CanUseToolRequest {
    const { agent_id: id } = request;
    if (id === undefined) return request;
    const { store } = this.#options;
    const row = store.unsettled().find(({ item }) => item.kind === "tool" && item.agent?.taskId === id)?.item;
    const name = row?.kind === "tool" ? row.subject : store.state.background.find((task) => task.id === id)?.text;
    return { ...request, agent_id: name ?? "" };
  }

  async #placeNotes(request: CanUseToolRequest, view: PermissionView, folder: string): Promise<RequestNote[]> {
    const path = getPath(request.tool_name, request.input);
    if (path === undefined) return [];
    return getLocationNotes(
      request,
      view,
      folder,
      await this.#options.files.locate(path, folder).catch(() => unknownLocation),
    );
  }

  /** Returns the change of a notebook; undefined if the call edits none, or the change cannot be computed. */
  async #notebookChange({ tool_name: tool, input }: CanUseToolRequest): Promise<NotebookChange | undefined> {
    const edit = getNotebookEdit(tool, input);
    const disk = edit && (await this.#options.files.readDisk(edit.path).catch(() => undefined));
    return edit && disk && disk.text.length <= maxProposalLength ? computeNotebookChange(disk.text, edit) : undefined;
  }

  /** Returns the proposal against the file as it will be when `claude` edits it. */
  async #propose(
    id: string,
    request: CanUseToolRequest,
    edit: FileEdit,
  ): Promise<{ readonly draft: ReviewedProposal | ProposalProblem; readonly isAfterOther: boolean }> {
    const { store, logger } = this.#options;
    const rules = getWriteRules(store.state.cliVersion);
    try {
      const { before, isAfterOther } = await computeEditBase(edit.path, id, { ...this.#options, open: this.#open });
      const last = this.#proposed.get(request);
      if (last && isSameText(last.before, before) && isSameRules(last.rules, rules))
        return { draft: last, isAfterOther };
      const proposed = makeProposal(edit, before, rules);
      if (typeof proposed === "string") return { draft: proposed, isAfterOther };
      const draft = createReviewedProposal(edit, before, rules, proposed);
      this.#proposed.set(request, draft);
      return { draft, isAfterOther };
    } catch (error) {
      logger.warn(`no diff for ${edit.path}: ${getErrorMessage(error)}`);
      return { draft: findReadProblem(error, rules, edit), isAfterOther: false };
    }
  }

  /**
   * Adds the plan, which 2.1.329 may leave out of the input, so that the user does not approve an empty page. The added
   * plan is for display only: the input is returned as it came, since a changed plan counts as one that the user
   * edited.
   */
  async #withPlan(request: CanUseToolRequest): Promise<CanUseToolRequest> {
    if (
      getCard(request.tool_name) !== "plan" ||
      (typeof request.input["plan"] === "string" && request.input["plan"] !== "")
    )
      return request;
    const plan = await this.#options.fetchPlan();
    return plan === undefined ? request : { ...request, input: { ...request.input, plan } };
  }
}

function isSameText(one: DiskText | undefined, other: DiskText | undefined): boolean {
  return one?.text === other?.text && one?.isUtf16 === other?.isUtf16;
}

function isSameRules(one: WriteRules, other: WriteRules): boolean {
  return one.isFaithful === other.isFaithful && one.stylesQuotes === other.stylesQuotes;
}

export function withNotes(
  view: PermissionView,
  notes: readonly RequestNote[],
  place: "first" | "last" = "last",
): PermissionView {
  return { ...view, notes: place === "first" ? [...notes, ...view.notes] : [...view.notes, ...notes] };
}

/** Problems of edits that destroy parts of a file that they do not mean. */
const damaging: ReadonlySet<ProposalProblem> = new Set<ProposalProblem>(["bigEndianDamaged", "damaged", "replaced"]);

/**
 * Returns why a file has no diff, and so what the edit does to it: 2.1.329 refuses a file that it cannot decode,
 * earlier versions write other bytes.
 */
function findReadProblem(error: unknown, { isFaithful }: WriteRules, edit: FileEdit): ProposalProblem {
  if (!(error instanceof UnreadableText)) return "noAccess";
  if (error.reason === "bigEndian") return isFaithful ? "bigEndian" : "bigEndianDamaged";
  if (isFaithful) return "notText";
  return "content" in edit ? "replaced" : "damaged";
}
