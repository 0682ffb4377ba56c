/**
 * Name of the server; `claude` names a tool of it `mcp__editor__<tool>`. Of a server named "ide" it offers two tools
 * only (2.0.77 to 2.1.329).
 */
export const ideServerName = "editor";

/** Name of the server with the chosen tools of other extensions. */
export const extensionServerName = "extensions";

/** A tool that another extension offers to models. */
export interface ExtensionTool {
  readonly name: string;
  readonly description: string;
}

/** Start of the name under which the editor knows a tool that only reads, for models that other extensions use. */
export const publishedPrefix = "tandem_";

/** Tools of the editor that change nothing, and are allowed without a request. */
export const readOnlyTools = [
  "diagnostics",
  "open_editors",
  "document_symbols",
  "workspace_symbols",
  "definition",
  "references",
  "implementations",
  "call_hierarchy",
  "type_hierarchy",
  "hover",
  "git_status",
  "git_diff",
  "git_blame",
  "terminal_output",
  "tasks",
  "code_actions",
] as const;

/** Tools of the editor that change files, run something, or change what the editor shows. Each call asks the user. */
export const actingTools = [
  "rename_symbol",
  "apply_code_action",
  "organize_imports",
  "format",
  "run_task",
  "run_tests",
  "open_file",
  "show_diff",
] as const;

/** Those of them that change files, which the user sees before. */
export const changeTools: readonly string[] = ["rename_symbol", "apply_code_action", "organize_imports", "format"];

export type ReadOnlyTool = (typeof readOnlyTools)[number];
export type IdeToolName = ReadOnlyTool | (typeof actingTools)[number];
