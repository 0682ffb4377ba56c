import type { ModelUsage } from "../../../shared/contract/usage.ts";
import type { UsageOfTurn, UsageSummary } from "../../../shared/contract/usageSummary.ts";

const columns = [
  "turn",
  "started",
  "outcome",
  "model",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "cache_write_5m_tokens",
  "cache_write_1h_tokens",
  "web_searches",
  "model_cost_usd",
  "turn_cost_usd",
  "duration_ms",
  "api_ms",
  "steps",
  "prompt",
] as const;

/** Returns the usage as CSV (RFC 4180): one row per turn and model, in the order of the turns. */
export function toCsv({ turns }: UsageSummary): string {
  const rows = turns.flatMap((turn) => turn.models.map((model) => toRow(turn, model)));
  return [columns, ...rows].map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toRow(turn: UsageOfTurn, model: ModelUsage): readonly (string | number | undefined)[] {
  const started = turn.at === undefined ? undefined : new Date(turn.at).toISOString();
  const tokens = [model.input, model.output, model.cacheRead, model.cacheWrite, model.cacheWrite5m, model.cacheWrite1h];
  const paid = [model.webSearches, model.costUsd, turn.costUsd, turn.durationMs, turn.apiMs, turn.steps];
  return [turn.number, started, turn.outcome, model.model, ...tokens, ...paid, turn.prompt];
}

/**
 * Quotes a cell where needed. A leading sign that a spreadsheet would read as a formula gets an apostrophe before it.
 */
function toCell(value: string | number | undefined): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the usage as JSON. */
export function toJson({ turns, models, totals, hasSavedTurns }: UsageSummary): string {
  return `${JSON.stringify({ totals, models, hasSavedTurns, turns }, undefined, 2)}\n`;
}
