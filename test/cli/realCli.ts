import { randomUUID } from "node:crypto";
import { Client, type ClientListener } from "../../extension/core/protocol/connection/client.ts";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import type { ExternalServerConfig } from "../../extension/core/protocol/requests/mcpConfig.ts";
import type { CanUseToolRequest, PermissionAnswer } from "../../extension/core/protocol/requests/permission.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import type { LaunchOptions } from "../../extension/node/claude/launchArguments.ts";
import { launchClaude } from "../../extension/node/claude/launchClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import type { Failure } from "../../extension/shared/base/failure.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import type { LeftOutOption } from "../../extension/shared/contract/configuration.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { type Reply, type Scripts, startModel } from "../model/server.mjs";

export interface Home {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  remove(): void;
}

/** A model with scripts by prompt text, and a temporary home: what several starts of the CLI share. */
export class World {
  readonly home: Home = temporaryHome();
  readonly #open = new Set<Conversation>();
  readonly scripts = new Map<string, Reply[]>();
  model!: { url: string; requests: any[]; close(): Promise<void> };

  /** `scripts` answers prompts that have no script of their own. */
  static async create(scripts: Scripts = () => undefined): Promise<World> {
    const world = new World();
    world.model = await startModel({
      scripts: (prompt, context) => world.scripts.get(prompt) ?? scripts(prompt, context),
    });
    return world;
  }

  async start(version: string, options: StartOptions = {}): Promise<Conversation> {
    const launched = await launchClaude({
      claudePath: ensureCli(version),
      env: makeEnvironment({
        inherited: process.env,
        extra: { ...modelEnvironment({ home: this.home.home, url: this.model.url }), ...options.environment },
        clientVersion: "0.0.0",
      }),
      cwd: this.home.workspace,
      options: { permissionMode: "default", ...options.launch },
      mcpServers: options.mcpServers ?? {},
      extraSettings: options.extraSettings,
      clock: systemClock,
      mark: randomUUID(),
      versions: new VersionCheck(),
    });
    const conversation = new Conversation(launched.transport, launched.version);
    conversation.leftOut = launched.leftOut;
    this.#open.add(conversation);
    await options.beforeInitialize?.(conversation.client);
    conversation.client.start();
    const initializing = conversation.client.initialize(launched.initialize);
    options.behindInitialize?.(conversation);
    conversation.initialized = await initializing;
    return conversation;
  }

  /** Ends every CLI that was started. */
  async closeConversations(): Promise<void> {
    await Promise.all([...this.#open].map((conversation) => conversation.client.close()));
    this.#open.clear();
  }

  async close(): Promise<void> {
    await this.closeConversations();
    await this.model.close();
    this.home.remove();
  }
}

export interface StartOptions {
  readonly launch?: Partial<LaunchOptions>;
  readonly mcpServers?: Record<string, ExternalServerConfig>;
  readonly extraSettings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly beforeInitialize?: (client: Client) => void | Promise<void>;
  /** Called once `initialize` is written, before its answer. */
  readonly behindInitialize?: (conversation: Conversation) => void;
}

type Answerer = (request: CanUseToolRequest, signal: AbortSignal) => Promise<PermissionAnswer> | PermissionAnswer;

/** One running CLI with everything it said. */
export class Conversation implements ClientListener {
  readonly client: Client;
  readonly frames: Frame[] = [];
  /** Options that the start did without. */
  leftOut: readonly LeftOutOption[] = [];
  readonly asked: CanUseToolRequest[] = [];
  readonly cancelled: CanUseToolRequest[] = [];
  initialized: Awaited<ReturnType<Client["initialize"]>> | undefined;
  answer: Answerer = (request) => allow(request);
  closed: Promise<Failure | undefined>;
  #resolveClosed!: (failure: Failure | undefined) => void;
  readonly #waiters = new Set<{
    test: (frame: Frame) => boolean;
    resolve: (frame: any) => void;
    reject: (error: Error) => void;
  }>();

  constructor(transport: ConstructorParameters<typeof Client>[0]["transport"], version: string) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.client = new Client({
      transport,
      listener: this,
      clock: systemClock,
      logger: silentLogger,
      newId: randomUUID,
      version,
    });
  }

  /** Sends a prompt and resolves with its uuid and the result frame of its turn. */
  async turn(text: string): Promise<{ uuid: string; result: Extract<Frame, { type: "result" }> }> {
    const uuid = randomUUID();
    const result = this.next((frame): frame is Extract<Frame, { type: "result" }> => frame.type === "result");
    this.client.prompt([{ type: "text", text }], { uuid });
    return { uuid, result: await result };
  }

  /** The first frame from now on that fits. Rejects when the CLI ends first. */
  next<F extends Frame>(test: (frame: Frame) => frame is F): Promise<F> {
    return new Promise((resolve, reject) => this.#waiters.add({ test, resolve, reject }));
  }

  onFrame(frame: Frame): void {
    this.frames.push(frame);
    for (const waiter of [...this.#waiters]) {
      if (!waiter.test(frame)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(frame);
    }
  }
  onActivity(): void {}
  onCorrupt(failure: Failure): void {
    throw failure;
  }
  onClosed(failure: Failure | undefined): void {
    for (const waiter of this.#waiters) waiter.reject(new Error(`the CLI ended: ${failure?.message ?? "cleanly"}`));
    this.#resolveClosed(failure);
  }
  async can_use_tool(request: CanUseToolRequest, context: { signal: AbortSignal }): Promise<PermissionAnswer> {
    this.asked.push(request);
    context.signal.addEventListener("abort", () => this.cancelled.push(request));
    return this.answer(request, context.signal);
  }
  async askUser(): Promise<{ action: "decline" }> {
    return { action: "decline" };
  }
}

export function allow(
  request: CanUseToolRequest,
  updatedInput: Record<string, unknown> = request.input,
): PermissionAnswer {
  return { behavior: "allow", updatedInput, toolUseID: request.tool_use_id };
}
