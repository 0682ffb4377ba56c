import { t } from "@vscode/l10n";

/** 76k, 1.2M: tokens as people read them. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

/** How much of a context is used. */
export interface UsedContext {
  readonly contextTokens: number;
  /** Undefined until it is known. */
  readonly contextWindow?: number | undefined;
}

/** 4k of 1M · 0%; 4k tokens where the size of the context is not known. */
export function formatContext(used: UsedContext): string {
  return [contextAmount(used), formatContextPercent(used)].filter(Boolean).join(" · ");
}

/** 4k of 1M; 4k tokens where the size of the context is not known. */
export function contextAmount({ contextTokens, contextWindow }: UsedContext): string {
  if (contextWindow) return t("{0} of {1}", formatTokens(contextTokens), formatTokens(contextWindow));
  return contextTokens === 1 ? t("1 token") : t("{0} tokens", formatTokens(contextTokens));
}

/** 38%; undefined where the size of the context is not known. */
export function formatContextPercent({ contextTokens, contextWindow }: UsedContext): string | undefined {
  return contextWindow ? t("{0}%", Math.round((contextTokens / contextWindow) * 100)) : undefined;
}

/** 0.1 s, 42 s, 3 min 5 s. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return t("{0} s", (ms / 1_000).toFixed(1));
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? t("{0} s", seconds) : t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);
}

/** Made once: to make one takes longer than to draw the row that it is for. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(name) ?? new Intl.DateTimeFormat(undefined, options);
  formats.set(name, known);
  return known;
}

/** The whole of a time, to the second. */
export function formatFullTime(at: number): string {
  return format("full", { dateStyle: "short", timeStyle: "medium" }).format(at);
}

/** 14:05 today, 3 Nov 14:05 before; `now` and `at` are milliseconds since the epoch. */
export function formatTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = format("time", { hour: "2-digit", minute: "2-digit" }).format(at);
  if (then.toDateString() === today.toDateString()) return time;
  return `${format("day", { day: "numeric", month: "short" }).format(at)} ${time}`;
}

/** Below a cent four places, so that it says something. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)}`;
}

/** 1 line, 3 lines. */
export function formatLineCount(count: number): string {
  return count === 1 ? t("1 line") : t("{0} lines", count);
}

/** 1 file, 3 files. */
export function formatFileCount(count: number): string {
  return count === 1 ? t("1 file") : t("{0} files", count);
}

/** 120 B, 34 kB, 2.5 MB. */
export function formatBytes(count: number): string {
  if (count < 1_000) return t("{0} B", count);
  return count < 1_000_000 ? t("{0} kB", Math.round(count / 1_000)) : t("{0} MB", (count / 1_000_000).toFixed(1));
}
