import type { Conversation } from "../conversation.ts";
import { type FileHistory, type FileTarget, isCovering, type RestoreResult, type RestoreStep } from "../fileHistory.ts";

/** A file that can be reverted to its state before the conversation. */
export interface PlannedRevert {
  readonly path: string;
  /** Content before the conversation and now; undefined where the file does not exist. */
  readonly before: Uint8Array | undefined;
  readonly now: Uint8Array | undefined;
  /** True if the user or another program changed it since. */
  readonly isForeign: boolean;
  readonly target: FileTarget;
}

/**
 * Plans the revert of a file from the checkpoint before the first message. Resolves to undefined if there is none, or if the file is not known to
 * differ from it, or is too large.
 */
export async function planRevert({ fileHistory, transcript }: Conversation, path: string): Promise<PlannedRevert | undefined> {
  if (!fileHistory) return undefined;
  const first = await transcript.findFirstPrompt();
  const point = first === undefined ? undefined : await fileHistory.before(first);
  if (!point || !isCovering(point)) return undefined;
  const now = await fileHistory.take({ kind: "preview" });
  if (!isCovering(now)) return undefined;
  const [{ differences }, byOthers] = await Promise.all([fileHistory.compare(point.id, now.id), fileHistory.changedByOthers(point.id)]);
  if (!differences.some((each) => each.path === path)) return undefined;
  const [before, present] = await Promise.all([fileHistory.read(point.id, path), fileHistory.read(now.id, path)]);
  if (before === "tooLarge" || present === "tooLarge") return undefined;
  return { path, before, now: present, isForeign: byOthers.has(path), target: { to: point.id, expected: now.id } };
}

/** Reverts a file, or writes other content in its place, after a checkpoint. */
export function revertFile(history: FileHistory, { path, target }: PlannedRevert, content?: Uint8Array): Promise<RestoreResult> {
  const step: RestoreStep = content === undefined ? { path, kind: "restore" } : { path, kind: "write", content };
  return history.restore(target.to, [step], target.expected, { kind: "revert" });
}

/** Takes back a revert that left `reverted` behind. Resolves to false if the file changed since. */
export async function undoRevert(
  history: FileHistory,
  path: string,
  { undo }: Extract<RestoreResult, { kind: "done" }>,
  reverted: Uint8Array | undefined,
): Promise<boolean> {
  const now = await history.take({ kind: "preview" });
  if (!isSame(await history.read(now.id, path), reverted)) return false;
  return (await history.restore(undo.id, [{ path, kind: "restore" }], now.id, { kind: "revert" })).kind === "done";
}

function isSame(one: Uint8Array | "tooLarge" | undefined, other: Uint8Array | undefined): boolean {
  if (!one || !other || one === "tooLarge") return one === other;
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
