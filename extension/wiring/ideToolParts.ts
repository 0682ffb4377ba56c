import type * as vscode from "vscode";
import { getFileWriting, getPath } from "../core/conversation/tools/describeCall.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { ChangesView } from "../core/conversations/requests/reviewPorts.ts";
import { ExtensionTools } from "../core/ideTools/extensionTools.ts";
import { IdeToolsParticipant } from "../core/ideTools/ideToolsParticipant.ts";
import type { IdePort, ProposedFileChange } from "../core/ideTools/port.ts";
import { PublishedTools, type PublishedToolsOptions } from "../core/ideTools/publishedTools.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { Clock } from "../shared/base/clock.ts";
import { extensionTools, onDidChangeExtensions } from "../vscode/ideTools/extensionTools.ts";
import { createIdePort } from "../vscode/ideTools/idePort.ts";
import { answerToolCall, getActiveRoot } from "../vscode/ideTools/languageModelTools.ts";
import { showPlannedChanges } from "../vscode/review/plannedChanges.ts";

export interface IdeToolPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly conversations: Conversations;
  readonly settings: FolderSettings;
  /** Returns the last command of each terminal. */
  readonly terminals: IdePort["terminals"];
  readonly review: { readonly changesView: Pick<ChangesView, "openAll"> };
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the objects that offer the editor's tools, to conversations and to other extensions. */
export function createIdeToolParts({
  context,
  conversations,
  settings,
  terminals,
  review,
  clock,
  log,
}: IdeToolPartsOptions) {
  const editor = createIdePort({ clock, terminals });
  const version: string = context.extension.packageJSON.version;
  context.subscriptions.push(editor);
  const offered = (folder: string) => ({
    isEnabled: settings.read("ideTools.enabled", folder),
    disabled: settings.read("ideTools.disabled", folder),
  });
  const planned = new Map<string, readonly ProposedFileChange[]>();
  conversations.addParticipant(
    (conversation) =>
      new IdeToolsParticipant({
        conversation,
        editor,
        settings: () => offered(conversation.state().folder),
        tellsProblems: () => settings.read("ideTools.diagnosticsAfterEdit", conversation.state().folder),
        load: async (options) =>
          (await import("../core/ideTools/toolServer.ts")).createToolServer({ ...options, version }),
        getEdited: (tool, input) => (getFileWriting(tool, input) === "named" ? getPath(tool, input) : undefined),
        onDidChange: (listener) => settings.onDidChange(listener),
        planned,
        held: () => conversation.guarding.held(),
        clock,
        logger: log,
      }),
  );
  offerExtensionTools(conversations, settings, editor, version, log);
  const load: PublishedToolsOptions["load"] = async (options) =>
    (await import("../core/ideTools/toolServer.ts")).createToolRunner(options);
  const published = new PublishedTools({
    editor,
    isOffered: () => settings.read("ideTools.offerToOtherExtensions"),
    folder: getActiveRoot,
    settings: offered,
    load,
    clock,
  });
  return {
    /** Shows the changes that a call of a tool plans; false if none are known. */
    showPlanned: (callId: string, title: string): Promise<boolean> =>
      showPlannedChanges(review.changesView, title, planned.get(callId) ?? []),
    /** Answers a call of a tool that the manifest publishes. */
    callTool: (name: string, input: Readonly<Record<string, unknown>>, token: vscode.CancellationToken) =>
      answerToolCall((signal) => published.call(name, input, signal), token),
  };
}

/** Lets conversations use the tools of other extensions that the user selected. */
function offerExtensionTools(
  conversations: Conversations,
  settings: FolderSettings,
  { isTrusted }: Pick<IdePort, "isTrusted">,
  version: string,
  log: vscode.LogOutputChannel,
): void {
  const getChosen = (folder: string): readonly string[] =>
    settings.read("ideTools.enabled", folder) ? settings.read("ideTools.fromExtensions", folder) : [];
  conversations.addParticipant(
    (conversation) =>
      new ExtensionTools({
        tools: extensionTools,
        chosen: () => getChosen(conversation.state().folder),
        isTrusted,
        onDidChange: (listener) => {
          const both = [settings.onDidChange(listener), onDidChangeExtensions(listener)];
          return {
            dispose: () => {
              for (const each of both) each.dispose();
            },
          };
        },
        load: async (options) =>
          (await import("../core/ideTools/toolServer.ts")).createExtensionServer({ ...options, version }),
        logger: log,
      }),
  );
}
