/** A command that a prompt can contain as `/name`, as `claude` announced it. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** Hint about the argument, such as "[pr number]"; empty if there is none. */
  readonly argumentHint: string;
  /** The command works in a terminal only. */
  readonly isTerminalOnly?: boolean | undefined;
  readonly isSkill?: boolean | undefined;
  /** Undefined for built-in commands of `claude`, and if it does not report the source. */
  readonly source?: CommandSource | undefined;
}

/** Origin of a command. */
export type CommandSource =
  | { readonly kind: "project" | "user" | "managed" }
  | { readonly kind: "plugin"; readonly name: string };

/** Returns a trimmed prompt that calls a terminal-only command; undefined for any other prompt. */
export function findTerminalCommand(text: string, commands: readonly SlashCommand[]): string | undefined {
  const [line, name] = /^\/([\w:.-]+)(?=\s|$).*$/s.exec(text.trim()) ?? [];
  return commands.some((command) => command.name === name && command.isTerminalOnly) ? line : undefined;
}

/** Sources that are mentioned by a word of their own and sent as text with the prompt: `claude` knows none of them. */
export type SourceKind = "problems" | "changes" | "commit" | "terminal" | "conversation" | "resource";

export type MentionKind = SourceKind | "file" | "openFile" | "folder" | "symbol" | "memory" | "agent";

/** A suggestion for a mention. */
export interface MentionSuggestion {
  readonly kind: MentionKind;
  /** Text after the @. A path is relative to the working folder, with "/" as separator and at the end of a folder. */
  readonly text: string;
  /** Text that a list shows instead of `text`: a symbol's name, a title. */
  readonly label?: string | undefined;
  readonly detail?: string | undefined;
  /** Reason why it cannot be mentioned now. */
  readonly gap?: MentionGap | undefined;
}

/** Reason why a source has nothing to mention. */
export type MentionGap = "noProblems" | "noRepository" | "noChanges" | "noCommand";

/** A mention of a source in a prompt. */
export interface SourceMention {
  readonly kind: SourceKind;
  /** Offset of the mention in the prompt. */
  readonly start: number;
  /** The whole mention, including the @. */
  readonly text: string;
  /**
   * Name within the source: a commit hash, a conversation id, a server and its resource; empty if the source is unique.
   */
  readonly name: string;
}

/**
 * Returns true if `claude` can read a mentioned path. It reads text after a # as lines, even in quotes, a quotation
 * mark as the end, and " (agent)" as an agent (2.1.329).
 */
export function canBeMentioned(path: string): boolean {
  return !/["#\p{Cc}]| \(agent\)$/u.test(path);
}

/**
 * Returns text as a mention. Without quotes `claude` ends a mention at white space, and after its last plain letter or
 * digit (2.0.77 to 2.1.329).
 */
export function formatMention(text: string): string {
  return /^(?:\S*[A-Za-z0-9_]\/?|agent-\S+)$/.test(text) ? `@${text}` : `@"${text}"`;
}

/** Formats a line range for a mention, 1-based; `toSentText` converts it to the form of `claude`. */
export function formatLineRange({ first, last }: { readonly first: number; readonly last: number }): string {
  return first === last ? `#${first}` : `#${first}-${last}`;
}

/** Returns a mention of a file, a folder, or lines of a file; undefined if `claude` could not read it. */
export function createFileMention(
  path: string,
  lines?: { readonly first: number; readonly last: number },
): string | undefined {
  return canBeMentioned(path) ? formatMention(path + (lines ? formatLineRange(lines) : "")) : undefined;
}

/** Reason why something was not mentioned. */
export type MentionProblem =
  | { readonly code: "noFile" | "unreadable"; readonly names: readonly string[] }
  | { readonly code: "tooMany"; readonly count: number }
  | { readonly code: "noEditor" | "untitled" | "notebookCell" | "notOnDisk" };

/** Files as mentions for a prompt, and the problems of those that were left out. */
export interface MentionedFiles {
  readonly text: string;
  readonly problems: readonly MentionProblem[];
}

/** Name of an MCP server and the address of one of its resources, up to its last letter or digit. */
const resource = /(?<=^|\s)@([^\s:"/\\@]+:[a-z][a-z0-9+.-]*:\/\/(?:\S*\w)?)/gi;

/** Returns true if an attachment's name is a mention of a source: the mention causes the source to be read again. */
export function isAttachmentOfMention(name: string): boolean {
  return findSourceMentions(name)[0]?.text === name;
}

/**
 * Returns the mentions of sources in a prompt, in order. A conversation is named by its title and the first 8
 * characters of its id, a resource by its server and its address.
 */
export function findSourceMentions(text: string): readonly SourceMention[] {
  const resources = [...text.matchAll(resource)].map(
    ({ index: start, 0: whole, 1: name = "" }): SourceMention => ({ kind: "resource", start, text: whole, name }),
  );
  return [...findNamed(text), ...resources].sort((a, b) => a.start - b.start);
}

function findNamed(text: string): readonly SourceMention[] {
  const found = text.matchAll(
    /(?<=^|[\s(])@(?:(problems|changes|terminal)|(commit):([0-9a-f]{4,40})|(conversation):(?:[\p{L}\p{N}-]*-)?([0-9a-f]{8}))(?![\w/:-]|\.\w)/gu,
  );
  return [...found].map(({ index: start, 0: whole, 1: plain, 2: commit, 3: hash, 5: id }): SourceMention => {
    if (plain !== undefined) return { kind: plain as SourceKind, start, text: whole, name: "" };
    return commit
      ? { kind: "commit", start, text: whole, name: hash ?? "" }
      : { kind: "conversation", start, text: whole, name: id ?? "" };
  });
}

/** Returns the mention text of a conversation: a readable slug, and the id prefix that identifies it. */
export function createConversationMention(sessionId: string, title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Some letters are two UTF-16 units, of which none is a letter.
  const slug = Array.from(words.join("-")).slice(0, 40).join("").replace(/-$/, "");
  return `conversation:${[slug, sessionId.slice(0, 8)].filter(Boolean).join("-")}`;
}

/** Lines, whole or partial, that are selected in the active editor, as the composer shows them. */
export interface EditorSelection {
  /**
   * Path as `claude` receives it: relative to the working folder, or absolute outside it. Another name for a document
   * that is no file.
   */
  readonly path: string;
  /** 1-based. */
  readonly first: number;
  readonly last: number;
  /** The file may contain secrets: the selection is sent only with the user's consent. */
  readonly isSecret?: boolean | undefined;
  /** The document is no file that `claude` could read, such as an untitled one: no mention stands for it. */
  readonly isTextOnly?: boolean | undefined;
}
