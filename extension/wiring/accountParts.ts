import os from "node:os";
import { AccountActions } from "../core/conversations/actions/accountActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { ClaudeStarter } from "../node/claude/startClaude.ts";
import { createAccountDialogs } from "../vscode/dialogs/accountDialogs.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import type { ClaudeTerminals } from "../vscode/terminal/claudeTerminals.ts";

export interface AccountPartsOptions {
  readonly conversations: Conversations;
  readonly starter: ClaudeStarter;
  readonly terminals: ClaudeTerminals;
  readonly dialogs: { readonly messages: Messages };
}

/** Builds the actions that log in and out. */
export function createAccountActions({
  conversations,
  starter,
  terminals,
  dialogs: { messages },
}: AccountPartsOptions): AccountActions {
  return new AccountActions({
    conversations,
    dialogs: createAccountDialogs(messages),
    call: ({ folder, profile }) => starter.inTerminal({ folder: folder || os.homedir(), profile }),
    runInTerminal: (call) => terminals.run(call),
  });
}
