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
] as const;

/** Tools of the editor that change files, run something, or change what the editor shows. Each call asks the user. */
export const actingTools = [] as const;

export type ReadOnlyTool = (typeof readOnlyTools)[number];
export type IdeToolName = ReadOnlyTool | (typeof actingTools)[number];
