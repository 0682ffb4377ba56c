import { actingTools, type IdeToolName, readOnlyTools } from "../../shared/contract/ideTools.ts";
import type { IdeTool } from "./tool.ts";
import { changingTools } from "./tools/changeTools.ts";
import { diagnosticsTools } from "./tools/diagnosticsTools.ts";
import { gitTools } from "./tools/gitTools.ts";
import { navigationTools } from "./tools/navigationTools.ts";
import { showTools } from "./tools/showTools.ts";
import { symbolTools } from "./tools/symbolTools.ts";
import { windowTools } from "./tools/windowTools.ts";

const toolTable: Readonly<Record<IdeToolName, IdeTool<unknown>>> = {
  ...changingTools,
  ...diagnosticsTools,
  ...gitTools,
  ...navigationTools,
  ...showTools,
  ...symbolTools,
  ...windowTools,
};

/** Every tool of the editor by its name, in the order of the names. */
export const ideTools: ReadonlyMap<string, IdeTool<unknown>> = new Map(
  [...readOnlyTools, ...actingTools].map((name) => [name, toolTable[name]]),
);
