import type { ExtensionName } from "../../shared/contract/conversationState.ts";
import type { SavedSession } from "../conversation/ports/ports.ts";

/** The user's own limits for a folder; null for none. */
export interface OwnLimits {
  readonly maxTurns: number | null;
  readonly maxCostUsd: number | null;
  /** The tools of `claude` that the model may use; null for all. */
  readonly tools: readonly string[] | null;
}

/** Access of the API to the editor: trust, extensions, folders and settings. */
export interface ApiEditor {
  /** Returns whether programs may run in this window. */
  isTrusted(): boolean;
  /** Returns an installed extension; undefined for an unknown id. Its name is external text. */
  findExtension(id: string): ExtensionName | undefined;
  /**
   * Resolves to the working folder; undefined where the user picked none, "outside" for a folder that is not in the
   * workspace.
   */
  resolveFolder(folder: string | undefined): Promise<string | "outside" | undefined>;
  readLimits(folder: string): OwnLimits;
}

/** Makes copies of folders, in which conversations of extensions work apart from the files of the user. */
export interface ApiIsolation {
  /** Resolves to a new copy, which is kept until the user discards it, or to the reason why there is none. */
  copy(
    origin: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly folder: string } | { readonly code: string }>;
  /** Returns the folder that a kept copy was made from; undefined for any other folder. */
  findOrigin(folder: string): string | undefined;
  /** Returns the choices of the user's settings for conversations in a copy of a folder. */
  getChoices(origin: string): Readonly<Record<string, unknown>>;
}

/** Asks the user whether an extension may use `claude`. */
export interface AccessDialogs {
  askAccess(extension: ExtensionName): Promise<boolean>;
}

/** Remembers the extensions that the user allowed to use `claude`, by id, and the sessions that they started. */
export interface AccessMemory {
  read(): readonly string[];
  /** Replaces the extensions by what `update` returns for the present ones. No change of another window is lost. */
  change(update: (ids: readonly string[]) => readonly string[]): Promise<void>;
  /** Returns the sessions that an extension started, the newest first. */
  sessions(extension: string): readonly SavedSession[];
  changeSessions(
    extension: string,
    update: (sessions: readonly SavedSession[]) => readonly SavedSession[],
  ): Promise<void>;
}
