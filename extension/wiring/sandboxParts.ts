import { SandboxedAction, type SandboxedActionOptions } from "../conversations/actions/isolation/sandboxedAction.ts";
import { sandboxDialogs } from "../editor/dialogs/sandboxDialogs.ts";

/** Builds the action that starts conversations in a sandbox. Contains no logic. */
export function createSandboxedAction(options: Omit<SandboxedActionOptions, "dialogs">): SandboxedAction {
  return new SandboxedAction({ ...options, dialogs: sandboxDialogs });
}
