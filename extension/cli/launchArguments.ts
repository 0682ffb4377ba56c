/** Options of one start, named like the flags of `claude` in camelCase. */
export interface LaunchOptions {
  readonly permissionMode: string;
  readonly allowDangerouslySkipPermissions?: boolean | undefined;
  readonly model?: string | undefined;
  readonly fallbackModel?: string | undefined;
  readonly effort?: string | undefined;
  readonly maxThinkingTokens?: number | undefined;
  readonly maxTurns?: number | undefined;
  readonly maxBudgetUsd?: number | undefined;
  readonly betas?: readonly string[] | undefined;
  readonly jsonSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Id of the session to continue; with `forkSession` as a copy, cut after `resumeSessionAt`. */
  readonly resume?: string | undefined;
  readonly continueLatest?: boolean | undefined;
  readonly forkSession?: boolean | undefined;
  readonly resumeSessionAt?: string | undefined;
  readonly persistSession?: boolean | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
  /** Path of a file, never JSON: argv is readable by other users of the machine (2.1.329). */
  readonly mcpConfigFile?: string | undefined;
  readonly strictMcpConfig?: boolean | undefined;
  readonly settingSources?: readonly string[] | undefined;
  /** Path of a settings file. */
  readonly settingsFile?: string | undefined;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly pluginDirectories?: readonly string[] | undefined;
  readonly agent?: string | undefined;
  readonly includeHookEvents?: boolean | undefined;
  /** Reports when a command of the user's settings renews the login (all versions). */
  readonly authStatus?: boolean | undefined;
  /** Extra flags without their dashes; null for a bare flag. */
  readonly extraArgs?: Readonly<Record<string, string | null>> | undefined;
}

/**
 * Builds the argument list. Always uses the joined `--flag=value` form, since variadic flags swallow bare tokens (all versions), and always sets an
 * explicit permission mode: without one, 2.1.329 may pick `auto`.
 */
export function buildLaunchArguments(options: LaunchOptions): string[] {
  const args = ["--output-format", "stream-json", "--verbose", "--input-format", "stream-json"];
  const value = (flag: string, text: string | number | undefined): void => {
    if (text !== undefined) args.push(`--${flag}=${text}`);
  };
  const list = (flag: string, items: readonly string[] | undefined): void => {
    if (items !== undefined && items.length > 0) args.push(`--${flag}=${items.join(",")}`);
  };
  const each = (flag: string, items: readonly string[] | undefined): void => {
    for (const item of items ?? []) args.push(`--${flag}=${item}`);
  };
  const bare = (flag: string, isOn: boolean | undefined): void => {
    if (isOn) args.push(`--${flag}`);
  };

  value("permission-prompt-tool", "stdio");
  bare("include-partial-messages", true);
  value("permission-mode", options.permissionMode);
  bare("allow-dangerously-skip-permissions", options.allowDangerouslySkipPermissions);
  value("model", options.model);
  value("fallback-model", options.fallbackModel);
  value("effort", options.effort);
  value("max-thinking-tokens", options.maxThinkingTokens);
  value("max-turns", options.maxTurns);
  value("max-budget-usd", options.maxBudgetUsd);
  list("betas", options.betas);
  value("json-schema", options.jsonSchema && JSON.stringify(options.jsonSchema));
  bare("continue", options.continueLatest);
  value("resume", options.resume);
  bare("fork-session", options.forkSession);
  value("resume-session-at", options.resumeSessionAt);
  bare("no-session-persistence", options.persistSession === false);
  list("allowedTools", options.allowedTools);
  list("disallowedTools", options.disallowedTools);
  if (options.tools !== undefined) args.push(`--tools=${options.tools.join(",")}`);
  value("mcp-config", options.mcpConfigFile);
  bare("strict-mcp-config", options.strictMcpConfig);
  if (options.settingSources !== undefined) args.push(`--setting-sources=${options.settingSources.join(",")}`);
  value("settings", options.settingsFile);
  each("add-dir", options.additionalDirectories);
  each("plugin-dir", options.pluginDirectories);
  value("agent", options.agent);
  bare("include-hook-events", options.includeHookEvents);
  bare("enable-auth-status", options.authStatus);
  for (const [flag, text] of Object.entries(options.extraArgs ?? {})) {
    if (text === null) bare(flag, true);
    else value(flag, text);
  }
  return args;
}

/**
 * Selects the rules that a start can pass unchanged. `claude` parses its rule list without regard to nested brackets (2.1.50, 2.1.329), and could
 * read a part of a rule as a rule of its own. It requests permission again for the rules that are left out.
 */
export function selectPassableRules(rules: readonly string[]): readonly string[] {
  return rules.filter((rule) => /^[^(),\\]+(?:\([^()\\]*\))?$/.test(rule));
}
