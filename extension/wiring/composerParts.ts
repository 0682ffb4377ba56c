import type * as vscode from "vscode";
import { AttachmentActions } from "../core/conversations/actions/attachmentActions.ts";
import type { AttachmentStore } from "../core/conversations/composer/attachmentStore.ts";
import { DraftActions, type DraftQuestions } from "../core/conversations/composer/draftActions.ts";
import {
  ConversationMentions,
  type ConversationMentionsOptions,
} from "../core/conversations/composer/mentions/conversationMentions.ts";
import { FileMentions } from "../core/conversations/composer/mentions/fileMentions.ts";
import { Mentions } from "../core/conversations/composer/mentions/mentions.ts";
import { ResourceMentions } from "../core/conversations/composer/mentions/resourceMentions.ts";
import { SubmitAction } from "../core/conversations/composer/submitAction.ts";
import { TypedActions } from "../core/conversations/composer/typedActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import { AgentFollower } from "../core/conversations/files/agentFollower.ts";
import type { Panels } from "../core/conversations/ports.ts";
import type { RepositoryTrust } from "../core/conversations/repositoryTrust.ts";
import { showCommit } from "../node/git/showCommit.ts";
import { listFiles } from "../node/processes/listFiles.ts";
import type { Clock } from "../shared/base/clock.ts";
import { getMarkdownLayout } from "../shared/pages/export/exportMarkdown.ts";
import { listConversationTabs } from "../vscode/chat/conversationTabs.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { EditorAgentView } from "../vscode/files/agentView.ts";
import { AttachedFiles } from "../vscode/files/attachedFiles.ts";
import { EditorDrafts } from "../vscode/files/draftDocuments.ts";
import { getPathKind } from "../vscode/files/pathKind.ts";
import { GitMentions } from "../vscode/mentions/gitMentions.ts";
import { InstructionFiles } from "../vscode/mentions/instructionFiles.ts";
import { findMemoryMentions } from "../vscode/mentions/memoryMentions.ts";
import { problemMentions } from "../vscode/mentions/problemMentions.ts";
import { SelectedText } from "../vscode/mentions/selection.ts";
import { symbolMentions } from "../vscode/mentions/symbolMentions.ts";
import { EditorWorkspaceFiles, mentionUris } from "../vscode/mentions/workspaceFiles.ts";
import { TerminalCommands } from "../vscode/terminal/terminalCommands.ts";
import type { Keep } from "./keepIn.ts";

export interface ComposerPartsOptions extends Pick<ConversationMentionsOptions, "list" | "read"> {
  readonly keep: Keep;
  readonly conversations: Conversations;
  readonly attachments: AttachmentStore;
  /** Returns the path of ripgrep; undefined if there is no ripgrep or the workspace is not trusted. */
  readonly ripgrep: () => string | undefined;
  readonly dialogs: DraftQuestions & { readonly messages: Messages };
  /** Returns the configuration folder of `claude` under a profile. */
  readonly config: (profile?: string) => string;
  readonly trust: Pick<RepositoryTrust, "acknowledge">;
  readonly panels: Pick<Panels, "setDraft" | "focus">;
  readonly clock: Clock;
  readonly extension: vscode.Uri;
}

/**
 * Builds the objects for attachments, mentions and drafts of a prompt, and the object that follows the agent's files.
 */
export function createComposerParts(options: ComposerPartsOptions) {
  const { keep, conversations, attachments, config, trust, dialogs, panels, extension } = options;
  const viewer = keep(new AttachedFiles(dialogs.messages));
  const terminal = keep(new TerminalCommands());
  const mentions = createMentions(options, terminal);
  const selection = keep(new SelectedText());
  const agentView = keep(
    new EditorAgentView(extension, (group) => listConversationTabs().some((tab) => tab.group === group)),
  );
  const follow = keep(new AgentFollower(conversations, agentView));
  const submitting = new SubmitAction(conversations, attachments, selection);
  const documents = keep(new EditorDrafts());
  const drafts = keep(new DraftActions({ conversations, documents, submitting, panels, dialogs }));
  const actions = {
    attachments: new AttachmentActions({ conversations, store: attachments, mentions, viewer }),
    submitting,
    typed: new TypedActions({
      conversations,
      store: attachments,
      runner: terminal,
      notes: new InstructionFiles(config, trust, dialogs.messages),
      panels,
      submitting,
    }),
    mentions,
    mentionUris,
    selection,
  };
  return {
    actions,
    follow,
    drafts,
    terminal,
  };
}

/** Builds everything that a prompt can mention. */
function createMentions(
  { keep, conversations, list, read, ripgrep, config, clock }: ComposerPartsOptions,
  terminal: TerminalCommands,
): Mentions {
  const files = keep(
    new EditorWorkspaceFiles((folder, followsLinks) => {
      const program = ripgrep();
      return program === undefined ? undefined : listFiles(program, folder, followsLinks);
    }),
  );
  return new Mentions(new FileMentions(files, clock), getPathKind, [
    problemMentions,
    new GitMentions(showCommit),
    terminal,
    symbolMentions,
    new ConversationMentions({ conversations, list, read, layoutOf: getMarkdownLayout }),
    new ResourceMentions(conversations),
    findMemoryMentions(config),
  ]);
}

export type ComposerParts = ReturnType<typeof createComposerParts>;
