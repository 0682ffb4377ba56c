import type { ExtensionTool } from "../../shared/contract/ideTools.ts";

/** Severities of a problem, most severe first. */
export const severities = ["error", "warning", "information", "hint"] as const;
export type Severity = (typeof severities)[number];

/** A diagnostic of the editor's language features. Lines and columns count from 1. */
export interface Diagnostic {
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly message: string;
  /** Name of the language feature and its code, such as "ts 2304"; empty if it has none. */
  readonly origin: string;
}

/** The diagnostics of a file, by their position. `path` is absolute. */
export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Location of a path, with links resolved. "outside": not in a folder of the workspace or of the conversation. */
export type PathLocation =
  | { readonly kind: "file" | "folder" | "missing"; readonly path: string }
  | { readonly kind: "outside" };

/** A range in a file; lines and columns count from 1. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** False for a file outside the workspace and the working folder, such as that of a library. */
  readonly isInside: boolean;
}

/** A symbol as a language feature describes it. */
export interface CodeSymbol {
  readonly name: string;
  /** Kind in plain words, such as "function". */
  readonly kind: string;
  readonly note: string;
  readonly place: Place;
}

/** A symbol in a document; `depth` is the number of symbols around it. */
export interface NestedSymbol extends CodeSymbol {
  readonly depth: number;
}

/** A symbol of a hierarchy, and the lines of its calls. */
export interface RelatedSymbol extends CodeSymbol {
  readonly calls: readonly Place[];
}

/** A position in a file; line and column count from 1. */
export interface Position {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export type PlaceKind = "definition" | "references" | "implementations";
export type RelationKind = "incoming" | "outgoing" | "supertypes" | "subtypes";

/** The language features of the editor. None rejects where a language has no such feature: the result is then empty. */
export interface LanguagePort {
  /**
   * Returns the lines of a file as the editor has it, or else as it is on disk; undefined for a file that is large, no
   * text, or may hold secrets.
   */
  readLines(path: string, folder: string): Promise<readonly string[] | undefined>;
  symbolsIn(path: string): Promise<readonly NestedSymbol[]>;
  findSymbols(query: string, folder: string): Promise<readonly CodeSymbol[]>;
  findPlaces(kind: PlaceKind, at: Position, folder: string): Promise<readonly Place[]>;
  findRelated(kind: RelationKind, at: Position, folder: string): Promise<readonly RelatedSymbol[]>;
  hover(at: Position): Promise<readonly string[]>;
}

/** A change of a file that a language feature proposes; both texts are whole, with their line ends as "\n". */
export interface ProposedFileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly isInside: boolean;
  /** True if an editor has unsaved changes of the file. */
  readonly isDirty: boolean;
}

/** A quick fix or refactoring that the editor offers. */
export interface CodeAction {
  /** Its title, by which it is applied. */
  readonly name: string;
  /** Kind as VS Code names it, such as "quickfix" or "refactor.extract". */
  readonly kind: string;
  /** Changes that it makes; undefined if it does more than change texts of existing files. */
  readonly changes: readonly ProposedFileChange[] | undefined;
}

/** Changes of files by language features. Those that plan do not change anything. */
export interface ChangePort {
  /** Rejects where the name cannot be changed, or where files would be created, moved or deleted. */
  planRename(at: Position, name: string, folder: string): Promise<readonly ProposedFileChange[]>;
  planFormat(path: string, folder: string): Promise<readonly ProposedFileChange[]>;
  /** Returns the actions for lines of a file; with a kind, only those of that kind. */
  findActions(
    path: string,
    lines: { readonly first: number; readonly last: number },
    folder: string,
    kind?: string,
  ): Promise<readonly CodeAction[]>;
  /** Changes the files and saves them. Rejects if the editor could not. */
  apply(changes: readonly ProposedFileChange[]): Promise<void>;
}

