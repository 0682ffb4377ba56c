import { orLogged } from "../../shared/base/background.ts";
import { getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import { stripControl } from "../../shared/base/invisible.ts";
import type { ContextPart, ContextUsage } from "../../shared/contract/contextUsage.ts";
import type { FailedAction } from "../../shared/contract/notices.ts";
import type { PlanUsage } from "../../shared/contract/planUsage.ts";
import type { OutputText } from "../../shared/contract/tools.ts";
import type { Client } from "../protocol/connection/client.ts";
import type {
  ControlRequestAnswer,
  ControlRequestBody,
  ControlRequestName,
} from "../protocol/requests/controlRequests.ts";
import { stopTask } from "./reduce/backgroundCalls.ts";
import { getExternalId } from "./reduce/keyedCalls.ts";
import type { ProcessFactsStore } from "./reduce/processFacts.ts";
import { ConversationServers } from "./servers/mcpServers.ts";
import { truncateOutput } from "./tools/output.ts";
import { readPlanUsage } from "./usage/planUsage.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

/** Maximum number of named parts (files and tools) that are shown besides the categories. */
const maxNamed = 8;

export interface ControlsOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
  readonly facts: ProcessFactsStore;
}

/** Sends requests to a running process on behalf of the user: about turns, tasks and what `claude` knows. */
export class Controls {
  readonly servers: ConversationServers;
  readonly #context: ConversationContext;
  readonly #options: ControlsOptions;

  /** Facts about the newest process beyond the state. */
  get facts(): ProcessFactsStore {
    return this.#options.facts;
  }

  constructor(context: ConversationContext, options: ControlsOptions) {
    this.#context = context;
    this.#options = options;
    this.servers = new ConversationServers(context, { client: options.client });
  }

