import type { SettingProblem } from "../../../shared/contract/settingProblem.ts";
import { networkTools, sandboxedChoices } from "../../options/sandboxedChoices.ts";
import type { ConversationActions } from "../actions/conversationActions.ts";
import type { Conversations } from "../conversations.ts";
import type { Folders } from "../ports.ts";

/** Questions about a conversation that works alone. */
export interface SandboxedQuestions {
  /** Explains what such a conversation can do; resolves to true if the user starts it. */
  confirmSandboxed(): Promise<boolean>;
  /** Tells why no sandbox is available, and what to install. */
  showNoSandbox(problem: SettingProblem): void;
}

export interface SandboxedActionOptions {
  readonly conversations: Conversations;
  readonly actions: Pick<ConversationActions, "show">;
  readonly folders: Pick<Folders, "choose">;
  readonly dialogs: SandboxedQuestions;
  /** Returns why `claude` has no sandbox in a folder; undefined if it has one. */
  readonly findProblem: (folder: string) => SettingProblem | undefined;
}

/** Starts conversations that never ask, whose commands run in the sandbox of `claude` without network. */
export class SandboxedAction {
  readonly #options: SandboxedActionOptions;

  constructor(options: SandboxedActionOptions) {
    this.#options = options;
  }

  /** Shows a new conversation of this kind, after one confirmation. Refuses where the machine has no sandbox. */
  async start(): Promise<void> {
    const { conversations, actions, folders, dialogs, findProblem } = this.#options;
    const folder = await folders.choose();
    if (folder === undefined) return;
    const problem = findProblem(folder);
    if (problem) return dialogs.showNoSandbox(problem);
    if (!(await dialogs.confirmSandboxed())) return;
    const grants = { rules: [], directories: [], denied: networkTools };
    await actions.show(conversations.create({ draft: "", folder, choices: sandboxedChoices, grants }).id);
  }
}
