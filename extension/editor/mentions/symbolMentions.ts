import * as vscode from "vscode";
import type { MentionSuggestion } from "../../contract/suggestions.ts";
import type { MentionPlace, MentionSource } from "../../conversations/mentions/mentions.ts";
import { relativePath } from "../../session/tools/relativePath.ts";

/** Letters from which on symbols are looked for: before that everything fits. */
const shortestQuery = 2;

/** Symbols that the editor's language features know, mentioned as the lines where they stand. */
export const symbolMentions: MentionSource = {
  async suggest({ folder }: MentionPlace, query: string): Promise<readonly MentionSuggestion[]> {
    if (query.length < shortestQuery || !/^[\p{L}\p{N}_$]+$/u.test(query)) return [];
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>("vscode.executeWorkspaceSymbolProvider", query);
    return (found ?? []).flatMap(({ name, containerName, location: { uri, range } }): readonly MentionSuggestion[] => {
      if (uri.scheme !== "file" || /["\p{Cc}]/u.test(uri.fsPath)) return [];
      const path = relativePath(uri.fsPath, folder);
      const [first, last] = [range.start.line + 1, range.end.line + 1];
      const lines = first === last ? `#${first}` : `#${first}-${last}`;
      return [{ kind: "symbol", text: path + lines, label: name, detail: [containerName, path].filter(Boolean).join(" · ") }];
    });
  },
};
