import { SandboxedAction, type SandboxedActionOptions } from "../core/conversations/isolation/sandboxedAction.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { createSandboxDialogs } from "../vscode/dialogs/sandboxDialogs.ts";

/** Builds the action that starts conversations in a sandbox. */
export function createSandboxedAction({
  messages,
  ...options
}: Omit<SandboxedActionOptions, "dialogs"> & { messages: Messages }): SandboxedAction {
  return new SandboxedAction({ ...options, dialogs: createSandboxDialogs(messages) });
}