  /**
   * Sends a control request whose answer is optional. Returns undefined where `claude` does not support it, nothing
   * runs, or it fails; failures are logged.
   */
  async ask<V extends ControlRequestName>(
    name: V,
    body: ControlRequestBody<V>,
  ): Promise<ControlRequestAnswer<V> | undefined> {
    const client = this.#options.client();
    return client?.supports(name) ? orLogged(client.call(name, body), this.#context.logger, name) : undefined;
  }

  /** Requests the current plan of `claude`; undefined if it has none or cannot report it. */
  async fetchPlan(): Promise<string | undefined> {
    return (await this.ask("get_plan", {}))?.content;
  }

  /**
   * Sends a control request. Returns undefined where `claude` does not support it or nothing runs. Rejects when it
   * fails.
   */
  async call<V extends ControlRequestName>(
    name: V,
    body: ControlRequestBody<V>,
  ): Promise<ControlRequestAnswer<V> | undefined> {
    const client = this.#options.client();
    return client?.supports(name) ? client.call(name, body) : undefined;
  }

  /**
   * Interrupts the running turn. `isAll`: also cancels the prompts in the queue of `claude` itself, where it supports
   * that.
   */
  async stop(isAll: boolean): Promise<void> {
    await this.#attempt("stop", (client) => client.interrupt({ cancelQueued: isAll }));
  }

  /** Sets the title of the running conversation. Returns false where no process takes a title (before 2.1.329). */
  async rename(title: string): Promise<boolean> {
    const client = this.#options.client();
    if (!client?.supports("rename_session")) return false;
    let isTaken = false;
    await this.#attempt("rename", async () => {
      await client.call("rename_session", { title, source: "host" });
      isTaken = true;
    });
    return isTaken;
  }

  /**
   * Ends one background task. 2.1.50 reports only that the request succeeded, so the task is marked as stopped here.
   */
  async stopTask(id: string): Promise<void> {
    await this.#attempt("stopTask", async (client) => {
      await client.call("stop_task", { task_id: id });
      this.#context.apply(stopTask(this.#context.store, id));
    });
  }

  /**
   * Moves a command that runs as a task to the background, so that the turn continues. Returns false where it has ended
   * or `claude` cannot do that (before 2.1.329). Never rejects.
   */
  async runInBackground(toolId: string): Promise<boolean> {
    return (await this.ask("background_tasks", { tool_use_id: getExternalId(toolId) }))?.backgrounded === true;
  }

  /**
   * Returns the end of the output of a command so far; for a background command also after its end (2.1.329, recorded
   * by hand: for other commands `claude` refuses to answer). Returns undefined where it cannot be requested. Never
   * rejects.
   */
  async taskOutput(id: string): Promise<OutputText | undefined> {
    const answer = await this.ask("get_task_output", { task_id: id });
    if (!answer) return undefined;
    const { output = "", total_bytes: bytes = 0, truncated = false } = answer;
    const shown = truncateOutput(output);
    return { ...shown, omitted: shown.omitted + (truncated ? countCharacters(output, bytes) : 0) };
  }

  /**
   * Requests the plan and its limits. Returns undefined where nothing runs or `claude` cannot report them (before
   * 2.1.329). Rejects when it fails.
   */
  async planUsage(): Promise<PlanUsage | undefined> {
    const answer = await this.call("get_usage", { skip_behaviors: true });
    return answer && readPlanUsage(answer);
  }

  /**
   * Requests the parts of the context. Returns undefined where `claude` cannot report them (before 2.1.329) or nothing
   * runs. Copies the total to the state, so that all places show the same number.
   */
  async contextUsage(): Promise<ContextUsage | undefined> {
    const client = this.#options.client();
    if (!client?.supports("get_context_usage")) return undefined;
    const usage = readContextUsage(await client.call("get_context_usage", { detail: "full" }));
    if (usage.window > 0) this.#context.patch({ contextTokens: usage.used, contextWindow: usage.window });
    return usage;
  }

  /**
   * Asks the model a side question that does not become part of the conversation. Returns undefined where `claude`
   * cannot do that (before 2.1.329) or nothing runs. Rejects when the request fails.
   */
  async askAside(question: string): Promise<string | undefined> {
    const client = this.#options.client();
    if (!client?.supports("side_question")) return undefined;
    return (await client.call("side_question", { question })).response ?? "";
  }

  async #attempt(attempt: FailedAction, action: (client: Client) => Promise<unknown>): Promise<void> {
    const { notice } = this.#context;
    const { client } = this.#options;
    const running = client();
    if (!running) return notice("warning", { code: "notRunning", attempt });
    try {
      await action(running);
    } catch (error) {
      if (!isFailure(error, "connectionClosed"))
        notice("error", { code: "failed", attempt, reason: stripControl(getErrorMessage(error)) });
    }
  }
}

/**
 * Returns the number of characters before `end` in a UTF-8 text of `bytes` bytes. Where that part is not ASCII, this
 * estimates with the characters per byte of `end`.
 */
function countCharacters(end: string, bytes: number): number {
  let told = 0;
  for (const character of end) told += getBytes(character.codePointAt(0) ?? 0);
  return Math.max(0, Math.round(told === 0 ? bytes : (bytes - told) * (end.length / told)));
}

function getBytes(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

/**
 * Reads the answer to `get_context_usage` (2.1.329). Leaves out free space, the reserved buffer, and what is not
 * loaded: deferred tools take no space.
 */
function readContextUsage(answer: ControlRequestAnswer<"get_context_usage">): ContextUsage {
  const { totalTokens = 0, maxTokens = 0, categories = [], memoryFiles = [], mcpTools = [] } = answer;
  const taken = categories.filter(({ kind, isDeferred }) => !isDeferred && kind !== "free" && kind !== "buffer");
  const named = [
    ...memoryFiles.map(({ path, tokens }) => ({ name: path, tokens })),
    ...mcpTools.filter(({ isLoaded }) => isLoaded !== false),
  ];
  return {
    used: totalTokens,
    window: maxTokens,
    parts: sortBySize(taken),
    largest: sortBySize(named).slice(0, maxNamed),
  };
}

function sortBySize(
  parts: readonly { readonly name?: string | undefined; readonly tokens?: number | undefined }[],
): readonly ContextPart[] {
  const known = parts.flatMap(({ name, tokens }) =>
    name !== undefined && tokens ? [{ name: stripControl(name), tokens }] : [],
  );
  return known.sort((a, b) => b.tokens - a.tokens);
}
