import * as vscode from "vscode";

export const editorViewType = "tandem.editor";

/** A tab of the editor that shows a conversation, or loads it as soon as the tab is visible. */
export interface ConversationTab {
  readonly uri: vscode.Uri;
  readonly isVisible: boolean;
  readonly tab: vscode.Tab;
  readonly group: vscode.TabGroup;
}

export function listConversationTabs(): ConversationTab[] {
  return vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.flatMap((tab) => {
      const { input, isActive: isVisible } = tab;
      return input instanceof vscode.TabInputCustom && input.viewType === editorViewType
        ? [{ uri: input.uri, isVisible, tab, group }]
        : [];
    }),
  );
}
