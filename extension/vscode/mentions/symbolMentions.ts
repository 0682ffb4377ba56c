import * as vscode from "vscode";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import type { MentionContext, MentionSource } from "../../core/conversations/composer/mentions/mentions.ts";
import { escapeLine, escapePath } from "../../shared/base/invisible.ts";
import { canBeMentioned, formatLineRange, type MentionSuggestion } from "../../shared/contract/composer/suggestions.ts";

/** Minimum number of characters of a query for symbols; shorter queries match everything. */
const minQueryLength = 2;

/** Mentions of symbols that the editor's language features know, as the lines where they are defined. */
export const symbolMentions: MentionSource = {
  async suggest({ folder }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    if (query.length < minQueryLength || !/^[\p{L}\p{N}_$]+$/u.test(query)) return [];
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      query,
    );
    return (found ?? []).flatMap(({ name, containerName, location: { uri, range } }): readonly MentionSuggestion[] => {
      const path = toRelativePath(uri.fsPath, folder);
      if (uri.scheme !== "file" || !canBeMentioned(path)) return [];
      const text = path + formatLineRange({ first: range.start.line + 1, last: range.end.line + 1 });
      const detail = [escapeLine(containerName ?? ""), escapePath(path)].filter(Boolean).join(" · ");
      return [{ kind: "symbol", text, label: escapeLine(name), detail }];
    });
  },
};
