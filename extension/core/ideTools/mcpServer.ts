import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type {
  InitializeResult,
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Tool,
} from "@modelcontextprotocol/sdk/types.js";
import type { Disposable } from "../../shared/base/disposable.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";

/** An MCP server as functions. */
export interface FunctionServer {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: { type: "object"; [key: string]: unknown };
  }[];
  /**
   * Runs a call. Never rejects: an error is an answer for the model. `callId`: the id under which `claude` shows the
   * call and asks about it (2.0.77, 2.1.50 and 2.1.329); undefined for other clients.
   */
  call(
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    callId?: string,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/** A server whose list of tools can differ from one request to the next. */
export interface ListedServer extends Omit<FunctionServer, "tools"> {
  readonly instructions?: string;
  list(): readonly Tool[];
  /** Calls back when the list may be another one. Without it, the list stays as it is while the server is connected. */
  readonly onDidChange?: ((listener: () => void) => Disposable) | undefined;
}

/**
 * Versions of MCP in which requests for tools have the form that is used here, newest first (specification of
 * 2025-11-25).
 */
const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

const methodNotFound = -32601;
const invalidParams = -32602;
const internalError = -32603;

/** A request that is answered with an error of the protocol. */
class RequestError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Creates an MCP server whose tools are functions of other code. */
export function createFunctionServer({ name, version, tools, call }: FunctionServer): InProcessServer {
  return new ToolsOverMcp({ name, version, list: () => [...tools], call });
}

/**
 * An MCP server that offers tools and nothing else. It sends responses, and tells when its list of tools is another
 * one, so that the client asks for it again (2.1.329; earlier versions ignore it). Requests run side by side; one that
 * the client cancels, or that runs while the transport closes, is aborted and gets no response.
 */
export class ToolsOverMcp implements InProcessServer {
  readonly #server: ListedServer;
  readonly #running = new Map<RequestId, AbortController>();
  /** The tools that the client knows; undefined before it asked. */
  #listed: string | undefined;
  #watching: Disposable | undefined;
  #transport: Transport | undefined;

  constructor(server: ListedServer) {
    this.#server = server;
  }

  async connect(transport: Transport): Promise<void> {
    if (this.#transport) throw new Error("The server is already connected.");
    this.#transport = transport;
    transport.onmessage = (message) => this.#receive(message, transport);
    this.#watching = this.#server.onDidChange?.(() => this.#tellChange(transport));
    transport.onclose = () => {
      this.#transport = undefined;
      this.#watching?.dispose();
      this.#listed = undefined;
      for (const controller of this.#running.values()) controller.abort();
      this.#running.clear();
    };
    await transport.start();
  }

  async close(): Promise<void> {
    await this.#transport?.close();
  }

  #tellChange(transport: Transport): void {
    const listed = JSON.stringify(this.#server.list());
    if (this.#listed === undefined || this.#listed === listed) return;
    this.#listed = listed;
    transport
      .send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })
      .catch((error: Error) => transport.onerror?.(error));
  }

  #receive(message: JSONRPCMessage, transport: Transport): void {
    if (!("method" in message)) return;
    if ("id" in message) {
      this.#answer(message, transport).catch((error: Error) => transport.onerror?.(error));
    } else if (message.method === "notifications/cancelled") {
      this.#running.get(message.params?.["requestId"] as RequestId)?.abort();
    }
  }

  /** Runs a request and sends its response. Rejects if the response cannot be sent. */
  async #answer({ id, method, params }: JSONRPCRequest, transport: Transport): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await this.#run(method, params, controller.signal).then(
      (result) => ({ result }),
      (error: unknown) => ({
        error: { code: error instanceof RequestError ? error.code : internalError, message: getErrorMessage(error) },
      }),
    );
    if (this.#running.get(id) === controller) this.#running.delete(id);
    if (!controller.signal.aborted) await transport.send({ jsonrpc: "2.0", id, ...answer });
  }

  async #run(method: string, params: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
    switch (method) {
      case "initialize":
        return this.#initialize(readString(params, "protocolVersion"));
      case "ping":
        return {};
      case "tools/list":
        return this.#list();
      case "tools/call":
        return this.#call(params, signal);
      default:
        throw new RequestError(methodNotFound, "Method not found");
    }
  }

  #list(): Record<string, unknown> {
    const tools = this.#server.list();
    this.#listed = JSON.stringify(tools);
    return { tools };
  }

  #initialize(requested: string | undefined): InitializeResult {
    const { name, version, instructions } = this.#server;
    return {
      protocolVersion: protocolVersions.find((known) => known === requested) ?? protocolVersions[0],
      capabilities: { tools: { listChanged: this.#server.onDidChange !== undefined } },
      serverInfo: { name, version },
      ...(instructions === undefined ? {} : { instructions }),
    };
  }

  async #call(params: unknown, signal: AbortSignal): Promise<Record<string, unknown>> {
    const name = readString(params, "name");
    const input = readObject(params, "arguments");
    const hasOtherInput =
      input === undefined && typeof params === "object" && params !== null && Object.hasOwn(params, "arguments");
    if (name === undefined || hasOtherInput)
      throw new RequestError(invalidParams, "A call needs the name of a tool, and its arguments as an object.");
    const callId = readString(readObject(params, "_meta"), "claudecode/toolUseId");
    const { text, isError } = await this.#server.call(name, input ?? {}, signal, callId);
    return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
  }
}
