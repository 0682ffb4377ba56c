import type { OptionValue } from "./options.ts";

export interface IsolatedSettings {
  readonly permissionMode: OptionValue<"permissionMode"> | undefined;
  readonly sandbox: OptionValue<"sandbox"> | undefined;
  /** The system has what the sandbox of `claude` needs. */
  readonly canSandbox: boolean;
}

/**
 * Choices for a conversation in a copy or worktree whose edits need no approval: its commands run in the sandbox of
 * `claude`, and still ask, although 2.0.77 and 2.1.50 would allow all of them in a sandbox that says nothing about it.
 * None where the user chose another mode than Manual, which is narrower or wider on purpose. The user's own sandbox
 * keeps its rules.
 */
export function getIsolatedChoices({
  permissionMode = "default",
  sandbox,
  canSandbox,
}: IsolatedSettings): Readonly<Record<string, unknown>> {
  if (permissionMode !== "default" || !canSandbox) return {};
  return { sandbox: { autoAllowBashIfSandboxed: false, ...sandbox, enabled: true } };
}
