/** Kinds of what a repository brings that can run programs or steer `claude`, in the order in which they are shown. */
export const repositoryKinds = [
  "unreadable",
  "hook",
  "program",
  "scheduledTask",
  "mcpServer",
  "mod",
  "plugin",
  "tandemSetting",
  "rule",
  "directory",
  "environment",
  "claudeSetting",
  "agent",
  "workflow",
  "skill",
  "command",
  "outputStyle",
  "instructions",
  "worktreeInclude",
  "more",
] as const;
export type RepositoryKind = (typeof repositoryKinds)[number];

/** One thing that a repository brings. Texts come from its files, with invisible characters escaped. */
export interface RepositoryEntry {
  /** Differs as soon as the entry does something else. */
  readonly id: string;
  readonly kind: RepositoryKind;
  readonly name: string;
  /** Command, address or content; empty if the name says everything. */
  readonly value: string;
  /** Number of characters that are left out of `name` and `value`: `claude` cannot start with the entry. */
  readonly omitted?: number | undefined;
  /** Absolute path of the file that contains the entry; undefined for a file that has no path on this machine. */
  readonly path?: string | undefined;
  /** Text for the path, where it has characters that a reader does not see. */
  readonly shownPath?: string | undefined;
  readonly line?: number | undefined;
  /** The user has not decided about it in this form. */
  readonly isNew: boolean;
  /** The user can leave it out alone. */
  readonly isOptional?: boolean | undefined;
  /** The user left it out alone. */
  readonly isOff?: boolean | undefined;
}

/** Configuration of a repository, shown to the user for a decision. */
export interface RepositoryReview {
  /** Of the newest scan; a decision names it, so that it concerns what was shown. */
  readonly revision: string;
  readonly entries: readonly RepositoryEntry[];
  /** The decision in effect; undefined while the user must decide before `claude` starts. */
  readonly choice?: RepositoryChoice | undefined;
}

/** "start": everything applies. "startWithout": only the user's own configuration applies. */
export const repositoryChoices = ["start", "startWithout"] as const;
export type RepositoryChoice = (typeof repositoryChoices)[number];

/** The buttons of the card. */
export const repositoryDecisions = [...repositoryChoices, "notNow"] as const;
export type RepositoryDecision = (typeof repositoryDecisions)[number];
