import type { Disposable } from "../../../shared/base/disposable.ts";
import type { PermissionAnswer } from "../../protocol/requests/permission.ts";
import { getAllLines, getRefusedLines } from "../../review/carryReview.ts";
import type { OpenPermission } from "./openPermission.ts";

interface FileEdits {
  /** Number of edits that wait for the user or are still being read. */
  waiting: number;
  /** Refused lines of answered edits, each with its sign in front. */
  readonly lines: Set<string>;
}

/**
 * Tracks lines that the user refused in an edit while other edits of the same file wait. Those were shown as if the
 * refused lines existed; when they are proposed again, the same lines must not come back unnoticed.
 */
export class RefusedLines {
  readonly #files = new Map<string, FileEdits>();

  /**
   * Remembers refused lines of a file until the returned object, and those of all other edits of the file, are
   * disposed.
   */
  begin(path: string): Disposable {
    const file = this.#files.get(path) ?? { waiting: 0, lines: new Set<string>() };
    this.#files.set(path, file);
    file.waiting++;
    return {
      dispose: () => {
        if (--file.waiting === 0) this.#files.delete(path);
      },
    };
  }

  /** Notes the answer to an edit. */
  note({ path, lastProposal, proposal = lastProposal }: OpenPermission, behavior: PermissionAnswer["behavior"]): void {
    if (path === undefined || !proposal) return;
    for (const line of behavior === "deny" ? getAllLines(proposal) : getRefusedLines(proposal))
      this.#files.get(path)?.lines.add(line);
  }

  /**
   * Returns the refused lines of a file: of answered edits, and of `others`, the open edits besides the one that is
   * shown.
   */
  of(path: string, others: readonly OpenPermission[]): ReadonlySet<string> {
    const open = others.flatMap(({ lastProposal, proposal = lastProposal }) =>
      proposal ? getRefusedLines(proposal) : [],
    );
    return new Set([...(this.#files.get(path)?.lines ?? []), ...open]);
  }
}
