/** Hook events of 2.1.329; older versions know the first ones. */
export const hookEvents = [
  ...([
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "Notification",
    "UserPromptSubmit",
    "SessionStart",
    "SessionEnd",
  ] as const),
  ...(["Stop", "SubagentStart", "SubagentStop", "PreCompact", "PermissionRequest", "Setup"] as const),
] as const;

export type KnownHookEvent = (typeof hookEvents)[number];
