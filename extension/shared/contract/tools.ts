/** Current names of tools by their former names, which old transcripts and rules contain (2.0.77 to 2.1.329). */
export const formerNames: ReadonlyMap<string, string> = new Map([
  ["Task", "Agent"],
  ["KillShell", "TaskStop"],
  ["KillBash", "TaskStop"],
]);

/** Returns the current name of a tool. */
export function normalizeToolName(tool: string): string {
  return formerNames.get(tool) ?? tool;
}

/** Kind of a tool; calls of one kind share their presentation and component. */
export type ToolKind =
  | "read"
  | "write"
  | "edit"
  | "notebook"
  | "command"
  | "search"
  | "list"
  | "fetch"
  | "webSearch"
  | "agent"
  | "tasks"
  | "question"
  | "plan"
  | "skill"
  | "network"
  | "mcp"
  | "other";

/** The files that a call can write: none for certain, those that it names, or any file. */
export type FileWriting = "none" | "named" | "any";

/** What holds for all calls of a kind. */
interface ToolKindFacts {
  readonly writes: FileWriting;
  /** Calls that succeeded and follow each other share one row. */
  readonly isFolded?: true;
  /** Calls hardly ever wait for the user. */
  readonly isUnasked?: true;
}

/**
 * The kinds of tools. The text of a skill can have shell commands, which run when it is loaded (2.0.77 to 2.1.329).
 */
export const toolKinds: { readonly [K in ToolKind]: ToolKindFacts } = {
  read: { writes: "none", isFolded: true, isUnasked: true },
  write: { writes: "named" },
  edit: { writes: "named" },
  notebook: { writes: "named" },
  command: { writes: "any" },
  search: { writes: "none", isFolded: true, isUnasked: true },
  list: { writes: "none", isFolded: true, isUnasked: true },
  fetch: { writes: "none" },
  webSearch: { writes: "none" },
  agent: { writes: "any", isUnasked: true },
  tasks: { writes: "none", isFolded: true, isUnasked: true },
  question: { writes: "none" },
  plan: { writes: "none" },
  skill: { writes: "any" },
  network: { writes: "none" },
  mcp: { writes: "any" },
  other: { writes: "any" },
};

export type ToolState = "queued" | "running" | "waiting" | "done" | "failed" | "denied" | "stopped";

/** Short outcome of a tool call; `text` is in the words of `claude`. */
export type ToolSummary =
  | { readonly code: "lines" | "created" | "files" | "matches"; readonly count: number }
  /** The task list after the call. */
  | { readonly code: "tasks"; readonly done: number; readonly total: number }
  | { readonly code: "changed"; readonly added: number; readonly removed: number }
  | { readonly code: "retrying"; readonly attempt: number; readonly most: number }
  | { readonly code: "text"; readonly text: string };

/** A line of a diff: context, added or removed, without its line break. */
export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

export interface DiffHunk {
  /** 1-based first lines, before and after the change. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
  /** The position in the file is unknown: line numbers count within the hunk. */
  readonly isUnplaced?: true;
}

/** Returns whether lines of the file are between a hunk and the one after it. */
export function isApart(previous: DiffHunk, next: DiffHunk): boolean {
  const shown = previous.lines.filter(({ sign }) => sign !== "+").length;
  return previous.isUnplaced === true || next.isUnplaced === true || previous.oldStart + shown < next.oldStart;
}

/** The end of a long output, and the number of characters omitted before it. */
export interface OutputText {
  readonly text: string;
  readonly omitted: number;
  /** The same text with colors, if the program emitted any. */
  readonly colored?: readonly ColoredText[];
}

export type AnsiColor = BasicColor | `bright${Capitalize<BasicColor>}`;
type BasicColor = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";

export interface ColoredText {
  readonly text: string;
  readonly color?: AnsiColor;
  readonly isBold?: boolean;
}

/** An image that a tool returned, of a type that every browser supports. */
export interface ToolImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** A file that was found, or a line of it. */
export interface MatchLocation {
  /** Path as `claude` named it. */
  readonly path: string;
  /** 1-based. */
  readonly line?: number;
  readonly text?: string;
}

/** Maximum length of a terminal line, in characters. */
export const maxCommandLength = 10_000;
/** Characters that are invisible or cover others: as in `escapeInvisible`, plus tabs and line breaks. */
const hiddenInCommand =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]|(?! )\p{Zs}|\p{M}{6}/u;

