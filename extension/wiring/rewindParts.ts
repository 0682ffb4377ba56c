import type { ChangedFileActions } from "../conversations/actions/changedFileActions.ts";
import { RewindAction } from "../conversations/actions/rewindAction.ts";
import { FileDecider } from "../conversations/actions/rewindDecisions.ts";
import { RewindPreviewActions } from "../conversations/actions/rewindPreview.ts";
import type { RewindQuestions } from "../conversations/actions/rewindQuestions.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Panels } from "../conversations/ports.ts";
import type { ChangesView, UnsavedEditors } from "../conversations/requests/reviewPorts.ts";
import { createRewindDialogs } from "../editor/dialogs/rewindDialogs.ts";
import { RewindEditorAccess } from "../editor/files/rewindEditors.ts";
import { getRewindSideNames } from "../text/review.ts";
import { formatRewindPreviewTitle } from "../text/rewind.ts";

export interface RewindPartsOptions {
  readonly conversations: Conversations;
  readonly dialogs: Pick<RewindQuestions, "say" | "pickPrompt">;
  readonly panels: Panels;
  readonly changes: Pick<ChangedFileActions, "openAll">;
  readonly view: ChangesView;
  readonly editors: UnsavedEditors;
}

/** Builds the objects that rewind conversations. Contains no logic. */
export function createRewindParts({ conversations, dialogs: base, panels, changes, view, editors }: RewindPartsOptions) {
  const dialogs = createRewindDialogs(base);
  const access = new RewindEditorAccess(editors);
  const preview: RewindPreviewActions = new RewindPreviewActions({
    view,
    dialogs,
    title: formatRewindPreviewTitle,
    rewind: (...given) => rewind.run(...given),
  });
  const rewind: RewindAction = new RewindAction({
    conversations,
    dialogs,
    panels,
    changes: { openAll: (id, since) => changes.openAll(id, since), openPlan: (open, planned) => preview.open(open, planned) },
    files: new FileDecider({ dialogs, editors: access, sideNames: getRewindSideNames }),
  });
  return { rewind, preview, disposables: [access] };
}
