import { t } from "@vscode/l10n";
import type { ToolItem } from "../../contract/items.ts";
import { type McpTool, splitToolName } from "../../contract/toolNames.ts";
import type {
  AnsweredQuestion,
  MatchLocation,
  ToolKind,
  ToolState,
  ToolSummary,
  WebSource,
} from "../../contract/tools.ts";
import { formatFileCount, formatLineCount } from "../numbers.ts";

const states: { readonly [S in ToolState]: () => string } = {
  queued: () => t("queued"),
  running: () => t("running"),
  waiting: () => t("waiting for you"),
  done: () => t("done"),
  failed: () => t("failed"),
  denied: () => t("denied"),
  stopped: () => t("stopped"),
};

export function getToolStateText(state: ToolState): string {
  return states[state]();
}

const verbs: { readonly [K in Exclude<ToolKind, "mcp" | "other">]: () => string } = {
  read: () => t("Read"),
  write: () => t("Write"),
  edit: () => t("Edit"),
  notebook: () => t("Edit"),
  command: () => t("Run"),
  search: () => t("Search"),
  list: () => t("List"),
  fetch: () => t("Fetch"),
  webSearch: () => t("Search the web"),
  agent: () => t("Agent"),
  tasks: () => t("Tasks"),
  question: () => t("Question"),
  plan: () => t("Plan"),
  skill: () => t("Skill"),
  network: () => t("Network"),
};

/**
 * Returns a word for what a tool call does; an unknown tool appears by its name, a tool of an MCP server as "server:
 * tool". `servers`: names of the known ones.
 */
export function getToolVerb(kind: ToolKind, tool: string, servers: readonly string[] = []): string {
  if (kind !== "mcp" && kind !== "other") return verbs[kind]();
  const mcp = splitToolName(tool, servers);
  return mcp ? formatMcpTool(mcp) : tool;
}

export function formatMcpTool({ server, name }: Pick<McpTool, "server" | "name">): string {
  return `${server}: ${name}`;
}

export function formatToolSummary(summary: ToolSummary): string {
  switch (summary.code) {
    case "lines":
      return formatLineCount(summary.count);
    case "created":
      return t("new, {0}", formatLineCount(summary.count));
    case "files":
      return formatFileCount(summary.count);
    case "matches":
      return summary.count === 1 ? t("1 match") : t("{0} matches", summary.count);
    case "tasks":
      return t("{0} of {1}", summary.done, summary.total);
    case "changed":
      return `+${summary.added} −${summary.removed}`;
    case "retrying":
      return t("retrying ({0}/{1})", summary.attempt, summary.most);
    case "text":
      return summary.text;
  }
}

/**
 * Summarizes a run of calls that change nothing of the user's in one line: "Read 4 files, searched twice", "Tasks
 * updated · 1 of 3".
 */
export function formatRun(calls: readonly Pick<ToolItem, "toolKind" | "countsAs" | "subject" | "summary">[]): string {
  if (calls.every(({ toolKind }) => toolKind === "tasks")) {
    const last = calls.findLast(({ summary }) => summary?.code === "tasks")?.summary;
    return [t("Tasks updated"), ...(last ? [formatToolSummary(last)] : [])].join(" · ");
  }
  const of = (kind: ToolKind): readonly string[] =>
    calls.flatMap(({ toolKind, countsAs, subject }) => ((countsAs ?? toolKind) === kind ? [subject] : []));
  const read = new Set(of("read")).size;
  const [searched, listed, ran] = [of("search").length, of("list").length, of("command").length];
  const parts = [
    ...(read > 0 ? [t("read {0}", formatFileCount(read))] : []),
    ...(searched > 0 ? [t("searched {0}", formatTimes(searched))] : []),
    ...(listed > 0 ? [t("listed {0}", formatTimes(listed))] : []),
    ...(ran > 0 ? [ran === 1 ? t("ran a command") : t("ran {0} commands", ran)] : []),
    ...(of("plan").length > 0 ? [t("wrote the plan")] : []),
  ];
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatTimes(count: number): string {
  if (count === 1) return t("once");
  return count === 2 ? t("twice") : t("{0} times", count);
}

/** Formats found places like compiler output, one per line. */
export function formatLocations(places: readonly MatchLocation[]): string {
  return places
    .map(({ path, line, text }) =>
      [path, ...(line === undefined ? [] : [line]), ...(text === undefined ? [] : [text])].join(":"),
    )
    .join("\n");
}

/** Formats web pages as text, one per line. */
export function formatSources(sources: readonly WebSource[]): string {
  return sources.map(({ url, title }) => (title ? `${title}: ${url}` : url)).join("\n");
}

/** Formats each question with its answer below it. */
export function formatAnswers(answers: readonly AnsweredQuestion[]): string {
  return answers
    .map(({ question, answer }) => (answer === undefined ? question : `${question}\n${answer}`))
    .join("\n\n");
}