/**
 * Returns true if a terminal accepts a command into its input line exactly as displayed, without running any part of
 * it.
 */
export function isTypable(command: string): boolean {
  return command !== "" && command.length <= maxCommandLength && !hiddenInCommand.test(command);
}

/** A web page that an answer cites; `url` starts like an http or https URL. */
export interface WebSource {
  readonly url: string;
  readonly title?: string;
}

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer?: string;
}

/** Content of an opened tool card beyond its row, by the component that shows it. */
export type ToolDetails =
  | {
      readonly kind: "diff";
      readonly hunks: readonly DiffHunk[];
      /** Number of lines that were left out. */
      readonly omitted?: number;
      /** Message about an edit that was not made. */
      readonly output?: OutputText;
    }
  | {
      readonly kind: "command";
      readonly command: string;
      /** A terminal accepts the command into its input line. */
      readonly isTypable: boolean;
      readonly notes: readonly RequestNote[];
      readonly output: OutputText;
      /** Error output, if it is separate. */
      readonly errors?: OutputText;
      /** Undefined if it is 0 or unknown. */
      readonly exitCode?: number;
    }
  | {
      readonly kind: "output";
      readonly notes?: readonly RequestNote[];
      readonly output: OutputText;
      readonly images?: readonly ToolImage[];
    }
  | {
      readonly kind: "places";
      readonly notes: readonly RequestNote[];
      readonly places: readonly MatchLocation[];
      readonly omitted: number;
    }
  | {
      readonly kind: "web";
      readonly sources: readonly WebSource[];
      readonly omitted: number;
      readonly notes: readonly RequestNote[];
      readonly output: OutputText;
    }
  /** Task and report of a subagent, as Markdown. */
  | { readonly kind: "agent"; readonly task: string; readonly report?: string }
  /** Questions with their answers. `output` is the message if nothing was answered. */
  | { readonly kind: "answers"; readonly answers: readonly AnsweredQuestion[]; readonly output?: OutputText }
  /** A plan, as Markdown. `output` is the message if it was not approved. */
  | { readonly kind: "plan"; readonly plan: string; readonly output?: OutputText }
  | {
      readonly kind: "generic";
      readonly input: string;
      readonly output: OutputText;
      readonly images?: readonly ToolImage[];
    };

/** Options of a search; "output" is its output mode, as `claude` names it. */
export type SearchOption =
  | "pattern"
  | "path"
  | "glob"
  | "type"
  | "output"
  | "anyCase"
  | "onlyMatches"
  | "manyLines"
  | "unnumbered"
  | "before"
  | "after"
  | "around"
  | "limit"
  | "offset";

/**
 * Information about a tool call for the permission decision; texts come from `claude` or the model, with every
 * invisible character named.
 */
export type RequestNote =
  /** Option of a search; the pattern is left out if the row shows it. */
  | { readonly kind: "searchOption"; readonly option: SearchOption; readonly value: string }
  /** Reason for the request: the code of `claude` for it (2.1.329), and its sentence, empty if it gave none. */
  | { readonly kind: "reason"; readonly by?: string; readonly text: string }
  | { readonly kind: "purpose" | "blockedPath" | "agent" | "prompt" | "otherInput"; readonly text: string }
  /** Full path, if the subject does not show all of it or it is outside the working folder. */
  | { readonly kind: "path"; readonly path: string; readonly isOutside: boolean }
  /** The file or a folder on the way to it is a link; `path` is the real path. */
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "rule"; readonly rule: string; readonly source?: string }
  | { readonly kind: "server"; readonly name: string; readonly source?: string }
  | { readonly kind: "timeout"; readonly ms: number }
  | {
      readonly kind:
        | "unsandboxed"
        | "background"
        | "unsavedChanges"
        | "changedSince"
        | "readOnly"
        | "afterOther"
        | "connections"
        | "lineEndsChosen"
        | "utf16";
    }
  /** Another card with the changes follows this one. */
  | { readonly kind: "changesFollow" }
  /** Several known servers can be meant by the name of the tool. */
  | { readonly kind: "ambiguousServer"; readonly names: readonly string[] }
  /** A safety check that only the user may approve. */
  | { readonly kind: "onlyByPerson" };
