import type { PermissionAnswer } from "../../protocol/permission.ts";
import { getChangedLines, getRefusedLines } from "../../review/carryReview.ts";
import type { OpenPermission } from "./openRequests.ts";

/**
 * Tracks lines that the user refused in an edit while other edits of the same file wait. Those were shown as if the refused lines existed; when
 * they are proposed again, the same lines must not come back unnoticed.
 */
export class RefusedLines {
  /** Refused lines by path, each with its sign in front. */
  readonly #lines = new Map<string, Set<string>>();

  /** Notes the answer to an edit. `isAlone`: no other edit of its file waits, so that nothing has to be remembered. */
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
