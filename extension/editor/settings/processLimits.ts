import * as vscode from "vscode";
import type { ConversationId } from "../../contract/ids.ts";
import type { ProcessLimits, RestCandidate } from "../../conversations/ports.ts";
import { untitled } from "../../text/conversationList.ts";
import { dialogText } from "../../text/dialogs.ts";
import { toLabelText } from "../dialogs/plainText.ts";
import type { ValidatedSettings } from "./settings.ts";

/** Reads the maximum number of processes from the settings, and lets the user pick the conversation to pause. */
export class SettingsLimits implements ProcessLimits {
  readonly #settings: ValidatedSettings;

  constructor(settings: ValidatedSettings) {
    this.#settings = settings;
  }

  get maxProcesses(): number {
    return this.#settings.read("maxRunningConversations", 8);
  }

  async pickToRest(candidates: readonly RestCandidate[]): Promise<ConversationId | undefined> {
    if (candidates.length === 0) return undefined;
    const items = candidates.map(({ id, title }) => ({ label: toLabelText(title || untitled()), id }));
    const question = dialogText.tooManyRunning(this.maxProcesses);
    return (await vscode.window.showQuickPick(items, { title: question, placeHolder: dialogText.pauseDetail(), ignoreFocusOut: true }))?.id;
  }
}
