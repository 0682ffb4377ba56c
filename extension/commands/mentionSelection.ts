import * as vscode from "vscode";
import { mentionSelection, mentionUris } from "../editor/workspaceFiles.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";
import type { Command } from "./command.ts";

/** Mentions the chosen files of the Explorer, else the lines that are selected in the editor, else its file. */
export function mentionSelectionCommand(panels: ChatPanels): Command {
  return {
    run(argument, chosen) {
      const files = (Array.isArray(chosen) && chosen.length > 0 ? chosen : [argument]).filter((each) => each instanceof vscode.Uri);
      const editor = vscode.window.activeTextEditor;
      // From the editor's own menu its file is handed over, and the selection is meant.
      const isEditor = files.length === 0 || (files.length === 1 && editor?.document.uri.toString() === String(files[0]) && !editor.selection.isEmpty);
      return panels.insert((folder) => (isEditor ? mentionSelection(folder) : mentionUris(folder, files.map(String))));
    },
  };
}
