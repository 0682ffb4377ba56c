import type { ToolKind } from "../../../shared/contract/tools.ts";
import { getCountedKind, getToolKind } from "./describeCall.ts";
import type { Input } from "./toolDescription.ts";

/** Files that a call can write: those that it names, or any file. */
export type FileWriting = "named" | "any";

/**
 * Undefined for tools that certainly write no file. The text of a skill can have shell commands, which run when it is
 * loaded (2.0.77 to 2.1.329).
 */
const writing: { readonly [K in ToolKind]: FileWriting | undefined } = {
  ...{ write: "named", edit: "named", notebook: "named" },
  ...{ command: "any", agent: "any", skill: "any", mcp: "any", other: "any" },
  ...{ read: undefined, search: undefined, list: undefined, fetch: undefined, webSearch: undefined },
  ...{ tasks: undefined, question: undefined, plan: undefined, network: undefined },
};

/** Returns what files a call can write; undefined for a call that certainly writes none. */
export function getFileWriting(tool: string, input: Input): FileWriting | undefined {
  return getCountedKind(tool, input) === undefined ? writing[getToolKind(tool)] : undefined;
}
