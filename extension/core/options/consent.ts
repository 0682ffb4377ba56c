import type { Mode } from "../../shared/contract/modes.ts";
import type { Option } from "./option.ts";

/** Modes by how much runs without a request. `dontAsk` denies what no rule allows, and shows no card. */
const openness: { readonly [M in Mode]: number } = {
  plan: 0,
  default: 1,
  acceptEdits: 2,
  dontAsk: 3,
  auto: 4,
  bypassPermissions: 5,
};

/** Comparisons for `Option.isWider`: whether a workspace's value allows more than the user's own one. */
export const wider = {
  other: <T>(value: T, users: T): boolean => value !== users,
  /** For a limit that null switches off. */
  limit: (value: number | null, users: number | null): boolean =>
    value !== users && (value === null || (users !== null && value > users)),
  /** Edits that need no request are more than `dontAsk` allows, which denies them. */
  mode: (value: Mode, users: Mode): boolean =>
    openness[value] > openness[users] || (value === "acceptEdits" && users === "dontAsk"),
  /** For a choice of which one does something without asking. */
  choice:
    <T>(unasked: T) =>
    (value: T, users: T): boolean =>
      value === unasked && users !== unasked,
} as const;

/** Returns whether a workspace's value of an option can need the user's consent. */
export function mayNeedConsent({ needsConsent, isWider }: Pick<Option, "needsConsent" | "isWider">): boolean {
  return needsConsent === true || isWider !== undefined;
}

/**
 * Returns whether a workspace's value of an option needs the user's consent, compared with the user's own value. A
 * value of a wrong type does, and every one does beside a wrong value of the user, which says nothing about what the
 * user wants.
 */
export function needsConsent(row: Option, value: unknown, users: unknown): boolean {
  if (!row.isWider) return row.needsConsent === true;
  const [own, theirs] = [row.schema.safeParse(value), row.schema.safeParse(users)];
  if (!own.success || (users !== undefined && !theirs.success)) return true;
  return row.isWider(own.data, theirs.success ? theirs.data : row.default);
}
