import { t } from "@vscode/l10n";
import type { ModelChoice } from "../contract/conversationState.ts";
import type {
  TokenKind,
  UsageBar,
  UsageCell,
  UsageContent,
  UsageLimit,
  UsageMeasure,
  UsageTable,
} from "../contract/pages/usagePage.ts";
import type { PlanUsage } from "../contract/planUsage.ts";
import type { ModelUsage } from "../contract/usage.ts";
import { countTokens, type Totals, type UsageOfTurn, type UsageSummary } from "../contract/usageSummary.ts";
import { formatModel } from "../text/modelName.ts";
import {
  formatCount,
  formatDollars,
  formatDuration,
  formatFullTime,
  formatTime,
  formatTokens,
} from "../text/numbers.ts";
import { formatPlanLimit } from "../text/transcript/planLimits.ts";
import { usageText } from "../text/usage.ts";

/** Labels of the page "Usage". */
export const usagePageText = {
  ...usageText,
  totals: () => t("Totals"),
  turns: () => t("Turns"),
  perTurn: () => t("Per turn"),
  models: () => t("Models"),
  limits: () => t("Plan limits"),
  exportCsv: () => t("Export as CSV…"),
  exportJson: () => t("Export as JSON…"),
  refresh: () => t("Refresh"),
  loadOlder: () => t("Load earlier turns"),
  show: () => t("Show"),
  barsOf: (measure: string) => t("{0} per turn, oldest first", measure),
  measures: { tokens: () => t("Tokens"), cost: () => t("Cost"), time: () => t("Time") } satisfies Record<
    UsageMeasure,
    () => string
  >,
  kinds: {
    cacheRead: () => t("Cache read"),
    cacheWrite: () => t("Cache write"),
    input: () => t("Input"),
    output: () => t("Output"),
  } satisfies Record<TokenKind, () => string>,
} as const;

