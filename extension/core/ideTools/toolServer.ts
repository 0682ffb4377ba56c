import { ideServerName } from "../../shared/contract/ideTools.ts";
import type { LoadedTools } from "./ideToolsParticipant.ts";
import { type ListedServer, ToolsOverMcp } from "./mcpServer.ts";
import { isReadOnlyTool } from "./toolNames.ts";
import { ToolRunner, type ToolRunnerOptions } from "./toolRunner.ts";
import { ideTools } from "./toolTable.ts";

/** The same bundle creates other servers, so that the protocol is in it once. */
export { createExtensionServer } from "./extensionServer.ts";
export { createFunctionServer } from "./mcpServer.ts";

const instructions =
  "Tools of the editor in which the user works. Its language features know what names mean: for definitions, references, problems and renames " +
  "prefer these tools to a text search.";

/** Creates the tools without a server. */
export function createToolRunner(options: Omit<ToolRunnerOptions, "tools">): ToolRunner {
  return new ToolRunner({ ...options, tools: ideTools });
}

/** Creates the MCP server of the editor's tools. */
export function createToolServer(
  options: Omit<ToolRunnerOptions, "tools"> & Pick<ListedServer, "onDidChange"> & { readonly version: string },
): LoadedTools {
  const runner = createToolRunner(options);
  const server = new ToolsOverMcp({
    name: ideServerName,
    version: options.version,
    instructions,
    list: () =>
      runner.list().map(({ name, tool: { title, description, isAlwaysLoaded }, inputSchema }) => ({
        name,
        title,
        description,
        inputSchema,
        annotations: { title, readOnlyHint: isReadOnlyTool(name), openWorldHint: false },
        ...(isAlwaysLoaded ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
      })),
    onDidChange: options.onDidChange,
    call: (name, input, signal, callId) => runner.call(name, input, signal, callId),
  });
  return {
    connect: (transport) => server.connect(transport),
    close: () => server.close(),
    preview: (name, input, signal) => runner.preview(name, input, signal),
  };
}
