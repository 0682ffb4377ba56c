import type * as vscode from "vscode";
import type { Clock } from "./base/clock.ts";
import { listFiles } from "./cli/listFiles.ts";
import { AttachmentActions } from "./conversations/attachmentActions.ts";
import type { AttachmentStore } from "./conversations/attachmentStore.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { FollowAgent } from "./conversations/followAgent.ts";
import { FileMentions } from "./conversations/mentions/fileMentions.ts";
import { EditorAgentView } from "./editor/agentView.ts";
import { AttachedFiles } from "./editor/attachedFiles.ts";
import { EditorWorkspaceFiles, mentionUris } from "./editor/workspaceFiles.ts";

export interface ComposerPartsOptions {
  readonly conversations: Conversations;
  readonly attachments: AttachmentStore;
  /** Undefined where there is none, or the workspace is not trusted. */
  readonly ripgrep: () => string | undefined;
  readonly clock: Clock;
  readonly extension: vscode.Uri;
}

/** Builds what belongs to a prompt beside its text, and what follows its agent. */
export function composerParts({ conversations, attachments, ripgrep, clock, extension }: ComposerPartsOptions) {
  const viewer = new AttachedFiles();
  const files = new EditorWorkspaceFiles((folder) => {
    const program = ripgrep();
    return program === undefined ? undefined : listFiles(program, folder);
  });
  const agentView = new EditorAgentView(extension);
  const follow = new FollowAgent(conversations, agentView);
  const actions = { attachments: new AttachmentActions(conversations, attachments, viewer), mentions: new FileMentions(files, clock), mentionUris };
  return { actions, follow, disposables: [viewer, agentView, follow] };
}