/** Part of the page about the current conversation. */
export interface ShownUsage {
  /** Title of the conversation. */
  readonly name: string;
  readonly summary: UsageSummary;
  /** Models with the names that the panel shows. */
  readonly models: readonly ModelChoice[];
  /** Cost of the whole conversation as `claude` reports it, in US dollars. */
  readonly costUsd: number;
  readonly hasOlder: boolean;
  readonly plan: PlanUsage | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Returns the content of the page; `shown` is undefined without a conversation. */
export function getUsageContent(shown: ShownUsage | undefined): UsageContent {
  if (!shown) return { ...emptyContent, note: t("Open a conversation to see its usage.") };
  const { name, summary, models, costUsd, hasOlder, plan, now } = shown;
  const isEmpty = summary.turns.length === 0;
  return {
    title: name,
    ...(isEmpty ? { note: t("No turn of this conversation has used a model yet.") } : {}),
    facts: isEmpty ? [] : getFacts(summary, costUsd, plan),
    bars: summary.turns.map(getBar),
    turns: getTurnTable(summary.turns, models, now),
    models: getModelTable(summary.models, models),
    limits: (plan?.limits ?? []).map((limit) => getLimit(limit, now)),
    gaps: [
      ...(summary.hasSavedTurns
        ? [t("Turns from the saved conversation have no cost or API time, and don't include requests of subagents.")]
        : []),
      ...(hasOlder ? [t("Earlier turns are not loaded and not included.")] : []),
    ],
    hasOlder,
  };
}

const emptyTable: UsageTable = { columns: [], rows: [] };
const emptyContent: UsageContent = {
  title: "",
  facts: [],
  bars: [],
  turns: emptyTable,
  models: emptyTable,
  limits: [],
  gaps: [],
  hasOlder: false,
};

function getFacts(
  { turns, totals }: UsageSummary,
  costUsd: number,
  plan: PlanUsage | undefined,
): UsageContent["facts"] {
  const counted = (label: string, count: number | undefined): UsageContent["facts"] =>
    count ? [{ label, value: formatCount(count) }] : [];
  return [
    ...(costUsd > 0 ? [{ label: usageText.cost(), value: formatDollars(costUsd) }] : []),
    { label: t("Turns"), value: formatCount(turns.length) },
    { label: t("Tokens"), value: formatCount(countTokens(totals)) },
    ...counted(usageText.input(), totals.input),
    ...counted(usageText.output(), totals.output),
    ...counted(usageText.cacheRead(), totals.cacheRead),
    ...getWritten(totals).map(({ label, count }) => ({ label, value: formatCount(count) })),
    ...counted(usageText.webSearches(), totals.webSearches),
    { label: usageText.duration(), value: formatDuration(totals.durationMs) },
    ...(totals.apiMs > 0 ? [{ label: usageText.apiTime(), value: formatDuration(totals.apiMs) }] : []),
    ...counted(t("Lines added"), plan?.linesAdded),
    ...counted(t("Lines removed"), plan?.linesRemoved),
    ...(plan?.plan === undefined ? [] : [{ label: t("Plan"), value: plan.plan }]),
  ];
}

/** Returns the tokens written to the cache by how long they are kept, without those that are zero. */
function getWritten({
  cacheWrite,
  cacheWrite5m = 0,
  cacheWrite1h = 0,
}: Omit<Totals, "durationMs" | "apiMs">): { label: string; count: number }[] {
  return [
    { label: usageText.cacheWrite5m(), count: cacheWrite5m },
    { label: usageText.cacheWrite1h(), count: cacheWrite1h },
    { label: usageText.cacheWrite(), count: cacheWrite - cacheWrite5m - cacheWrite1h },
  ].filter(({ count }) => count > 0);
}

const number = (label: string) => ({ label, isNumber: true }) as const;
const words = (label: string) => ({ label, isNumber: false }) as const;
/** A number that is not known. */
const unknown = "–";

const tokenColumns = () => [
  number(usageText.input()),
  number(usageText.output()),
  number(usageText.cacheRead()),
  number(usageText.cacheWrite5m()),
  number(usageText.cacheWrite1h()),
  number(usageText.webSearches()),
  number(usageText.cost()),
];

/** Returns the names of models; their ids are shown on hover. */
function getModelCell(used: readonly ModelUsage[], models: readonly ModelChoice[]): UsageCell {
  const name = ({ model }: ModelUsage): string => (model === "" ? t("not reported") : formatModel(model, models));
  return { text: used.map(name).join(", "), title: used.map(({ model }) => model || t("not reported")).join(", ") };
}

function getModelTable(used: readonly ModelUsage[], models: readonly ModelChoice[]): UsageTable {
  if (used.length === 0) return emptyTable;
  const rows = used.map((model) => ({
    id: model.model,
    cells: [getModelCell([model], models), ...getTokenCells(model, model.costUsd)],
  }));
  return { columns: [words(usageText.model()), ...tokenColumns()], rows };
}

function getTurnTable(turns: readonly UsageOfTurn[], models: readonly ModelChoice[], now: number): UsageTable {
  if (turns.length === 0) return emptyTable;
  const rows = turns.map((turn) => ({
    id: turn.id,
    cells: [
      formatCount(turn.number),
      turn.prompt || t("(no message)"),
      turn.at === undefined ? "" : formatTime(turn.at, now),
      getModelCell(turn.models, models),
      ...getTokenCells(turn.total, turn.costUsd),
      formatKnown(turn.durationMs),
      formatKnown(turn.apiMs),
      turn.steps === undefined ? unknown : formatCount(turn.steps),
    ],
  }));
  const columns = [
    number(t("Turn")),
    words(t("Message")),
    words(t("Started")),
    words(usageText.model()),
    ...tokenColumns(),
    number(usageText.duration()),
    number(usageText.apiTime()),
    number(usageText.steps()),
  ];
  return { columns, rows };
}

/**
 * Returns the cells of `tokenColumns`. Tokens without a known time in the cache count as kept for 5 minutes, which is
 * the default.
 */
function getTokenCells(usage: Omit<ModelUsage, "model">, costUsd: number | undefined): readonly string[] {
  const { cacheWrite, cacheWrite1h = 0, webSearches = 0 } = usage;
  const counts = [usage.input, usage.output, usage.cacheRead, cacheWrite - cacheWrite1h, cacheWrite1h, webSearches];
  return [...counts.map(formatCount), costUsd === undefined ? unknown : formatDollars(costUsd)];
}

function formatKnown(ms: number | undefined): string {
  return ms === undefined ? unknown : formatDuration(ms);
}

function getBar(turn: UsageOfTurn): UsageBar {
  const { id, number: position, at, costUsd, durationMs, total } = turn;
  const tokens = { cacheRead: total.cacheRead, cacheWrite: total.cacheWrite, input: total.input, output: total.output };
  const facts = [
    t("Turn {0}", position),
    at === undefined ? "" : formatFullTime(at),
    t("{0} tokens", formatTokens(countTokens(total))),
    costUsd === undefined ? "" : formatDollars(costUsd),
    durationMs === undefined ? "" : formatDuration(durationMs),
  ];
  return { id, title: facts.filter(Boolean).join(" · "), tokens, costUsd: costUsd ?? 0, durationMs: durationMs ?? 0 };
}

function getLimit({ kind, percent, resetsAt }: PlanUsage["limits"][number], now: number): UsageLimit {
  const used = t("{0}% used", percent);
  const text = resetsAt === undefined ? used : t("{0}, resets at {1}", used, formatTime(resetsAt, now));
  return { label: formatPlanLimit(kind), percent, text };
}
