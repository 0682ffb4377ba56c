/** A command that stands in a prompt as `/name`, as the CLI announced it. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** What may follow it, such as "[pr number]"; empty for nothing. */
  readonly argumentHint: string;
  /** It works in a terminal only. */
  readonly isTerminalOnly?: boolean | undefined;
  readonly isSkill?: boolean | undefined;
  /** Undefined for the CLI's own, and where it does not say. */
  readonly source?: CommandSource | undefined;
}

/** Where a command comes from. */
export type CommandSource = { readonly kind: "project" | "user" | "managed" } | { readonly kind: "plugin"; readonly name: string };

/** A prompt that calls a command which works in a terminal only, without blanks around it; undefined for any other. */
export function findTerminalCommand(text: string, commands: readonly SlashCommand[]): string | undefined {
  const [line, name] = /^\/([\w:.-]+)(?=\s|$).*$/s.exec(text.trim()) ?? [];
  return commands.some((command) => command.name === name && command.isTerminalOnly) ? line : undefined;
}

/** What is mentioned with a word of its own, and sent as a text beside the prompt: the CLI knows none of it. */
export type SourceKind = "problems" | "changes" | "commit" | "terminal" | "conversation" | "resource";

export type MentionKind = SourceKind | "file" | "openFile" | "folder" | "symbol" | "memory" | "agent";

/** What can be mentioned. */
export interface MentionSuggestion {
  readonly kind: MentionKind;
  /** What is written behind the @: of a path as seen from the working folder, with "/" between its parts and at the end of a folder. */
  readonly text: string;
  /** In place of the text in a list: a symbol's name, a title. */
  readonly label?: string | undefined;
  readonly detail?: string | undefined;
  /** It cannot be mentioned now, and why. */
  readonly gap?: MentionGap | undefined;
}

/** Why a source has nothing to mention. */
export type MentionGap = "noProblems" | "noRepository" | "noChanges" | "noCommand";

/** A mention of a source in a prompt. */
export interface SourceMention {
  readonly kind: SourceKind;
  /** Where it begins. */
  readonly start: number;
  /** With its @. */
  readonly text: string;
  /** Which of them: the hash of a commit, the id of a conversation, a server and its resource; empty where there is one only. */
  readonly name: string;
}

/**
 * Whether the CLI can read a path that is mentioned. What follows a # it takes for lines, also in quotes, a quotation mark for the
 * end, and " (agent)" for an agent (2.1.329).
 */
export function canBeMentioned(path: string): boolean {
  return !/["#\p{Cc}]| \(agent\)$/u.test(path);
}

/** Text that mentions whatever stands behind an @. Without quotes the CLI ends it at a blank, and after its last plain letter or digit (2.0.77 to 2.1.329). */
export function formatMention(text: string): string {
  return /^(?:\S*[A-Za-z0-9_]\/?|agent-\S+)$/.test(text) ? `@${text}` : `@"${text}"`;
}

/** Lines of a file as they stand in a mention, counted from 1; the CLI is sent a form of its own (`toSentText`). */
export function formatLineRange({ first, last }: { readonly first: number; readonly last: number }): string {
  return first === last ? `#${first}` : `#${first}-${last}`;
}

/** A file or folder, or lines of a file, as a mention; undefined where the CLI could not read it. */
export function createFileMention(path: string, lines?: { readonly first: number; readonly last: number }): string | undefined {
  return canBeMentioned(path) ? formatMention(path + (lines ? formatLineRange(lines) : "")) : undefined;
}

/** Why something is not mentioned. */
export type MentionProblem =
  | { readonly code: "noFile" | "unreadable"; readonly names: readonly string[] }
  | { readonly code: "tooMany"; readonly count: number }
  | { readonly code: "noEditor" | "untitled" | "notebookCell" | "notOnDisk" };

/** Files as mentions of a prompt, and what was left out of them. */
export interface MentionedFiles {
  readonly text: string;
  readonly problems: readonly MentionProblem[];
}

/** The name of an MCP server and the address of a resource that it has, up to its last letter or digit. */
const resource = /(?<=^|\s)@([^\s:"/\\@]+:[a-z][a-z0-9+.-]*:\/\/(?:\S*\w)?)/gi;

/** Whether an attachment is what a mention stands for, by its name: the mention has it read anew. */
export function isAttachmentOfMention(name: string): boolean {
  return findSourceMentions(name)[0]?.text === name;
}

/**
 * The mentions of sources in a prompt, in order. A conversation is named by its title and the first 8 characters of its id, a resource
 * by its server and its address.
 */
export function findSourceMentions(text: string): readonly SourceMention[] {
  const resources = [...text.matchAll(resource)].map(
    ({ index: start, 0: whole, 1: name = "" }): SourceMention => ({ kind: "resource", start, text: whole, name }),
  );
  return [...namedIn(text), ...resources].sort((a, b) => a.start - b.start);
}

function namedIn(text: string): readonly SourceMention[] {
  const found = text.matchAll(
    /(?<=^|[\s(])@(?:(problems|changes|terminal)|(commit):([0-9a-f]{4,40})|(conversation):(?:[\p{L}\p{N}-]*-)?([0-9a-f]{8}))(?![\w/:-]|\.\w)/gu,
  );
  return [...found].map(({ index: start, 0: whole, 1: plain, 2: commit, 3: hash, 5: id }): SourceMention => {
    if (plain !== undefined) return { kind: plain as SourceKind, start, text: whole, name: "" };
    return commit ? { kind: "commit", start, text: whole, name: hash ?? "" } : { kind: "conversation", start, text: whole, name: id ?? "" };
  });
}

/** How a conversation is mentioned: readable, and found again by its end. */
export function createConversationMention(sessionId: string, title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  return `conversation:${[slug, sessionId.slice(0, 8)].filter(Boolean).join("-")}`;
}

/** Whole lines or a part of them that are selected in the editor in front, as a composer shows them. */
export interface EditorSelection {
  /** As the CLI is told a path: from the working folder, or absolute where it lies elsewhere. */
  readonly path: string;
  /** Counted from 1. */
  readonly first: number;
  readonly last: number;
  /** It may hold secrets: it goes along only if the user says so. */
  readonly isSecret?: boolean | undefined;
}
