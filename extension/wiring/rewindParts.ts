import { ForkActions, type ForkQuestions } from "../core/conversations/actions/forkActions.ts";
import type { Conversations } from "../core/conversations/conversations.ts";
import type { Panels, StateStore } from "../core/conversations/ports.ts";
import type { ChangesView, UnsavedEditors } from "../core/conversations/requests/reviewPorts.ts";
import type { ChangedFileActions } from "../core/conversations/rewind/changedFileActions.ts";
import { CheckpointList } from "../core/conversations/rewind/checkpointList.ts";
import type { RewindAction } from "../core/conversations/rewind/rewindAction.ts";
import { RewindPreviewActions } from "../core/conversations/rewind/rewindPreview.ts";
import type { RewindQuestions } from "../core/conversations/rewind/rewindQuestions.ts";
import type { FolderSettings } from "../core/options/folderSettings.ts";
import type { ProcessLocks } from "../node/processes/processLocks.ts";
import { type Later, later } from "../shared/base/later.ts";
import type { Logger } from "../shared/base/logger.ts";
import { formatRewindPreviewTitle } from "../shared/text/changes/rewind.ts";
import { systemClock as clock } from "../systemClock.ts";
import type { Messages } from "../vscode/dialogs/messages.ts";
import { reportError } from "../vscode/dialogs/reportError.ts";
import { createRewindDialogs } from "../vscode/dialogs/rewindDialogs.ts";
import { RewindEditorAccess } from "../vscode/files/rewindEditors.ts";
import { CheckpointTree } from "../vscode/views/checkpointTree.ts";
import type { Keep } from "./keepIn.ts";
import type { SettingParts } from "./settingParts.ts";

export interface RewindPartsOptions {
  readonly keep: Keep;
  readonly conversations: Conversations;
  readonly dialogs: Pick<RewindQuestions, "say" | "pickPrompt"> & ForkQuestions & { readonly messages: Messages };
  readonly panels: Panels;
  readonly review: { readonly changes: Pick<ChangedFileActions, "openAll">; readonly changesView: ChangesView };
  readonly editors: UnsavedEditors;
  readonly locks: Pick<ProcessLocks, "listOtherWork">;
  /** The store of open merges. */
  readonly merges: StateStore;
  readonly settings: FolderSettings;
  readonly source: SettingParts["source"];
  readonly log: Logger;
}

/** Builds the objects that rewind conversations, and those that fork them. */
export function createRewindParts({
  keep,
  conversations,
  dialogs: base,
  panels,
  review: { changes, changesView: view },
  editors,
  locks,
  merges,
  settings,
  source,
  log,
}: RewindPartsOptions) {
  const dialogs = createRewindDialogs(base, base.messages);
  const access = keep(new RewindEditorAccess(editors, merges, log));
  const preview: RewindPreviewActions = new RewindPreviewActions({
    view,
    dialogs,
    title: formatRewindPreviewTitle,
    rewind: (...given) => rewind.runPreviewed(...given),
  });
  const rewind: Later<RewindAction> = later(async () =>
    (await import("./rewindActionParts.ts")).createRewindAction({
      conversations,
      dialogs,
      panels,
      editors: access,
      changes: {
        openAll: (id, since) => changes.openAll(id, since),
        openPlan: (...given) => preview.open(...given),
        closePlan: (open) => preview.close(open),
      },
      listOtherWork: () => locks.listOtherWork(),
    }),
  );
  const endRecovered: Parameters<Conversations["onDidRecover"]>[0] = (recovered) =>
    conversations.inBackground(rewind.endRecovered(recovered), "ending a recovered rewind");
  keep(conversations.onDidRecover(endRecovered));
  const list = new CheckpointList(conversations, (error) => reportError("checkpoints", error, log));
  keep(new CheckpointTree(list, clock));
  const comparisons = later(async () =>
    (await import("./comparisonParts.ts")).createComparisons({ conversations, list, dialogs: base, view, rewind }),
  );
  return {
    rewind,
    forks: new ForkActions({
      conversations,
      dialogs: base,
      panels,
      rewind,
      setting: {
        read: () => settings.read("chat.editAndResend"),
        remember: (way) => source.write("chat.editAndResend", way, "user"),
      },
    }),
    rewindPreview: preview,
    comparisons,
    mergeEditors: access,
  };
}
