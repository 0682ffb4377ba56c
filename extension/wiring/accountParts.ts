import os from "node:os";
import { AccountActions } from "../core/conversations/actions/accountActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { ClaudeStarter } from "../node/claude/startClaude.ts";
import { accountDialogs } from "../vscode/dialogs/accountDialogs.ts";
import type { ClaudeTerminals } from "../vscode/terminal/claudeTerminals.ts";

export interface AccountPartsOptions {
  readonly conversations: Conversations;
  readonly starter: ClaudeStarter;
  readonly terminals: ClaudeTerminals;
}

/** Builds the actions that log in and out. */
export function createAccountActions({ conversations, starter, terminals }: AccountPartsOptions): AccountActions {
  return new AccountActions({
    conversations,
    dialogs: accountDialogs,
    call: ({ folder, profile }) => starter.inTerminal({ folder: folder || os.homedir(), profile }),
    runInTerminal: (call) => terminals.run(call),
  });
}
