import * as z from "zod";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Failure, failures, isFailure } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { readString } from "../../../shared/base/read.ts";
import type { Frame } from "../frames/decode.ts";
import { makeUserMessage, type PromptBlock, type PromptOptions } from "../frames/userMessage.ts";
import {
  type ControlRequestAnswer,
  type ControlRequestBody,
  type ControlRequestName,
  controlRequests,
  type RewindFilesAnswer,
} from "../requests/controlRequests.ts";
import { HookRegistry } from "../requests/hookRegistry.ts";
import type { InboundContext, InboundHandlers } from "../requests/inbound.ts";
import type { InitializeAnswer, InitializeRequest } from "../requests/initialize.ts";
import type { ExternalServerConfig, McpServerConfig } from "../requests/mcpConfig.ts";
import { type InProcessServer, McpBridge } from "../servers/mcpBridge.ts";
import { hasSince } from "../version.ts";
import { Connection } from "./connection.ts";
import type { Transport } from "./transport.ts";

/** Handlers and listeners of the client's owner. The client itself answers the other requests. */
export interface ClientListener extends Pick<InboundHandlers, "can_use_tool" | "askUser"> {
  onActivity(): void;
  onFrame(frame: Frame): void;
  onCorrupt(failure: Failure<"corruptLine">): void;
  onClosed(failure: Failure | undefined): void;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly listener: ClientListener;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Version as reported by `claude --version`, if it was run. */
  readonly version?: string | undefined;
}

/** Requests after which `claude` reads no input until a server has connected or failed (all versions). */
const blockingRequests: ReadonlySet<ControlRequestName> = new Set(["mcp_set_servers", "mcp_toggle", "mcp_reconnect"]);

/**
 * A connection to one `claude` process in terms of its protocol: it sends control requests and receives frames.
 * Requests that the CLI version is known to lack fail with `notSupported` without being sent; a request that was
 * refused as unknown is not sent again.
 */
export class Client {
  readonly hooks: HookRegistry;
  readonly mcp: McpBridge;
  readonly #connection: Connection;
  readonly #unsupported = new Set<ControlRequestName>();
  readonly #capabilities = new Set<string>();
  #version: string | undefined;
  /** Number of open blocking requests. */
  #blocking = 0;

