/** Former tool names, as old transcripts and rules have them, and what the tools are called now (2.0.77 to 2.1.329). */
const formerNames: ReadonlyMap<string, string> = new Map([
  ["Task", "Agent"],
  ["KillShell", "TaskStop"],
  ["KillBash", "TaskStop"],
]);

/** The name that a tool goes by now. */
export function normalizeToolName(tool: string): string {
  return formerNames.get(tool) ?? tool;
}

/** What a tool does, as far as its row and its card look alike: each kind has one presentation and one component. */
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

export type ToolState = "running" | "waiting" | "done" | "failed" | "denied" | "stopped";

/** The outcome of a call in a few words; `text` is the CLI's own. */
export type ToolSummary =
  | { readonly code: "lines" | "created" | "files" | "matches" | "tasks"; readonly count: number }
  | { readonly code: "changed"; readonly added: number; readonly removed: number }
  | { readonly code: "retrying"; readonly attempt: number; readonly most: number }
  | { readonly code: "text"; readonly text: string };

/** A line of a diff: context, added or removed, without its line break. */
export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

export interface DiffHunk {
  /** 1-based first line, before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
  /** Where it is in the file is not known: the numbers count within the hunk. */
  readonly isUnplaced?: true;
}

/** The end of a long output, and how many characters before it were left out. */
export interface OutputText {
  readonly text: string;
  readonly omitted: number;
  /** The same text in colours, where its program gave it any. */
  readonly coloured?: readonly ColouredText[];
}

export type AnsiColour = BasicColour | `bright${Capitalize<BasicColour>}`;
type BasicColour = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";

export interface ColouredText {
  readonly text: string;
  readonly colour?: AnsiColour;
  readonly isBold?: boolean;
}

/** An image that a tool returned, of a kind that every browser draws. */
export interface ToolImage {
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** A file that was found, or a line of one. */
export interface MatchLocation {
  /** As the CLI named it. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
  readonly text?: string;
}

/** Characters of a line for a terminal. */
export const maxCommandLength = 10_000;
/** Invisible, or acting on what stands before it: as `escapeInvisible` names them, tabs and line ends too. */
const hiddenInCommand = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]|(?! )\p{Zs}/u;

/** Whether a terminal takes a command into its line as it reads, without running any of it. */
export function isTypable(command: string): boolean {
  return command !== "" && command.length <= maxCommandLength && !hiddenInCommand.test(command);
}

/** A web page that an answer rests on; `url` begins like one of http or https. */
export interface WebSource {
  readonly url: string;
  readonly title?: string;
}

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer?: string;
}

/** What an opened tool card shows beyond its row, by the kind of component that shows it. */
export type ToolDetails =
  | {
      readonly kind: "diff";
      readonly hunks: readonly DiffHunk[];
      /** Lines that were left out. */
      readonly omitted?: number;
      /** What was said of an edit that was not made. */
      readonly output?: OutputText;
    }
  | {
      readonly kind: "command";
      readonly command: string;
      /** A terminal can take it into its line. */
      readonly isTypable: boolean;
      readonly notes: readonly RequestNote[];
      readonly output: OutputText;
      /** What it put out as errors, where that is told apart. */
      readonly errors?: OutputText;
      /** Undefined where it is 0, or not told. */
      readonly exitCode?: number;
    }
  | { readonly kind: "output"; readonly notes?: readonly RequestNote[]; readonly output: OutputText; readonly images?: readonly ToolImage[] }
  | { readonly kind: "places"; readonly notes: readonly RequestNote[]; readonly places: readonly MatchLocation[]; readonly omitted: number }
  | {
      readonly kind: "web";
      readonly sources: readonly WebSource[];
      readonly omitted: number;
      readonly notes: readonly RequestNote[];
      readonly output: OutputText;
    }
  /** What a subagent was told, and what it reported, as Markdown. */
  | { readonly kind: "agent"; readonly task: string; readonly report?: string }
  /** What was asked and answered. `output` is what was said where nothing was answered. */
  | { readonly kind: "answers"; readonly answers: readonly AnsweredQuestion[]; readonly output?: OutputText }
  /** A plan, as Markdown. `output` is what was said where it was not approved. */
  | { readonly kind: "plan"; readonly plan: string; readonly output?: OutputText }
  | { readonly kind: "generic"; readonly input: string; readonly output: OutputText; readonly images?: readonly ToolImage[] };

/** Options of a search; "output" is what it was to tell of its matches, by the CLI's word for it. */
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

/** One thing to know about a call before it is allowed; texts are the CLI's or the model's, with everything invisible named. */
export type RequestNote =
  /** How a search was asked for, beside its pattern where its row says that. */
  | { readonly kind: "searchOption"; readonly option: SearchOption; readonly value: string }
  /** Why the CLI asks: its word for the kind of reason (2.1.329), and its sentence, empty where it says none. */
  | { readonly kind: "reason"; readonly by?: string; readonly text: string }
  | { readonly kind: "purpose" | "blockedPath" | "agent" | "prompt" | "otherInput"; readonly text: string }
  /** The whole path, where the subject does not say it all or it lies outside. */
  | { readonly kind: "path"; readonly path: string; readonly isOutside: boolean }
  /** The path is a link, and this is what it leads to. */
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "rule"; readonly rule: string; readonly source?: string }
  | { readonly kind: "server"; readonly name: string; readonly source?: string }
  | { readonly kind: "timeout"; readonly ms: number }
  | { readonly kind: "unsandboxed" | "background" | "unsavedChanges" | "changedSince" | "readOnly" | "afterOther" | "connections" | "lineEndsChosen" | "utf16" }
  /** A safety check that only a person may pass. */
  | { readonly kind: "onlyByPerson" };
