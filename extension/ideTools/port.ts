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

/** Where a path leads. "outside": not in a folder of the workspace or the conversation, with links resolved. */
export type Located = { readonly kind: "file" | "folder" | "missing"; readonly path: string } | { readonly kind: "outside" };

/** What the editor's tools need of the editor. Paths are absolute. */
export interface IdePort {
  /** False in a workspace that the user does not trust. */
  readonly isTrusted: () => boolean;
  /** Resolves a path that is absolute or relative to `folder`. */
  locate(path: string, folder: string): Promise<Located>;
  /** Returns the diagnostics that the editor knows: of the files in `place`, or without it of those in the workspace and in `folder`. */
  listDiagnostics(folder: string, place?: string): readonly FileDiagnostics[];
  /**
   * Makes language features look at a file as it is on disk, which they do for open documents only, and returns its diagnostics. `isComplete` is false
   * if they did not report anything in time: the file may have no problems, or they still work. Never rejects.
   */
  analyse(path: string, signal: AbortSignal): Promise<Analysis>;
}

export interface Analysis {
  readonly diagnostics: readonly Diagnostic[];
  readonly isComplete: boolean;
}
