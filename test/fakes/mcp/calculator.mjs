// A complete MCP server over stdio without a library, as a model for others: a class with a registry, a dispatch and a
// run loop, and a calculator.
import readline from "node:readline";
import { fileURLToPath } from "node:url";

/** The error codes of JSON-RPC 2.0. */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
};

/** An answer with an error of the protocol. A failed tool is no such error, but a result with `isError`. */
class ProtocolError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export class McpStdioServer {
  #info;
  #tools = new Map();
  #methods = new Map([
    // The version of the client is repeated, since all versions of these methods are the same.
    [
      "initialize",
      ({ protocolVersion = "2024-11-05" }) => ({
        protocolVersion,
        capabilities: { tools: { listChanged: false } },
        serverInfo: this.#info,
      }),
    ],
    ["ping", () => ({})],
    ["tools/list", () => ({ tools: [...this.#tools.values()].map(({ run: _, ...definition }) => definition) })],
    ["tools/call", (params) => this.#call(params)],
  ]);

  constructor(info) {
    this.#info = info;
  }

  /** Adds a tool: its name, description, the JSON schema of its input, and a function from input to text. */
  addTool(tool) {
    this.#tools.set(tool.name, tool);
  }

  /** Returns the answer to one line; undefined for a notification. Never rejects. */
  async answer(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return { jsonrpc: "2.0", id: null, error: { code: errorCodes.parseError, message: "This is not JSON." } };
    }
    const id = message?.id ?? null;
    try {
      if (message?.jsonrpc !== "2.0" || typeof message.method !== "string")
        throw new ProtocolError(errorCodes.invalidRequest, "This is no request.");
      if (message.id === undefined) return undefined;
      const method = this.#methods.get(message.method);
      if (!method) throw new ProtocolError(errorCodes.methodNotFound, `There is no method ${message.method}.`);
      return { jsonrpc: "2.0", id, result: await method(message.params ?? {}) };
    } catch (error) {
      return { jsonrpc: "2.0", id, error: { code: error.code ?? errorCodes.internalError, message: error.message } };
    }
  }

  /** Answers line by line until the input ends. */
  async run(input, output) {
    for await (const line of readline.createInterface({ input })) {
      if (line.trim() === "") continue;
      const answer = await this.answer(line);
      if (answer) output.write(`${JSON.stringify(answer)}\n`);
    }
  }

  async #call({ name, arguments: input = {} }) {
    if (typeof name !== "string") throw new ProtocolError(errorCodes.invalidParams, "The name of the tool is missing.");
    const tool = this.#tools.get(name);
    const text = (words, isError) => ({ content: [{ type: "text", text: words }], ...(isError ? { isError } : {}) });
    if (!tool) return text(`There is no tool ${name}.`, true);
    try {
      return text(String(await tool.run(input)), false);
    } catch (error) {
      return text(error.message, true);
    }
  }
}

const operations = new Map([
  ["+", (left, right) => left + right],
  ["-", (left, right) => left - right],
  ["*", (left, right) => left * right],
  ["/", (left, right) => left / right],
]);

export function createCalculator() {
  const server = new McpStdioServer({ name: "calculator", version: "1.0.0" });
  server.addTool({
    name: "calculate",
    description: "Calculates with two numbers.",
    inputSchema: {
      type: "object",
      properties: {
        left: { type: "number" },
        operator: { type: "string", enum: [...operations.keys()] },
        right: { type: "number" },
      },
      required: ["left", "operator", "right"],
    },
    run({ left, operator, right }) {
      if (operator === "/" && right === 0) throw new Error("Nothing can be divided by zero.");
      return operations.get(operator)(left, right);
    },
  });
  return server;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await createCalculator().run(process.stdin, process.stdout);
