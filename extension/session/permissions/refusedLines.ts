import type { PermissionAnswer } from "../../protocol/permission.ts";
import { getChangedLines, getRefusedLines } from "../../review/carryReview.ts";
import type { OpenPermission } from "./openRequests.ts";

/**
 * Lines of edits that the user refused while other edits of the same file wait. Those were shown as if the refused lines were there; once
 * they are made again, the same lines must not come in with them unnoticed.
 */
export class RefusedLines {
  /** By path; each line behind its sign. */
  readonly #lines = new Map<string, Set<string>>();

  /** Takes note of how an edit was answered. `isAlone`: no other edit of its file waits, so that nothing has to be remembered. */
  note({ path, proposal }: OpenPermission, behavior: PermissionAnswer["behavior"], isAlone: boolean): void {
    if (path === undefined) return;
    if (isAlone) this.#lines.delete(path);
    else if (proposal) {
      const refused = behavior === "deny" ? getChangedLines(proposal.review.change) : getRefusedLines(proposal.review);
      this.#lines.set(path, new Set([...this.of(path), ...refused]));
    }
  }

  of(path: string): ReadonlySet<string> {
    return this.#lines.get(path) ?? new Set();
  }
}
