import type { IdeToolName } from "../contract/ideTools.ts";
import type { IdeTool } from "./tool.ts";
import { diagnostics } from "./tools/diagnosticsTools.ts";

/** Every tool of the editor, by its name. */
export const toolTable: Readonly<Record<IdeToolName, IdeTool<unknown>>> = {
  diagnostics,
};
