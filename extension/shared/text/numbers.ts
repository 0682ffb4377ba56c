import { t } from "@vscode/l10n";

/** Formats an exact number, such as 1,234 or 2.5, in the language of the texts and not of the machine. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** Formats a number of tokens, such as 76k or 1.2M. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, "")}M`;
}

/** Usage of a context window, in tokens. */
export interface UsedContext {
  readonly contextTokens: number;
  /** Undefined until it is known. */
  readonly contextWindow?: number | undefined;
}

/**
 * Formats context usage with its share, such as "4k of 1M · 0%"; "4k tokens · 2%" if the size of the context window is
 * unknown.
 */
export function formatContext(used: UsedContext): string {
  return `${formatContextAmount(used)} · ${formatContextPercent(used)}`;
}

/** Formats context usage, such as "4k of 1M"; "4k tokens" if the size of the context window is unknown. */
export function formatContextAmount({ contextTokens, contextWindow }: UsedContext): string {
  if (contextWindow) return t("{0} of {1}", formatTokens(contextTokens), formatTokens(contextWindow));
  return contextTokens === 1 ? t("1 token") : t("{0} tokens", formatTokens(contextTokens));
}

/**
 * Size in tokens of the smallest context window of a present model. It counts until `claude` reports the size, at the
 * end of the first turn.
 */
const smallestWindow = 200_000;

/** Formats the used share, such as "38%". */
export function formatContextPercent({ contextTokens, contextWindow }: UsedContext): string {
  return formatPercent(Math.round((contextTokens / (contextWindow || smallestWindow)) * 100));
}

export function formatPercent(percent: number): string {
  return t("{0}%", percent);
}

/** Formats a duration, such as "0.1 s", "42 s" or "3 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return t("{0} s", (ms / 1_000).toFixed(1));
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? t("{0} s", seconds) : t("{0} min {1} s", Math.floor(seconds / 60), seconds % 60);
}

/** Returns the locale of dates in texts, which are English, with the order and the hours of a region. */
export function toEnglish({ region = "US" }: Pick<Intl.Locale, "region">): string {
  return `en-${region}`;
}

/** Cache of formats: creating one takes longer than rendering the row that needs it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known =
    formats.get(name) ??
    new Intl.DateTimeFormat(
      toEnglish(new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale).maximize()),
      options,
    );
  formats.set(name, known);
  return known;
}

/** Formats a date and time to the second. */
export function formatFullTime(at: number): string {
  return format("full", { dateStyle: "short", timeStyle: "medium" }).format(at);
}

/**
 * Formats a time as "14:05" today, and as "3 Nov 14:05" on other days; `now` and `at` are milliseconds since the epoch.
 */
export function formatTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = format("time", { hour: "2-digit", minute: "2-digit" }).format(at);
  if (then.toDateString() === today.toDateString()) return time;
  return `${format("day", { day: "numeric", month: "short" }).format(at)} ${time}`;
}

/** Formats an amount in US dollars; below one cent it shows four decimal places, so that it is not zero. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.01 ? 4 : 2)}`;
}

/** Formats "1 line" or "3 lines". */
export function formatLineCount(count: number): string {
  return count === 1 ? t("1 line") : t("{0} lines", count);
}

/** Formats "1 file" or "3 files". */
export function formatFileCount(count: number): string {
  return count === 1 ? t("1 file") : t("{0} files", count);
}

/** Formats a size, such as "120 B", "34 kB" or "2.5 MB". */
export function formatBytes(count: number): string {
  if (count < 1_000) return t("{0} B", count);
  return count < 1_000_000 ? t("{0} kB", Math.round(count / 1_000)) : t("{0} MB", (count / 1_000_000).toFixed(1));
}
