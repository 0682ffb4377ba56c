import type { OptionValue } from "./options.ts";

export interface IsolatedSettings {
  readonly permissionMode: OptionValue<"permissionMode"> | undefined;
  readonly sandbox: OptionValue<"sandbox"> | undefined;
  /** The system has what the sandbox of `claude` needs. */
  readonly canSandbox: boolean;
}

/**
 * Choices for a conversation in a copy or worktree whose edits need no approval; none where the user chose another mode
 * than Manual, which is narrower or wider on purpose. Commands still ask: 2.0.77 and 2.1.50 would allow all of them in
 * a sandbox that says nothing about it. The user's own sandbox keeps its rules.
 */
export function getIsolatedChoices({
  permissionMode = "default",
  sandbox,
  canSandbox,
}: IsolatedSettings): Readonly<Record<string, unknown>> {
  if (permissionMode !== "default") return {};
  return {
    permissionMode: "acceptEdits",
    ...(canSandbox ? { sandbox: { autoAllowBashIfSandboxed: false, ...sandbox, enabled: true } } : {}),
  };
}
