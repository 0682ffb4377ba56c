import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { background } from "../../shared/base/background.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";

/** JSON-RPC code of an error inside the server. */
const internalError = -32603;

/**
 * A server that is created with the first message: loading it must not delay the start of `claude`. Messages until then
 * are kept in order.
 */
export class LateServer implements InProcessServer {
  readonly #create: () => Promise<InProcessServer>;
  readonly #logger: Pick<Logger, "warn">;
  #server: InProcessServer | undefined;
  #isClosed = false;

  constructor(create: () => Promise<InProcessServer>, logger: Pick<Logger, "warn">) {
    this.#create = create;
    this.#logger = logger;
  }

  async connect(transport: Transport): Promise<void> {
    const early: JSONRPCMessage[] = [];
    transport.onmessage = (message) => {
      if (early.push(message) === 1) background(this.#load(transport, early), this.#logger, "loading an MCP server");
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#server?.close();
  }

  async #load(transport: Transport, early: readonly JSONRPCMessage[]): Promise<void> {
    try {
      const server = await this.#create();
      if (this.#isClosed) return;
      // A server may call the earlier handler as well.
      delete transport.onmessage;
      await server.connect(transport);
      this.#server = server;
      const { onmessage } = transport as Transport;
      for (const message of early) onmessage?.(message);
    } catch (error) {
      const refuse = async (message: JSONRPCMessage): Promise<void> => {
        if (!("method" in message) || !("id" in message)) return;
        await transport.send({
          jsonrpc: "2.0",
          id: message.id,
          error: { code: internalError, message: getErrorMessage(error) },
        });
      };
      transport.onmessage = (message) => background(refuse(message), this.#logger, "answering a message");
      await Promise.all(early.map(refuse));
      throw error;
    }
  }
}
