import type { AskActions } from "../../core/conversations/actions/askActions.ts";
import type { Later } from "../../shared/base/later.ts";
import { askText } from "../../shared/text/ask.ts";
import { writeExplanationRequest, writeFixRequest } from "../asking/askedCode.ts";
import type { CommitMessages } from "../asking/commitMessages.ts";
import type { Messages } from "../dialogs/messages.ts";
import { commandTable } from "./commandTable.ts";

export interface AskingCommandsOptions {
  readonly asking: AskActions;
  readonly commitMessages: Later<CommitMessages>;
  readonly dialogs: { readonly messages: Pick<Messages, "warn"> };
}

/** Returns the commands that ask the model about something in the editor. */
export function createAskingCommands({ asking, commitMessages, dialogs }: AskingCommandsOptions) {
  const send = (write: ((folder: string) => string) | undefined): unknown => write && asking.ask(write);
  return commandTable({
    explain: () => send(writeExplanationRequest(dialogs.messages)),
    fix: () => send(writeFixRequest(dialogs.messages)),
    reviewChange: (group) => asking.ask(() => (isIndex(group) ? askText.reviewStaged() : askText.reviewUnstaged())),
    generateCommitMessage: (argument) => commitMessages.generate(argument),
  });
}

/** Returns whether a group of Source Control is that of the staged changes. */
function isIndex(group: unknown): boolean {
  return typeof group === "object" && group !== null && "id" in group && group.id === "index";
}
