import type { OptionName, OptionValue } from "../../core/options/options.ts";

/** Arguments of a start besides the values of options, named like the flags of `claude` in camelCase. */
export interface StartFlags {
  /** Id of the session to continue; with `forkSession` as a copy, cut after `resumeSessionAt`. */
  readonly resume?: string | undefined;
  readonly forkSession?: boolean | undefined;
  readonly resumeSessionAt?: string | undefined;
  /** Path of a file, never JSON: argv is readable by other users of the machine (2.1.329). */
  readonly mcpConfigFile?: string | undefined;
  /** Path of a settings file. */
  readonly settingsFile?: string | undefined;
  readonly includeHookEvents?: boolean | undefined;
  /** Reports when a command of the user's settings renews the login (all versions). */
  readonly authStatus?: boolean | undefined;
}

/** Options of one start: values of the options table, and what only a start has. */
export type LaunchOptions = { readonly [N in OptionName]?: OptionValue<N> | undefined } & StartFlags;

/** Builds the argument list: the protocol, the start, then `planned`, which the options table makes of the values. */
export function buildLaunchArguments(start: StartFlags, planned: readonly string[]): string[] {
  const value = (flag: string, text: string | undefined): string[] => (text === undefined ? [] : [`--${flag}=${text}`]);
  const bare = (flag: string, isOn: boolean | undefined): string[] => (isOn ? [`--${flag}`] : []);
  return [
    ...[
      "--output-format",
      "stream-json",
      "--verbose",
      "--input-format",
      "stream-json",
      "--permission-prompt-tool=stdio",
      "--include-partial-messages",
    ],
    ...value("resume", start.resume),
    ...bare("fork-session", start.forkSession),
    ...value("resume-session-at", start.resumeSessionAt),
    ...value("mcp-config", start.mcpConfigFile),
    ...value("settings", start.settingsFile),
    ...bare("include-hook-events", start.includeHookEvents),
    ...bare("enable-auth-status", start.authStatus),
    ...planned,
  ];
}
