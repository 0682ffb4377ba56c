import type { ToolKind } from "../../contract/tools.ts";
import { getCountedKind, getToolKind } from "./describeCall.ts";
import type { Input } from "./toolDescription.ts";

/** Files that a call can write: those that it names, or any file. */
export type FileWriting = "named" | "any";

const writing: ReadonlyMap<ToolKind, FileWriting> = new Map([
  ["write", "named"],
  ["edit", "named"],
  ["notebook", "named"],
  ["command", "any"],
  ["agent", "any"],
  ["mcp", "any"],
  ["other", "any"],
]);

/** Returns what files a call can write; undefined for a call that certainly writes none. */
export function getFileWriting(tool: string, input: Input): FileWriting | undefined {
  return getCountedKind(tool, input) === undefined ? writing.get(getToolKind(tool)) : undefined;
}
