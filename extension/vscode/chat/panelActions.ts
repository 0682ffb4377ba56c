import type { AttachmentActions } from "../../core/conversations/actions/attachmentActions.ts";
import type { ConversationActions } from "../../core/conversations/actions/conversationActions.ts";
import type { FindActions } from "../../core/conversations/actions/findActions.ts";
import type { ForkActions } from "../../core/conversations/actions/forkActions.ts";
import type { RepositoryActions } from "../../core/conversations/actions/repositoryActions.ts";
import type { TraceActions } from "../../core/conversations/actions/traceActions.ts";
import type { TurnActions } from "../../core/conversations/actions/turnActions.ts";
import type { Mentions } from "../../core/conversations/composer/mentions/mentions.ts";
import type { SubmitAction } from "../../core/conversations/composer/submitAction.ts";
import type { TypedActions } from "../../core/conversations/composer/typedActions.ts";
import type { BufferSync } from "../../core/conversations/files/bufferSync.ts";
import type { RequestActions } from "../../core/conversations/requests/requestActions.ts";
import type { ChangedFileActions } from "../../core/conversations/rewind/changedFileActions.ts";
import type { RewindAction } from "../../core/conversations/rewind/rewindAction.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { Later } from "../../shared/base/later.ts";
import type { EditorSelection, MentionedFiles } from "../../shared/contract/composer/suggestions.ts";
import type { Action } from "../../shared/contract/fromWebview.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { OpenFailure, PathLookupResults } from "../../shared/contract/toWebview.ts";

/** Runs a command for the conversation of a page. `argument`: the text typed after the name of the command. */
export type RunAction = (action: Action, id: ConversationId, argument?: string) => unknown;

/** The selection in the active editor. */
export interface SelectionWatch {
  /** Returns the selection, with its path relative to `folder`; undefined if nothing is selected. */
  of(folder: string): EditorSelection | undefined;
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** The actions that users can run in a panel. */
export interface PanelActions {
  readonly conversations: ConversationActions;
  readonly turns: TurnActions;
  readonly requests: RequestActions;
  readonly changes: Later<ChangedFileActions>;
  readonly buffers: Pick<BufferSync, "run">;
  readonly rewind: Later<RewindAction>;
  readonly forks: ForkActions;
  readonly traces: Pick<Later<TraceActions>, "showAll">;
  readonly attachments: AttachmentActions;
  readonly repository: RepositoryActions;
  readonly find: FindActions;
  readonly run: RunAction;
  readonly submitting: SubmitAction;
  readonly typed: TypedActions;
  readonly mentions: Pick<Mentions, "search">;
  readonly selection: SelectionWatch;
  /** Returns mentions of files, with paths relative to `folder`. */
  readonly mentionUris: (folder: string, uris: readonly string[]) => MentionedFiles;
  /** Resolves to the reason why nothing was opened. */
  readonly openFile: (folder: string, path: string, line: number | undefined) => Promise<OpenFailure | undefined>;
  /** Returns which files exist, with paths relative to `folder`, and the web page of its repository. Never rejects. */
  readonly lookForFiles: (folder: string, paths: readonly string[]) => Promise<Omit<PathLookupResults, "type">>;
  /** Resolves to the reason why nothing was opened. */
  readonly openLink: (url: string) => Promise<OpenFailure | undefined>;
  /** Writes a text to the clipboard. */
  readonly copyText: (text: string) => unknown;
  readonly insertCode: (text: string) => unknown;
  readonly openCode: (text: string, language: string) => unknown;
}
