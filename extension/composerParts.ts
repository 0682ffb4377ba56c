import type { Clock } from "./base/clock.ts";
import { listFiles } from "./cli/listFiles.ts";
import { AttachmentActions } from "./conversations/attachmentActions.ts";
import type { AttachmentStore } from "./conversations/attachmentStore.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { FileMentions } from "./conversations/mentions/fileMentions.ts";
import { AttachedFiles } from "./editor/attachedFiles.ts";
import { EditorWorkspaceFiles, mentionUris } from "./editor/workspaceFiles.ts";

export interface ComposerPartsOptions {
  readonly conversations: Conversations;
  readonly attachments: AttachmentStore;
  /** Undefined where there is none, or the workspace is not trusted. */
  readonly ripgrep: () => string | undefined;
  readonly clock: Clock;
}

/** Builds what belongs to a prompt beside its text. */
export function composerParts({ conversations, attachments, ripgrep, clock }: ComposerPartsOptions) {
  const viewer = new AttachedFiles();
  const files = new EditorWorkspaceFiles((folder) => {
    const program = ripgrep();
    return program === undefined ? undefined : listFiles(program, folder);
  });
  return { viewer, attachments: new AttachmentActions(conversations, attachments, viewer), mentions: new FileMentions(files, clock), mentionUris };
}
