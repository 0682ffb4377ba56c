import {
  formatMention,
  type MentionKind,
  type MentionSuggestion,
} from "../../extension/shared/contract/composer/suggestions.ts";
import { formatGap, suggestionText } from "../../extension/shared/text/composer/suggestions.ts";
import type { Category, Suggestion } from "./suggestion.ts";

/** Maximum number of files above the categories. */
const filesFirst = 5;

const icons: { readonly [K in MentionKind]: string } = {
  file: "codicon-file",
  openFile: "codicon-file",
  folder: "codicon-folder",
  symbol: "codicon-symbol-method",
  memory: "codicon-notebook",
  agent: "codicon-robot",
  resource: "codicon-database",
  problems: "codicon-warning",
  changes: "codicon-diff",
  commit: "codicon-git-commit",
  terminal: "codicon-terminal",
  conversation: "codicon-comment-discussion",
};

const kinds: { readonly [C in Category]: ReadonlySet<MentionKind> } = {
  files: new Set(["file", "openFile", "folder"]),
  symbols: new Set(["symbol"]),
  conversations: new Set(["conversation"]),
  agents: new Set(["agent"]),
};

/** Returns the rows that match a word, or a row that reports no match once the search is complete. */
export function getFoundRows(
  query: string,
  found: readonly MentionSuggestion[],
  isDone: boolean,
): readonly Suggestion[] {
  if (found.length > 0) return found.map(mentionRow);
  return isDone ? [createDisabledRow("codicon-search-stop", suggestionText.noMatch(query), "")] : [];
}

/** Returns the rows for a lone @: some files, then the categories, agents last. */
export function getOverviewRows(found: readonly MentionSuggestion[], agents: number): readonly Suggestion[] {
  const files = found.filter(({ kind }) => kinds.files.has(kind));
  const of = (...wanted: readonly MentionKind[]): readonly Suggestion[] =>
    found.filter(({ kind }) => wanted.includes(kind)).map(mentionRow);
  const group = suggestionText.more();
  const rest: readonly Suggestion[] = [
    createCategoryRow("files", suggestionText.allFiles(), suggestionText.typeFile()),
    createCategoryRow("symbols", suggestionText.symbols(), suggestionText.typeSymbol()),
    ...of("problems"),
    ...of("changes"),
    ...of("commit"),
    ...of("terminal"),
    createCategoryRow("conversations", suggestionText.conversations(), suggestionText.typeTitle()),
    ...of("memory", "resource"),
    agents > 0
      ? createCategoryRow("agents", suggestionText.agents(agents), suggestionText.agentsDetail())
      : createDisabledRow(icons.agent, suggestionText.agents(0), suggestionText.noAgents()),
  ];
  return [
    ...files.slice(0, filesFirst).map((each) => ({ ...mentionRow(each), group: suggestionText.files() })),
    ...rest.map((row) => ({ ...row, group })),
  ];
}

/** Returns the rows of a category under its heading. */
export function getCategoryRows(
  shown: Category,
  query: string,
  found: readonly MentionSuggestion[],
  isDone: boolean,
): readonly Suggestion[] {
  const rows = found.filter(({ kind }) => kinds[shown].has(kind)).map(mentionRow);
  const hint = {
    files: "",
    symbols: suggestionText.typeSymbol(),
    conversations: suggestionText.typeTitle(),
    agents: "",
  }[shown];
  const group = {
    files: suggestionText.files(),
    symbols: suggestionText.symbols(),
    conversations: suggestionText.conversations(),
    agents: suggestionText.agentsTitle(),
  }[shown];
  const none =
    query === "" && hint !== ""
      ? [createDisabledRow("codicon-edit", hint, "")]
      : isDone
        ? [createDisabledRow("codicon-search-stop", suggestionText.noMatch(query), "")]
        : [];
  return (rows.length > 0 ? rows : none).map((row) => ({ ...row, group }));
}

function createCategoryRow(name: Category, label: string, detail: string): Suggestion {
  const icon = {
    files: "codicon-files",
    symbols: icons.symbol,
    conversations: icons.conversation,
    agents: icons.agent,
  }[name];
  return { icon, label, detail, insert: `@:${name}`, category: name };
}

function createDisabledRow(icon: string, label: string, detail: string): Suggestion {
  return { icon, label, detail, insert: "", isDisabled: true };
}

function mentionRow({ kind, text, label, detail = "", gap }: MentionSuggestion): Suggestion {
  if (gap !== undefined) return createDisabledRow(icons[kind], label ?? text, formatGap(gap));
  const row = { icon: icons[kind], insert: formatMention(text), isOpen: kind === "folder" };
  if (!kinds.files.has(kind)) return { ...row, label: label ?? text, detail };
  const at = text.lastIndexOf("/", text.length - 2);
  return {
    ...row,
    label: text.slice(at + 1),
    detail: [at === -1 ? "" : text.slice(0, at), kind === "openFile" ? suggestionText.open() : ""]
      .filter(Boolean)
      .join(" · "),
  };
}
