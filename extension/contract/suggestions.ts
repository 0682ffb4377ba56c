/** A command that stands in a prompt as `/name`, as the CLI announced it. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** What may follow it, such as "[pr number]"; empty for nothing. */
  readonly argumentHint: string;
  /** It works in a terminal only. */
  readonly isTerminalOnly?: boolean | undefined;
}

/** A path that can be mentioned. */
export interface MentionSuggestion {
  /** As it is written behind the @: relative to the working folder, with "/" between its parts and at the end of a folder. */
  readonly path: string;
  /** An editor shows it. */
  readonly isOpen: boolean;
}

/** Text that mentions a path; the CLI reads what is in quotes as one path (2.1.329). */
export function mentionText(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}
