import type * as vscode from "vscode";
import type { Clock } from "../base/clock.ts";
import type { OptionValue, SettingName } from "../configuration/options.ts";
import { getValue, resolve } from "../configuration/resolve.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { RepositoryTrust } from "../conversations/repositoryTrust.ts";
import { createIdePort } from "../editor/ideTools/idePort.ts";
import type { SettingLayers } from "../editor/settings/settingLayers.ts";
import { IdeToolsParticipant } from "../ideTools/ideToolsParticipant.ts";
import type { IdePort } from "../ideTools/port.ts";
import { getPath } from "../session/tools/describeCall.ts";
import { getFileWriting } from "../session/tools/fileWriting.ts";

export interface IdeToolPartsOptions {
  readonly context: vscode.ExtensionContext;
  readonly conversations: Conversations;
  readonly layers: SettingLayers;
  readonly trust: Pick<RepositoryTrust, "startsWithout">;
  /** Returns the last command of each terminal. */
  readonly terminals: IdePort["terminals"];
  readonly clock: Clock;
  readonly log: vscode.LogOutputChannel;
}

/** Builds the objects that offer the editor's tools to conversations. Contains no logic. */
export function createIdeToolParts({ context, conversations, layers, trust, terminals, clock, log }: IdeToolPartsOptions): void {
  const read = <N extends SettingName>(name: N, folder: string): OptionValue<N> =>
    getValue(resolve(layers.readKept(folder, trust.startsWithout(folder) ? "user" : "all")), name);
  const editor = createIdePort({ clock, terminals });
  const version: string = context.extension.packageJSON.version;
  context.subscriptions.push(editor);
  conversations.addParticipant(
    (conversation) =>
      new IdeToolsParticipant({
        conversation,
        editor,
        settings: () => {
          const { folder } = conversation.state();
          return { isEnabled: read("ideTools.enabled", folder), disabled: read("ideTools.disabled", folder) };
        },
        tellsProblems: () => read("diagnosticsAfterEdit", conversation.state().folder),
        load: async (options) => (await import("../ideTools/toolServer.ts")).createToolServer({ ...options, version }),
        getEdited: (tool, input) => (getFileWriting(tool, input) === "named" ? getPath(tool, input) : undefined),
        clock,
        logger: log,
      }),
  );
}
