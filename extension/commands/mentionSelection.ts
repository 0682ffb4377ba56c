import * as vscode from "vscode";
import { mentionChosen, selectionMention } from "../editor/workspaceFiles.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import { isListed } from "./arguments.ts";
import type { Command } from "./command.ts";

/** Mentions the chosen files of the Explorer, else the lines that are selected in the editor, else its file. Where there is nothing, the focus stays. */
export function mentionSelectionCommand(panels: ChatPanels): Command {
  return {
    async run(argument, chosen) {
      const files = (isListed(chosen) ? chosen : [argument]).filter((each) => each instanceof vscode.Uri).map(String);
      const editor = vscode.window.activeTextEditor;
      // The editor's own menu hands over its file alone, and what is selected there is meant.
      const isEditor = files.length === 0 || (!isListed(chosen) && editor?.document.uri.toString() === files[0]);
      // Before the focus moves: in a tab of its own the panel would be the editor in front.
      const mention = isEditor ? selectionMention() : (folder: string): string => mentionChosen(folder, files);
      if (mention) await panels.insert(mention);
    },
  };
}