  constructor(options: ClientOptions) {
    this.#version = options.version;
    this.hooks = new HookRegistry(options);
    this.mcp = new McpBridge((server_name, message) => {
      this.call("mcp_message", { server_name, message }).catch((error: Error) =>
        options.logger.debug(`mcp_message to the CLI: ${error.message}`),
      );
    });
    const { listener } = options;
    this.#connection = new Connection({
      ...options,
      canCancel: () => hasSince(this.#version, "c") === "yes",
      getRefusal: (request) =>
        request.subtype === "hook_callback"
          ? this.hooks.getRefusal(readString(request, "callback_id") ?? "")
          : undefined,
      handlers: {
        can_use_tool: (request, context) => listener.can_use_tool(request, context),
        askUser: (request, context) => listener.askUser(request, context),
        // `initialize` declares no dialogs, so no such request should come.
        request_user_dialog: async () => ({ behavior: "cancelled" }),
        hook_callback: (request, context) =>
          this.hooks.run(request.callback_id, request.input, request.tool_use_id, context.signal),
        mcp_message: async (request, context: InboundContext) => ({
          mcp_response: await this.mcp.deliver(request.server_name, request.message, context.signal),
        }),
      },
      events: {
        onActivity: () => listener.onActivity(),
        onFrame: (frame) => listener.onFrame(frame),
        onCorrupt: (failure) => listener.onCorrupt(failure),
        onClosed: (failure) => {
          void this.mcp.close();
          listener.onClosed(failure);
        },
      },
    });
  }

  /** Starts reading. Call once, before `initialize`. */
  start(): void {
    this.#connection.start();
  }

  /** The CLI version, as far as it is known yet. */
  get version(): string | undefined {
    return this.#version;
  }

  hasCapability(name: string): boolean {
    return this.#capabilities.has(name);
  }

  /** Returns false if `claude` is known to lack the request; true if it has it, or may have it. */
  supports(name: ControlRequestName): boolean {
    return !this.#unsupported.has(name) && hasSince(this.#version, controlRequests[name].since) !== "no";
  }

  /**
   * Sends a control request. Rejects with `notSupported`, `badFrame`, `badAnswer`, `requestRefused`, `requestTimedOut`,
   * `aborted` or `connectionClosed`. The time limit of a request behind a blocking one includes the limit of that one.
   */
  async call<V extends ControlRequestName>(
    name: V,
    body: ControlRequestBody<V>,
    signal?: AbortSignal,
  ): Promise<ControlRequestAnswer<V>> {
    const definition = controlRequests[name];
    if (!this.supports(name)) throw failures.notSupported(name, this.#version);
    const request = definition.request.safeParse(body);
    if (!request.success) throw failures.badFrame(name, z.prettifyError(request.error));
    const limitMs = definition.limitMs + (this.#blocking > 0 ? controlRequests.mcp_set_servers.limitMs : 0);
    const weight = blockingRequests.has(name) ? 1 : 0;
    this.#blocking += weight;
    try {
      const payload = await this.#connection.request(name, request.data, { limitMs, signal });
      const answer = definition.answer.safeParse(payload ?? {});
      if (!answer.success) throw failures.badAnswer(name, z.prettifyError(answer.error));
      return answer.data as ControlRequestAnswer<V>;
    } catch (error) {
      if (!isUnknownSubtype(error)) throw error;
      this.#unsupported.add(name);
      throw failures.notSupported(name, this.#version);
    } finally {
      this.#blocking -= weight;
    }
  }

  /**
   * Sends the first line of the conversation: announces hooks and in-process servers. The answer describes commands,
   * models and agents.
   */
  async initialize(request: Omit<InitializeRequest, "hooks" | "sdkMcpServers"> = {}): Promise<InitializeAnswer> {
    const hooks = this.hooks.toInitialize();
    const names = this.mcp.serverNames;
    const answer = await this.call("initialize", {
      ...request,
      ...(hooks === undefined ? {} : { hooks }),
      ...(names.length === 0 ? {} : { sdkMcpServers: [...names] }),
    });
    this.learn(answer.claude_code_version, answer.capabilities);
    return answer;
  }

  /** Writes a prompt. Throws `badFrame` if it is empty, and `connectionClosed` if it cannot be sent. */
  prompt(content: readonly PromptBlock[], options: PromptOptions): void {
    this.#connection.send(makeUserMessage(content, options));
  }

  /**
   * Ends the running turn; denies calls that a gate holds. `cancelQueued` also drops queued prompts, if `claude`
   * supports it (2.1.329).
   */
  async interrupt(options: { cancelQueued?: boolean } = {}): Promise<void> {
    this.#connection.refuseOpen();
    const canCancel = options.cancelQueued === true && this.hasCapability("interrupt_cancel_queued_v1");
    await this.call("interrupt", canCancel ? { cancel_queued: true } : {});
  }

  /** Resolves with the mode in effect, which can differ from the requested one (2.1.50, 2.1.329). */
  async setPermissionMode(mode: string): Promise<string> {
    return (await this.call("set_permission_mode", { mode }))?.mode ?? mode;
  }

  /** Sets the model; undefined restores the session's default model. Resolves with the model if `claude` names it. */
  async setModel(model: string | undefined): Promise<string | undefined> {
    return (await this.call("set_model", model === undefined ? {} : { model }))?.model;
  }

  /** Sets the thinking budget: null resets it, 0 switches thinking off. */
  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.call("set_max_thinking_tokens", { max_thinking_tokens: tokens });
  }

  async rewindFiles(promptId: string, options: { dryRun: boolean }): Promise<RewindFilesAnswer> {
    return this.call("rewind_files", { user_message_id: promptId, ...(options.dryRun ? { dry_run: true } : {}) });
  }

  /**
   * Replaces the external servers of earlier calls. Always includes the in-process servers: `claude` disconnects every
   * server that a call leaves out (2.1.329).
   */
  async setMcpServers(
    servers: Readonly<Record<string, ExternalServerConfig>>,
  ): Promise<ControlRequestAnswer<"mcp_set_servers">> {
    const own = this.mcp.serverNames.map((name): [string, McpServerConfig] => [name, { type: "sdk", name }]);
    return this.call("mcp_set_servers", { servers: { ...servers, ...Object.fromEntries(own) } });
  }

  /**
   * Connects an in-process server, which `initialize` announces if it is called afterwards; otherwise call
   * `setMcpServers`.
   */
  addMcpServer(name: string, server: InProcessServer): Promise<void> {
    return this.mcp.add(name, server);
  }

  /** Ends the conversation and waits until the process has exited. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Records version and capabilities from an `init` frame; they determine which requests are sent. */
  learn(version: string | undefined, capabilities: readonly string[] | undefined): void {
    this.#version = version ?? this.#version;
    for (const name of capabilities ?? []) this.#capabilities.add(name);
  }
}

/** Returns true if a request was refused as unknown: 2.1.329 answers with a code, 2.1.50 with a message. */
function isUnknownSubtype(error: unknown): boolean {
  if (!isFailure(error, "requestRefused")) return false;
  return error.data.code === "unsupported_request" || /^Unsupported control request/i.test(error.message);
}
