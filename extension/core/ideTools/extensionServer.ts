import { cutText } from "../../shared/base/cutText.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { readArray, readObject, readString } from "../../shared/base/read.ts";
import { extensionServerName } from "../../shared/contract/ideTools.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";
import { type ListedServer, ToolsOverMcp } from "./mcpServer.ts";
import type { ExtensionToolPort, ResultPart } from "./port.ts";
import { maxPageLength } from "./resultPages.ts";
import { isPublishedTool } from "./toolNames.ts";
import type { ToolAnswer } from "./toolRunner.ts";

export interface ExtensionServerOptions {
  readonly tools: ExtensionToolPort;
  /** Returns the names of the tools that the user chose. */
  readonly chosen: () => readonly string[];
  /** Returns false in a workspace that the user does not trust. */
  readonly isTrusted: () => boolean;
  /** Calls back when the list of tools may be another one. */
  readonly onDidChange?: ListedServer["onDidChange"];
  readonly version: string;
}

/** Creates the MCP server of the chosen tools of other extensions. Tools of Tandem itself are never among them. */
export function createExtensionServer({
  tools,
  chosen,
  isTrusted,
  onDidChange,
  version,
}: ExtensionServerOptions): InProcessServer {
  const isChosen = (name: string): boolean => isTrusted() && !isPublishedTool(name) && chosen().includes(name);
  const call = async (
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolAnswer> => {
    try {
      if (!isChosen(name)) throw new Error(`The user does not offer the tool ${name}.`);
      return { text: formatParts(await tools.call(name, input, signal)), isError: false };
    } catch (error) {
      return { text: getErrorMessage(error), isError: true };
    }
  };
  return new ToolsOverMcp({
    name: extensionServerName,
    version,
    instructions: "Tools of extensions of the editor in which the user works.",
    list: () =>
      tools
        .list()
        .filter(({ name }) => isChosen(name))
        .map(({ name, description, inputSchema }) => ({
          name,
          description,
          inputSchema: { ...inputSchema, type: "object" },
        })),
    onDidChange,
    call,
  });
}

/** Returns a result as text for the model, which says what it leaves out. */
function formatParts(parts: readonly ResultPart[]): string {
  const text = parts.map(formatPart).join("\n");
  if (text === "") return "The tool returned nothing.";
  if (text.length <= maxPageLength) return text;
  return `${cutText(text, maxPageLength)}\nLeft out: ${text.length - maxPageLength} of ${text.length} characters.`;
}

function formatPart(part: ResultPart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "tree":
      return readTree(readObject(part.value, "node")).trim();
    case "other":
      return `Left out: a part that is no text (${part.type}).`;
  }
}

/** Returns the texts of nested elements, in order. An element with `text` can ask for a line break before it. */
function readTree(node: unknown): string {
  const text = readString(node, "text");
  if (text !== undefined)
    return `${(node as { readonly lineBreakBefore?: unknown }).lineBreakBefore ? "\n" : ""}${text}`;
  return (readArray(node, "children") ?? []).map(readTree).join("");
}
