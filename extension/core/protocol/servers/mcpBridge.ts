import type { Transport as McpTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { JsonRpcMessage } from "../requests/inbound.ts";

/** A server that can serve MCP over a transport, such as the MCP SDK's `McpServer`. */
export interface InProcessServer {
  connect(transport: McpTransport): Promise<void>;
  close(): Promise<void>;
}

/** Sends a server's own message to `claude`. */
type SendToCli = (serverName: string, message: Record<string, unknown>) => void;

/**
 * Carries MCP between in-process servers and `claude`, which is their client, over `mcp_message`. A request is answered
 * with the server's response of the same id; a notification or a response is only acknowledged.
 */
export class McpBridge {
  readonly #links = new Map<string, Link>();
  readonly #sendToCli: SendToCli;

  constructor(sendToCli: SendToCli) {
    this.#sendToCli = sendToCli;
  }

  get serverNames(): readonly string[] {
    return [...this.#links.keys()];
  }

  /** Connects `server` under `name`; replaces an earlier server with that name. */
  async add(name: string, server: InProcessServer): Promise<void> {
    await this.remove(name);
    const link = new Link((message) => this.#sendToCli(name, message));
    this.#links.set(name, link);
    await server.connect(link);
  }

  async remove(name: string): Promise<void> {
    const link = this.#links.get(name);
    this.#links.delete(name);
    await link?.close();
  }

  /** Delivers a message of `claude` and resolves with the answer. Rejects if the server is unknown. */
  deliver(name: string, message: JsonRpcMessage, signal: AbortSignal): Promise<JsonRpcMessage> {
    const link = this.#links.get(name);
    if (!link) return Promise.reject(new Error(`No in-process MCP server named ${name}`));
    return link.deliver(message, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.keys()].map((name) => this.remove(name)));
  }
}

/** Transport of the MCP SDK for one server; the SDK assigns `onmessage` and the other handlers. */
class Link implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<McpTransport["onmessage"]>;
  readonly #waiting = new Map<
    string | number,
    { resolve(message: JsonRpcMessage): void; reject(error: Error): void }
  >();
  readonly #sendToCli: (message: Record<string, unknown>) => void;

  constructor(sendToCli: (message: Record<string, unknown>) => void) {
    this.#sendToCli = sendToCli;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    const id = "id" in message ? message.id : undefined;
    const waiting = !("method" in message) && id !== undefined ? this.#waiting.get(id) : undefined;
    if (waiting && id !== undefined) {
      this.#waiting.delete(id);
      waiting.resolve(message as JsonRpcMessage);
    } else {
      this.#sendToCli(message as Record<string, unknown>);
    }
  }

  async close(): Promise<void> {
    for (const { reject } of this.#waiting.values()) reject(new Error("MCP server closed"));
    this.#waiting.clear();
    this.onclose?.();
  }

  deliver(message: JsonRpcMessage, signal: AbortSignal): Promise<JsonRpcMessage> {
    const { id, method } = message;
    if (id === undefined || method === undefined) {
      this.onmessage?.(message as JSONRPCMessage);
      return Promise.resolve({ jsonrpc: "2.0", id: 0, result: {} });
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(id);
        this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
        reject(new Error("cancelled"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const settle =
        <T>(action: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener("abort", onAbort);
          action(value);
        };
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.onmessage?.(message as JSONRPCMessage);
    });
  }
}
