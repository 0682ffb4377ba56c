import type * as vscode from "vscode";
import type { Clock } from "./base/clock.ts";
import { listFiles } from "./cli/listFiles.ts";
import { showCommit } from "./cli/showCommit.ts";
import { AttachmentActions } from "./conversations/attachmentActions.ts";
import type { AttachmentStore } from "./conversations/attachmentStore.ts";
import type { Conversations } from "./conversations/conversations.ts";
import { DraftActions, type DraftQuestions } from "./conversations/draftActions.ts";
import { FollowAgent } from "./conversations/followAgent.ts";
import { ConversationMentions, type ConversationMentionsOptions } from "./conversations/mentions/conversationMentions.ts";
import { FileMentions } from "./conversations/mentions/fileMentions.ts";
import { Mentions } from "./conversations/mentions/mentions.ts";
import { ResourceMentions } from "./conversations/mentions/resourceMentions.ts";
import type { Panels } from "./conversations/ports.ts";
import { SubmitAction } from "./conversations/submitAction.ts";
import { TypedActions } from "./conversations/typedActions.ts";
import { EditorAgentView } from "./editor/agentView.ts";
import { AttachedFiles } from "./editor/attachedFiles.ts";
import { EditorDrafts } from "./editor/draftDocuments.ts";
import { InstructionFiles } from "./editor/instructionFiles.ts";
import { GitMentions } from "./editor/mentions/gitMentions.ts";
import { memoryMentions } from "./editor/mentions/memoryMentions.ts";
import { problemMentions } from "./editor/mentions/problemMentions.ts";
import { symbolMentions } from "./editor/mentions/symbolMentions.ts";
import { pathKind } from "./editor/pathKind.ts";
import { SelectedText } from "./editor/selection.ts";
import { TerminalCommands } from "./editor/terminalCommands.ts";
import { EditorWorkspaceFiles, mentionUris } from "./editor/workspaceFiles.ts";
import { conversationTabs } from "./panel/conversationTabs.ts";
import { exportMarkdown } from "./text/exportMarkdown.ts";

export interface ComposerPartsOptions extends Pick<ConversationMentionsOptions, "list" | "read"> {
  readonly conversations: Conversations;
  readonly attachments: AttachmentStore;
  /** Undefined where there is none, or the workspace is not trusted. */
  readonly ripgrep: () => string | undefined;
  readonly dialogs: DraftQuestions;
  /** The CLI's own folder. */
  readonly config: () => string;
  readonly panels: Pick<Panels, "setDraft" | "focus">;
  readonly clock: Clock;
  readonly extension: vscode.Uri;
}

/** Builds what belongs to a prompt beside its text, and what follows its agent. No logic. */
export function composerParts({ conversations, attachments, list, read, ripgrep, config, dialogs, panels, clock, extension }: ComposerPartsOptions) {
  const viewer = new AttachedFiles();
  const files = new EditorWorkspaceFiles((folder, followsLinks) => {
    const program = ripgrep();
    return program === undefined ? undefined : listFiles(program, folder, followsLinks);
  });
  const terminal = new TerminalCommands();
  const past = new ConversationMentions({ conversations, list, read, textOf: exportMarkdown });
  const mentions = new Mentions(new FileMentions(files, clock), pathKind, [
    problemMentions,
    new GitMentions(showCommit),
    terminal,
    symbolMentions,
    past,
    new ResourceMentions(conversations),
    memoryMentions(config),
  ]);
  const selection = new SelectedText();
  const agentView = new EditorAgentView(extension, (group) => conversationTabs().some((tab) => tab.group === group));
  const follow = new FollowAgent(conversations, agentView);
  const submitting = new SubmitAction(conversations, attachments, selection);
  const documents = new EditorDrafts();
  const drafts = new DraftActions(conversations, documents, submitting, panels, dialogs);
  const actions = {
    attachments: new AttachmentActions(conversations, attachments, mentions, viewer),
    submitting,
    typed: new TypedActions(conversations, attachments, terminal, new InstructionFiles(config), panels, submitting),
    mentions,
    mentionUris,
    selection,
  };
  return { actions, follow, drafts, disposables: [viewer, files, terminal, selection, agentView, follow, documents, drafts] };
}
