/** Tools of the editor that change nothing, and are allowed without a request. */
export const readOnlyTools = ["diagnostics"] as const;

/** Tools of the editor that change files, run something, or change what the editor shows. Each call asks the user. */
export const actingTools = [] as const;

export type ReadOnlyTool = (typeof readOnlyTools)[number];
export type IdeToolName = ReadOnlyTool | (typeof actingTools)[number];
