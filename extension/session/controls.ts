import { orLogged } from "../base/background.ts";
import { getErrorMessage, isFailure } from "../base/failure.ts";
import { stripControl } from "../base/invisible.ts";
import type { Logger } from "../base/logger.ts";
import { readString } from "../base/read.ts";
import type { ContextUsage, PlanLimit } from "../contract/contextUsage.ts";
import type { StatePatch } from "../contract/conversationState.ts";
import type { Attempt, Notice, NoticeLevel } from "../contract/items.ts";
import type { ServerState } from "../contract/mcpServers.ts";
import type { OutputText } from "../contract/tools.ts";
import type { Client } from "../protocol/client.ts";
import type { ControlRequestAnswer, ControlRequestBody, ControlRequestName } from "../protocol/controlRequests.ts";
import { readContextUsage, readPlanLimits } from "./contextUsage.ts";
import { readServers } from "./mcpServers.ts";
import type { ProcessStart } from "./ports.ts";
import { getExternalId } from "./reduce/keyedCalls.ts";
import type { Remembered } from "./remembered.ts";
import { truncateOutput } from "./tools/output.ts";

export interface ControlsOptions {
  /** The client while its process can be asked. */
  readonly client: () => Client | undefined;
  readonly patch: (set: StatePatch) => void;
  readonly taskStopped: (id: string) => void;
  readonly notice: (level: NoticeLevel, notice: Notice) => void;
  readonly chosen: Chosen;
  readonly logger: Logger;
}

/** What the user chose for a conversation. */
type Chosen = Pick<Remembered, "mode" | "model" | "effort" | "isThinkingOff" | "isFast">;

/** What the user sets in a running process. What is shown as in force is what the CLI says. */
export class Controls {
  readonly #options: ControlsOptions;
  #mode: string | undefined;
  #model: string | undefined;
  #effort: string | undefined;
  #isThinkingOff: boolean | undefined;
  #isFast: boolean | undefined;
  /** As it was in force when it was looked at last. */
  #lastMode: string | undefined;

  constructor(options: ControlsOptions) {
    this.#options = options;
    this.#mode = options.chosen.mode;
    this.#model = options.chosen.model;
    this.#effort = options.chosen.effort;
    this.#isThinkingOff = options.chosen.isThinkingOff;
    this.#isFast = options.chosen.isFast;
  }

