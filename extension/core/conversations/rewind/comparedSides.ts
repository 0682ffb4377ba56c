import type { Conversation } from "../../conversation/conversation.ts";
import type { FileSides } from "../../conversation/files/fileSides.ts";
import type { ProposalText } from "../../conversation/requests/proposals.ts";
import type { FileComparison } from "../requests/reviewPorts.ts";

/**
 * Returns the comparison of a file that changed; undefined if it did not. `pending`: its text once a proposal is
 * allowed.
 */
export function toComparison(
  { path, before, now, readBefore }: FileSides,
  pending: string | undefined,
): FileComparison | undefined {
  const earlier = before === undefined ? undefined : (readBefore ?? before?.text);
  if (pending !== undefined) return { path, before: earlier, after: { kind: "text", text: pending } };
  return isUnchanged({ before, now })
    ? undefined
    : { path, before: earlier, after: { kind: now === undefined ? "none" : "file" } };
}

/** Returns whether both sides are the same text. */
export function isUnchanged({ before, now }: Pick<FileSides, "before" | "now">): boolean {
  return before !== null && now !== null && before?.text === now?.text;
}

/** Returns whether both sides can be compared as text. */
export function isShown({ before, now }: Pick<FileSides, "before" | "now">): boolean {
  return before !== null && now !== null;
}

/** Returns the proposals that wait for the user, by path. */
export function getPendingProposals({ state, edits, permissions }: Conversation): ReadonlyMap<string, ProposalText> {
  const isClaudesOwn = edits.changed.claudesOwn();
  return new Map(
    state.requests.flatMap(({ id }) => {
      const proposal = permissions.reviews.getProposal(id);
      return proposal && !isClaudesOwn(proposal.path) ? [[proposal.path, proposal] as const] : [];
    }),
  );
}

/**
 * Returns the changes of a conversation, pending ones included, against the state before it or, with `since`, before
 * that prompt.
 */
export async function listComparisons(conversation: Conversation, since?: string): Promise<FileComparison[]> {
  const pending = getPendingProposals(conversation);
  const done = new Set<string>();
  const changes: FileComparison[] = [];
  for await (const sides of conversation.edits.changed.readAll(since)) {
    const change = toComparison(sides, pending.get(sides.path)?.after);
    if (change) changes.push(change);
    done.add(sides.path);
  }
  const waiting = [...pending.values()].filter(({ path }) => !done.has(path));
  return [
    ...changes,
    ...waiting.map(
      ({ path, before, after }): FileComparison => ({ path, before, after: { kind: "text", text: after } }),
    ),
  ];
}
