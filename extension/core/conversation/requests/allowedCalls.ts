import { readString } from "../../../shared/base/read.ts";
import type { PermissionAnswer } from "../../protocol/requests/permission.ts";
import { hasSince } from "../../protocol/version.ts";
import { buildChangedInputNote, buildChangedNote, buildChangedPlanNote } from "../../review/modelNote.ts";
import { applyEdit, type FileEdit } from "../../review/proposal.ts";
import type { ReviewedProposal } from "../../review/reviewedProposal.ts";
import { choosesLineEnds } from "../../review/writeRules.ts";
import type { EditedFiles } from "../files/editedFiles.ts";
import type { StoreView } from "../reduce/reduction.ts";
import { getEdit } from "../tools/describeCall.ts";
import type { OpenPermission } from "./openPermission.ts";

/**
 * Tracks the consequences of allowed calls: the expected content of their files, and notes for the model with their
 * results.
 */
export class AllowedCalls {
  readonly #store: StoreView;
  readonly #edits: EditedFiles;
  /** Notes by tool-use id. */
  readonly #notes = new Map<string, string>();

  constructor({ store, edits }: { readonly store: StoreView; readonly edits: EditedFiles }) {
    this.#store = store;
    this.#edits = edits;
  }

  /** Adds a request that was allowed with `updatedInput`. */
  add(open: OpenPermission, { updatedInput }: Extract<PermissionAnswer, { readonly behavior: "allow" }>): void {
    const { request, input, proposal, view } = open;
    const plan = view.kind === "plan" ? readString(input, "plan") : undefined;
    // 2.0.77 and 2.1.50 read the plan from their own file and ignore the returned input.
    if (plan !== undefined && hasSince(this.#store.state.cliVersion, "c") === "no")
      this.#notes.set(view.toolId, buildChangedPlanNote(plan));
    if (input && view.kind === "permission")
      this.#notes.set(view.toolId, buildChangedInputNote(request.tool_name, request.input, input));
    if (proposal) this.#expect(open, proposal, getEdit(request.tool_name, updatedInput));
  }

  /** Removes and returns the note for the model about the input of an allowed call. */
  takeNote(toolId: string): string | undefined {
    const note = this.#notes.get(toolId);
    this.#notes.delete(toolId);
    return note;
  }

  /** Drops notes of failed calls at the end of the turn. */
  dropNotes(): void {
    this.#notes.clear();
  }

  /**
   * Expects the allowed edit on disk, where it is verified later. Adds a note for the model if the edit differs from
   * its own.
   */
  #expect({ view }: OpenPermission, { before, rules, proposed }: ReviewedProposal, edit: FileEdit | undefined): void {
    const { toolId } = view;
    // The base that the diff was shown against does not exist yet, and may never exist.
    if ("notes" in view && view.notes.some((note) => note.kind === "afterOther"))
      return this.#edits.written.expect(toolId, proposed.path, undefined);
    const text = edit && applyEdit(edit, before, rules);
    this.#edits.changed.note(toolId, proposed.path, before);
    this.#edits.written.expect(toolId, proposed.path, typeof text === "string" ? text : undefined, {
      hasAnyLineEnds: choosesLineEnds(before, rules),
    });
    if (typeof text === "string" && text !== proposed.after)
      this.#notes.set(toolId, buildChangedNote(proposed.path, proposed.after, text));
  }
}