  /** What was chosen for the conversation, which the next start passes again. */
  get chosen(): Chosen {
    const switches = { ...(this.#isThinkingOff ? { isThinkingOff: true } : {}), ...(this.#isFast ? { isFast: true } : {}) };
    return { mode: this.#mode, model: this.#model, effort: this.#effort, ...switches };
  }

  /** The same, as a start takes it. */
  get start(): Pick<ProcessStart, "permissionMode" | "model" | "effort" | "isThinkingOff" | "isFast"> {
    return { permissionMode: this.#mode, model: this.#model, effort: this.#effort, isThinkingOff: this.#isThinkingOff, isFast: this.#isFast };
  }

  /** Asks the CLI something that can go without an answer: undefined where it cannot be asked, and where it fails, which is logged. */
  async ask<V extends ControlRequestName>(name: V, body: ControlRequestBody<V>): Promise<ControlRequestAnswer<V> | undefined> {
    const client = this.#options.client();
    return client?.supports(name) ? orLogged(client.call(name, body), this.#options.logger, name) : undefined;
  }

  /** Ends the running turn. `isAll`: what the CLI has in its own queue does not run either, where it can be told so. */
  async stop(isAll: boolean): Promise<void> {
    await this.#attempt("stop", (client) => client.interrupt({ cancelQueued: isAll }));
  }

  /** Gives the running conversation a title. False where no process takes one (before 2.1.329). */
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

  /** Ends one background task. 2.1.50 says no more of it than that this was done. */
  async stopTask(id: string): Promise<void> {
    await this.#attempt("stopTask", async (client) => {
      await client.call("stop_task", { task_id: id });
      this.#options.taskStopped(id);
    });
  }

  /** Has a command that is told to be a task go on beside the turn. False where it has ended, or cannot (before 2.1.329). Never rejects. */
  async runInBackground(toolId: string): Promise<boolean> {
    return (await this.ask("background_tasks", { tool_use_id: getExternalId(toolId) }))?.backgrounded === true;
  }

  /**
   * The end of what a command has put out so far; of one in the background also after its end (2.1.329, recorded by hand: of others the
   * CLI refuses to say). Undefined where it cannot be asked. Never rejects.
   */
  async taskOutput(id: string): Promise<OutputText | undefined> {
    const answer = await this.ask("get_task_output", { task_id: id });
    if (!answer) return undefined;
    const { output = "", total_bytes: bytes = 0, truncated = false } = answer;
    const shown = truncateOutput(output);
    return { ...shown, omitted: shown.omitted + (truncated ? charactersBefore(output, bytes) : 0) };
  }

  async setMode(mode: string): Promise<void> {
    await this.#attempt("setMode", async (client) => {
      this.#mode = await client.setPermissionMode(mode);
      this.#options.patch({ mode: this.#mode, requestedMode: mode });
      this.#lastMode = this.#mode;
    });
  }

  /** Undefined goes back to the default. 2.0.77 and 2.1.50 say only with the next turn what is in force. */
  async setModel(model: string | undefined): Promise<void> {
    await this.#attempt("setModel", async (client) => {
      const answered = await client.setModel(model);
      this.#model = model;
      // Also without a change of what is shown: what was chosen is saved.
      this.#options.patch(answered === undefined ? {} : { model: answered });
    });
  }

  /** How hard the model thinks; undefined goes back to the default. What is in force then is asked, where it can be (2.1.329). */
  async setEffort(effort: string | undefined): Promise<void> {
    await this.#attempt("setEffort", async (client) => {
      await client.call("apply_flag_settings", { settings: { effortLevel: effort ?? null } });
      this.#effort = effort;
      const applied = client.supports("get_settings") ? readString((await client.call("get_settings", {})).applied, "effort") : effort;
      this.#options.patch({ effort: applied ?? null });
    });
  }

  /** Whether the model thinks before it answers. */
  async setThinking(isOn: boolean): Promise<void> {
    await this.#attempt("setThinking", async (client) => {
      await client.call("set_max_thinking_tokens", { max_thinking_tokens: isOn ? null : 0 });
      this.#isThinkingOff = !isOn;
      this.#options.patch({ isThinkingOff: isOn ? null : true });
    });
  }

  /** Whether the model answers faster, at its price, from the next prompt on. The CLI may refuse it, and says so with each turn (2.1.329). */
  async setFast(isOn: boolean): Promise<void> {
    await this.#attempt("setFast", async (client) => {
      await client.call("apply_flag_settings", { settings: { fastMode: isOn || null } });
      this.#isFast = isOn;
      this.#options.patch({ isFastRequested: isOn ? true : null, fast: null });
    });
  }

  /** Plan limits of a subscriber, asked of the CLI now; empty for everybody else, and where it cannot say (before 2.1.329). */
  async planLimits(): Promise<readonly PlanLimit[]> {
    const client = this.#options.client();
    return client?.supports("get_usage") ? readPlanLimits(await client.call("get_usage", { skip_behaviors: true })) : [];
  }

  /** The MCP servers that the CLI knows, asked of it now; undefined where nothing runs. Rejects when it fails to say. */
  async servers(): Promise<readonly ServerState[] | undefined> {
    const client = this.#options.client();
    return client && readServers(await client.call("mcp_status", {}));
  }

  /** The same servers; undefined as well where the CLI fails to say. */
  async serversIfTold(): Promise<readonly ServerState[] | undefined> {
    const answer = await this.ask("mcp_status", {});
    return answer && readServers(answer);
  }

  /**
   * What fills the context, asked of the CLI now; undefined where it cannot say (before 2.1.329), or nothing runs. The state takes over how
   * much that is, so that one number stands everywhere.
   */
  async contextUsage(): Promise<ContextUsage | undefined> {
    const client = this.#options.client();
    if (!client?.supports("get_context_usage")) return undefined;
    const usage = readContextUsage(await client.call("get_context_usage", { detail: "full" }));
    if (usage.window > 0) this.#options.patch({ contextTokens: usage.used, contextWindow: usage.window });
    return usage;
  }

  /** Asks the model beside the conversation, which does not hear of it. Undefined where the CLI cannot (before 2.1.329), or nothing runs. Rejects when it fails. */
  async askAside(question: string): Promise<string | undefined> {
    const client = this.#options.client();
    if (!client?.supports("side_question")) return undefined;
    return (await client.call("side_question", { question })).response ?? "";
  }

  /** The CLI says which mode is in force. One that the user chose once is followed as it changes, by an approved plan for one. */
  followMode(inForce: string | undefined): void {
    if (this.#mode !== undefined) this.#mode = inForce ?? this.#mode;
    if (inForce === this.#lastMode) return;
    // It went into another by itself: nobody asked for that one, and so nobody was refused.
    if (this.#lastMode !== undefined) this.#options.patch({ requestedMode: null });
    this.#lastMode = inForce;
  }

  async #attempt(attempt: Attempt, action: (client: Client) => Promise<unknown>): Promise<void> {
    const { client, notice } = this.#options;
    const running = client();
    if (!running) return notice("warning", { code: "notRunning", attempt });
    try {
      await action(running);
    } catch (error) {
      if (!isFailure(error, "connectionClosed")) notice("error", { code: "failed", attempt, reason: stripControl(getErrorMessage(error)) });
    }
  }
}

/** How many characters of so many bytes of UTF-8 come before their end: as many to a byte as there, where a byte is not one each. */
function charactersBefore(end: string, bytes: number): number {
  let told = 0;
  for (const character of end) told += getBytes(character.codePointAt(0) ?? 0);
  return Math.max(0, Math.round(told === 0 ? bytes : (bytes - told) * (end.length / told)));
}

function getBytes(codePoint: number): number {
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}
