import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { InProcessServerDefinition } from "../conversation/ports/participant.ts";
import type { TurnContext } from "../conversation/ports/turnContext.ts";
import { LateServer } from "../ideTools/lateServer.ts";
import type { FunctionServer } from "../ideTools/mcpServer.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";
import { type OutputSchema, readSchema } from "./schema.ts";
import type { CustomTool, ToolContext, TurnInfo } from "./tandem.d.ts";

export interface CustomToolsOptions {
  /** Id of the extension that the tools belong to. */
  readonly extension: string;
  readonly tools: readonly CustomTool[];
  /** Returns the context that the calls of the conversation share. */
  readonly turn: () => TurnContext;
  /** Loads the server, which is a bundle of its own. */
  readonly load: (server: FunctionServer) => Promise<InProcessServer>;
  readonly logger: Pick<Logger, "warn">;
}

/** A tool with its parsed schema. */
interface ParsedTool {
  readonly tool: CustomTool;
  readonly schema: OutputSchema;
}

/**
 * Returns the name of the MCP server with the tools of an extension. No other extension has it, also not with the name
 * of a server behind another hyphen: a hyphen of the id is doubled, and no part of an id, and no name of a server,
 * begins with one.
 */
export function getServerName(extension: string): string {
  return `extension-${extension.replaceAll("-", "--").replace(/[^\w-]/g, "-")}`;
}

/** Returns one MCP server with the tools of an extension. Throws `invalidOptions` for a wrong schema. */
export function createCustomTools({
  extension,
  tools,
  turn,
  load,
  logger,
}: CustomToolsOptions): InProcessServerDefinition {
  const read = new Map(
    tools.map((tool): [string, ParsedTool] => [tool.name, { tool, schema: readSchema(tool.input) }]),
  );
  const name = getServerName(extension);
  const server: FunctionServer = {
    name,
    version: "1.0.0",
    tools: [...read].map(([toolName, { tool, schema }]) => ({
      name: toolName,
      description: tool.description,
      inputSchema: { ...schema.json, type: "object" as const },
    })),
    call: async (toolName, input, signal) => {
      try {
        return {
          text: await runTool(read.get(toolName), toolName, input, { ...toTurnInfo(turn()), signal }),
          isError: false,
        };
      } catch (error) {
        return { text: getErrorMessage(error), isError: true };
      }
    },
  };
  return { name, create: () => new LateServer(() => load(server), logger) };
}

async function runTool(
  found: ParsedTool | undefined,
  name: string,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<string> {
  if (!found) throw new Error(`There is no tool ${name}.`);
  const checked = await found.schema
    .check(input)
    .catch((error) => Promise.reject(new Error(`The input is not valid.\n${getErrorMessage(error)}`)));
  return renderResult(await found.tool.run(checked as never, context));
}

/** Returns what an extension learns of the turn in which it is called. */
export function toTurnInfo({
  sessionId,
  names: { title, prompt },
  deadline,
  budgets,
  stopReason,
}: TurnContext): TurnInfo {
  return {
    title,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(stopReason === undefined ? {} : { stopReason }),
    budgets: budgets.map(({ scope, unit, used, max }) => ({ scope, unit, used, max })),
  };
}

/**
 * Returns the text of a result for the model: what its own method `render` returns, a text as it is, else JSON, else
 * the result of `String`.
 */
export function renderResult(result: unknown): string {
  if (typeof result === "string") return result;
  if (typeof result === "object" && result !== null && "render" in result && typeof result.render === "function")
    return String(result.render());
  try {
    return JSON.stringify(result) ?? String(result);
  } catch {
    return String(result);
  }
}
