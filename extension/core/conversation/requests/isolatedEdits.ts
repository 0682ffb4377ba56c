import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { DecisionRecord, PermissionView } from "../../../shared/contract/requests/requests.ts";
import { toRelativePath } from "../tools/relativePath.ts";
import type { OpenPermission } from "./openPermission.ts";

/** The decision about an edit that needs no approval, for its row. */
export const isolatedEdit: DecisionRecord = { code: "allowedByRule", reason: "isolation" };

/** Notes that say nothing against an edit: who asks, and how the file will be written. */
const harmless: ReadonlySet<string> = new Set(["agent", "lineEndsChosen", "utf16"]);

/**
 * Returns whether an edit needs no approval: it changes a plain file of a copy or worktree, of which nothing is in the
 * user's folder before they apply it, and `claude` asks only because of its mode, as its one suggestion says. Whatever
 * the card would say besides the change needs the user: a rule, a link, a place outside, unsaved changes, another edit
 * of the file. Files and folders that begin with a dot can change what programs do, and always need the user, like
 * everything in the conversation of an extension.
 */
export function isIsolatedEdit(
  { view, path, proposal, wholeChange }: OpenPermission,
  state: ConversationState,
): boolean {
  if (!state.isolation || state.startedBy || view.kind !== "permission" || path === undefined) return false;
  const isShown = proposal ? view.proposal?.outcome === "asProposed" : wholeChange !== undefined;
  return (
    isShown && view.askedIn === "default" && isOnlyAskedByMode(view) && isPlain(toRelativePath(path, state.folder))
  );
}

function isOnlyAskedByMode({ always, notes, ...view }: PermissionView): boolean {
  const [only, ...others] = always.map(({ change }) => change);
  return (
    only?.kind === "mode" &&
    only.mode === "acceptEdits" &&
    others.length === 0 &&
    notes.every(({ kind }) => harmless.has(kind)) &&
    !view.isDenyDefault &&
    !view.isDenyOnly &&
    !view.needsCard
  );
}

/** Returns whether a path is inside its folder, without a hidden part. */
function isPlain(relative: string): boolean {
  const parts = relative.split(/[\\/]/);
  return !/^([\\/]|[A-Za-z]:)/.test(relative) && parts.every((part) => part !== "" && !part.startsWith("."));
}