/** A repository as the editor's git extension sees it. */
export interface GitState {
  readonly root: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly upstream: string | undefined;
  readonly ahead: number;
  readonly behind: number;
  readonly changes: readonly {
    readonly path: string;
    readonly group: "staged" | "unstaged" | "untracked" | "conflict";
    readonly status: string;
  }[];
}

export interface GitPort {
  /** Returns undefined where no repository contains the folder, or git is not installed. */
  state(folder: string): Promise<GitState | undefined>;
  /** Returns a patch of all staged, or all unstaged changes. */
  diff(folder: string, isStaged: boolean): Promise<string>;
  /** Returns the output of `git blame` for a file. */
  blame(path: string): Promise<string>;
}

/** A tab with a file. */
export interface OpenEditor {
  readonly path: string;
  readonly isActive: boolean;
  readonly isDirty: boolean;
  readonly isInside: boolean;
}

/**
 * The selection in the active text editor; `text` is undefined for a file that may hold secrets, or is outside the
 * workspace.
 */
export interface Selection {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string | undefined;
}

/** The last command of a terminal, as shell integration saw it. */
export interface TerminalCommand {
  readonly terminal: string;
  readonly isActive: boolean;
  readonly text: string;
}

export interface EditorTask {
  readonly name: string;
  /** The extension or file that defines it, such as "npm". */
  readonly source: string;
  readonly note: string;
  readonly isRunning: boolean;
}

/**
 * A part of the result of a tool of another extension. "tree": nested elements with texts, as `@vscode/prompt-tsx`
 * writes them.
 */
export type ResultPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "tree"; readonly value: unknown }
  | { readonly kind: "other"; readonly type: string };

/** The tools of all extensions that the editor offers to models, Tandem's own included. */
export interface ExtensionToolPort {
  list(): readonly (ExtensionTool & { readonly inputSchema: object | undefined })[];
  /**
   * Calls a tool; the editor asks the user before it where the tool wants that. Rejects if the tool fails, or the user
   * or the signal stops it.
   */
  call(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<readonly ResultPart[]>;
}

/** Access of the editor's tools to the editor. Paths are absolute. */
export interface IdePort {
  /** False in a workspace that the user does not trust. */
  readonly isTrusted: () => boolean;
  /** Resolves a path that is absolute or relative to `folder`. */
  locate(path: string, folder: string): Promise<PathLocation>;
  /**
   * Returns the diagnostics that the editor knows: of the files in `place`, or without it of those in the workspace and
   * in `folder`.
   */
  listDiagnostics(folder: string, place?: string): readonly FileDiagnostics[];
  /**
   * Makes language features look at a file as it is on disk, which they do for open documents only, and returns its
   * diagnostics. `isComplete` is false if they did not report anything in time: the file may have no problems, or they
   * still work. Never rejects.
   */
  analyze(path: string, signal: AbortSignal): Promise<Analysis>;
  readonly language: LanguagePort;
  readonly git: GitPort;
  readonly changes: ChangePort;
  openEditors(folder: string): readonly OpenEditor[];
  selection(folder: string): Selection | undefined;
  /** Returns the last command of each terminal, the newest last. */
  terminals(): Promise<readonly TerminalCommand[]>;
  tasks(): Promise<readonly EditorTask[]>;
  /** Runs a task until it ends, or starts it if it never ends. Rejects if there is no such task, or several. */
  runTask(
    name: string,
    source: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly exitCode: number | undefined; readonly isRunning: boolean }>;
  /**
   * Runs the tests of a file, which it shows, or all tests, until they end. Extensions cannot read the results (VS Code
   * 1.139).
   */
  runTests(path: string | undefined, signal: AbortSignal): Promise<void>;
  /** Shows a file in a tab without taking the focus. */
  openFile(path: string, line: number | undefined): Promise<void>;
  /** Shows two files side by side without taking the focus. */
  showDiff(left: string, right: string): Promise<void>;
}

export interface Analysis {
  readonly diagnostics: readonly Diagnostic[];
  readonly isComplete: boolean;
}
