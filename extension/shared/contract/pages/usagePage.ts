/** Content of the page "Usage". */
export interface UsageContent {
  /** Title of the conversation; empty without one. */
  readonly title: string;
  /** Note about the page as a whole, such as that no model was used yet. */
  readonly note?: string;
  /** Totals: a name with its value. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** One bar per turn, oldest first. */
  readonly bars: readonly UsageBar[];
  readonly turns: UsageTable;
  readonly models: UsageTable;
  readonly limits: readonly UsageLimit[];
  /** Note about usage that the numbers do not include. */
  readonly gaps: readonly string[];
  /** Earlier turns are not loaded; an action loads them. */
  readonly hasOlder: boolean;
}

/** Measures that the bars can show. */
export const usageMeasures = ["tokens", "cost", "time"] as const;
export type UsageMeasure = (typeof usageMeasures)[number];

/** Kinds of tokens, in the order in which a bar stacks them. */
export const tokenKinds = ["cacheRead", "cacheWrite", "input", "output"] as const;
export type TokenKind = (typeof tokenKinds)[number];

export interface UsageBar {
  readonly id: string;
  /** The turn and its numbers in one line. */
  readonly title: string;
  readonly tokens: { readonly [K in TokenKind]: number };
  readonly costUsd: number;
  readonly durationMs: number;
}

/** A table of texts; each row has one cell per column. */
export interface UsageTable {
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly UsageCell[] }[];
}

/** A text, and what it shows on hover if that is not the text itself. */
export type UsageCell = string | { readonly text: string; readonly title: string };

export interface UsageLimit {
  readonly label: string;
  readonly percent: number;
  /** The share in words, and when it is reset. */
  readonly text: string;
}

/** Actions of the buttons of the usage page. */
export const usageActions = ["exportCsv", "exportJson", "loadOlder", "refresh"] as const;
export type UsageActionName = (typeof usageActions)[number];
