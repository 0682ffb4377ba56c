import type { RepositoryKind } from "../../../shared/contract/repository.ts";

/** A file of a repository that configures `claude`, parsed. */
export interface ParsedFile {
  /** Absolute path. */
  readonly path: string;
  readonly value: unknown;
  /** Returns the line, counted from 1, of the value at a path of keys and indexes; undefined if it is unknown. */
  readonly lineOf: (keys: readonly (string | number)[]) => number | undefined;
}

/** Something that a repository brings, as it was found: texts are not escaped, and it has no id yet. */
export interface FoundEntry {
  readonly kind: RepositoryKind;
  readonly name: string;
  readonly value: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  /**
   * Value that the id is made of besides kind, path and name, if it is not `value`: parts that may change without a
   * question are left out.
   */
  readonly identity?: string;
  /** It can be left out alone. */
  readonly isOptional?: boolean;
  readonly isProgramPath?: boolean;
  /** A setting of Tandem in a settings file of the workspace. */
  readonly isOfTandem?: boolean;
}

/** A found entry with its id, which differs as soon as the entry does something else. */
export interface IdentifiedEntry extends FoundEntry {
  readonly id: string;
}

/** Files and folders that settings of Tandem name, as absolute paths. */
export interface NamedFiles {
  /** Settings files of `claude` that a start passes. */
  readonly settingsFiles: readonly string[];
  readonly pluginDirectories: readonly string[];
  /**
   * Further folders that `claude` may use: it reads agents, commands and skills in them too (2.1.329; 2.1.50 only
   * skills).
   */
  readonly additionalDirectories: readonly string[];
}

/** Returns the value if it is an object and no list. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
