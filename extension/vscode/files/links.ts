import type * as vscode from "vscode";

/**
 * Returns the text of a link such as `vscode://tandem-chat.tandem/prompt?text=…`; undefined for any other link. The
 * editor has decoded the query.
 */
export function readPromptLink({ path, query }: Pick<vscode.Uri, "path" | "query">): string | undefined {
  return path === "/prompt" ? /^text=([\s\S]+)$/.exec(query)?.[1] : undefined;
}
