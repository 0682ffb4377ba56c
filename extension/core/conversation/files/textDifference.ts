import type { ChangedFile } from "../../../shared/contract/changes/changedFiles.ts";
import { computeChange } from "../../review/changeSet.ts";
import { maxProposalLength } from "../../review/proposal.ts";
import type { DiskText } from "../../review/writeRules.ts";

/** Summarizes the change of a text; null means that the file cannot be read as text, or was none. */
export function summarizeChange(
  before: DiskText | undefined | null,
  now: DiskText | undefined | null,
): Pick<ChangedFile, "state" | "added" | "removed"> {
  const isLarge = Math.max(now?.text.length ?? 0, before?.text.length ?? 0) > maxProposalLength;
  if (before === null && now === undefined) return { state: "deleted", added: 0, removed: 0 };
  if (before === null || now === null || isLarge) return { state: "opaque", added: 0, removed: 0 };
  const { added, removed } = computeChange("", before?.text, now?.text ?? "");
  return { state: now === undefined ? "deleted" : before ? "changed" : "created", added, removed };
}

/** Computes a fingerprint of a text, for a mark that outlives the text: its length and a hash. */
export function computeFingerprint(file: DiskText | undefined | null): string {
  if (!file) return file === null ? "opaque" : "none";
  const { text } = file;
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return `${text.length}:${(sum >>> 0).toString(36)}`;
}
