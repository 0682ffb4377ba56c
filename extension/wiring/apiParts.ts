import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { ExtensionAccess } from "../api/extensionAccess.ts";
import { ExtensionQueries } from "../api/extensionQueries.ts";
import type { Clock } from "../base/clock.ts";
import { AskActions } from "../conversations/actions/askActions.ts";
import type { ConversationActions } from "../conversations/actions/conversationActions.ts";
import type { IsolationActions } from "../conversations/actions/isolation/isolationActions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Folders, Panels } from "../conversations/ports.ts";
import { createAccessMemory } from "../editor/accessMemory.ts";
import { VscodeApiEditor } from "../editor/apiEditor.ts";
import { askActionKinds, askCodeActions } from "../editor/askCodeActions.ts";
import { CommitMessages } from "../editor/commitMessages.ts";
import { accessDialogs, manageAccess } from "../editor/dialogs/accessDialogs.ts";
import { readPromptLink } from "../editor/links.ts";
import type { ValidatedSettings } from "../editor/settings/settings.ts";
import type { FunctionServer } from "../ideTools/mcpServer.ts";
import type { Launcher, UnsavedFiles } from "../session/ports.ts";
import type { IsolationParts } from "./isolationParts.ts";
import { openSharedFile } from "./sharedFiles.ts";

export interface ApiPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly conversations: Conversations;
  readonly launcher: Launcher;
  readonly folders: Folders;
  readonly settings: ValidatedSettings;
  readonly editors: UnsavedFiles;
  readonly actions: Pick<ConversationActions, "startNew">;
  readonly isolation: IsolationParts;
  readonly isolated: Pick<IsolationActions, "makeCopy" | "getChoices">;
  readonly panels: Pick<Panels, "setDraft">;
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the objects behind the API for other extensions. Contains no logic. */
export function createApiParts({ context, conversations, launcher, folders, settings, editors, isolation, isolated, ...others }: ApiPartsOptions) {
  const { actions, panels, clock, log } = others;
  const access = new ExtensionAccess(accessDialogs, createAccessMemory(openSharedFile(context, "access.json")), context.extension.id);
  // The user may not see such a conversation, so it does not wait for a decision about unsaved files.
  const unsavedFiles: UnsavedFiles = {
    autosave: (folder) => (editors.autosave(folder) === "always" ? "always" : "never"),
    list: (folder) => editors.list(folder),
    save: (paths) => editors.save(paths),
  };
  const editor = new VscodeApiEditor(folders, settings);
  const loadServer = async (server: FunctionServer) => (await import("../ideTools/toolServer.ts")).createFunctionServer(server);
  const api = new ExtensionQueries({
    ...{ conversations, launcher, editor, access, unsavedFiles, clock, newId: randomUUID, loadServer, logger: log },
    isolation: {
      copy: (origin, signal) => isolated.makeCopy(origin, signal),
      findOrigin: (folder) => isolation.findKept(folder)?.origin,
      getChoices: (origin) => isolated.getChoices(origin),
    },
  });
  const asking = new AskActions(conversations, actions, panels);
  context.subscriptions.push(vscode.languages.registerCodeActionsProvider({ scheme: "file" }, askCodeActions, askActionKinds));
  return {
    api,
    manageExtensionAccess: () => manageAccess(access, editor),
    asking,
    commitMessages: new CommitMessages(api, context.extension.id),
    openLink: async (link: vscode.Uri) => {
      const text = readPromptLink(link);
      if (text !== undefined) await asking.fill(text);
    },
  };
}
