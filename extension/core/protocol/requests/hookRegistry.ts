import * as z from "zod";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../../shared/base/disposable.ts";
import { failures, getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Since } from "../version.ts";
import { type HookEvent, type HookInput, type HookOutput, hookOutput } from "./hookSchemas.ts";
import type { InitializeRequest } from "./initialize.ts";

export interface HookContext {
  readonly toolUseId: string | undefined;
  /** Fires when `claude` cancels the call, or when the hook's time limit is over. */
  readonly signal: AbortSignal;
}

export interface Hook {
  readonly event: HookEvent;
  /** First inspected version that has the event, where an older one is not given the hook. */
  readonly since?: Since;
  /** Tool-name pattern of `claude`, such as "Write|Edit"; undefined matches all tools. */
  readonly matcher?: string;
  /** Time limit of the callback in milliseconds; default 60 000. */
  readonly limitMs?: number;
  /**
   * "observe": a failure counts as no opinion. "gate": a failure, a timeout or an invalid output blocks the tool call
   * with an explicit deny, because `claude` itself continues after a failed hook (all versions).
   */
  readonly role: "observe" | "gate";
  /** Returns the output of a gate that failed, or whose turn or connection ends. Default: one that denies the call. */
  readonly refuse?: (reason: string) => HookOutput;
  readonly callback: (input: HookInput, context: HookContext) => HookOutput | Promise<HookOutput>;
}

const defaultLimitMs = 60_000;

/** The host's hooks: builds their announcement for `initialize` and dispatches `hook_callback` by id. */
export class HookRegistry {
  readonly #hooks = new Map<string, Hook>();
  readonly #clock: Clock;
  readonly #logger: Logger;
  #nextId = 0;

  constructor(options: { clock: Clock; logger: Logger }) {
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  /** Registers a hook, which takes effect with the next `initialize`. */
  register(hook: Hook): Disposable {
    const id = `hook_${this.#nextId++}`;
    this.#hooks.set(id, hook);
    return toDisposable(() => this.#hooks.delete(id));
  }

  /** Returns the `hooks` field of `initialize`; undefined if nothing is registered. */
  toInitialize(): InitializeRequest["hooks"] {
    if (this.#hooks.size === 0) return undefined;
    const table: NonNullable<InitializeRequest["hooks"]> = {};
    for (const [id, hook] of this.#hooks) {
      const entry = {
        hookCallbackIds: [id],
        // The host's own limit ends first, so that a gate can still deny.
        timeout: Math.ceil((hook.limitMs ?? defaultLimitMs) / 1000) + 5,
        ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }),
        ...(hook.role === "gate" ? { onFailure: "block" as const } : {}),
      };
      table[hook.event] = [...(table[hook.event] ?? []), entry];
    }
    return table;
  }

  /** Returns the output by which the gate `id` denies the call that it holds; undefined for another hook. */
  getRefusal(id: string): HookOutput | undefined {
    const hook = this.#hooks.get(id);
    return hook?.role === "gate" ? refuse(hook, "The turn was stopped.") : undefined;
  }

  /** Runs the hook `id`. Throws only if the id is not registered. */
  async run(id: string, input: HookInput, toolUseId: string | undefined, signal: AbortSignal): Promise<HookOutput> {
    const hook = this.#hooks.get(id);
    if (!hook) throw new Error(`No hook callback ${id}`);
    try {
      const output = hookOutput.safeParse(await this.#runLimited(hook, input, toolUseId, signal));
      if (!output.success) throw failures.badFrame("hook output", z.prettifyError(output.error));
      if (hook.role === "gate" && "async" in output.data)
        throw failures.badFrame("hook output", "a gate cannot answer later");
      const named = "hookSpecificOutput" in output.data ? output.data.hookSpecificOutput?.hookEventName : undefined;
      if (named !== undefined && named !== input.hook_event_name)
        throw failures.badFrame("hook output", `hookEventName is ${named}`);
      // Throws for a value that JSON lacks, with which the output could not be written.
      JSON.stringify(output.data);
      return output.data;
    } catch (error) {
      this.#logger.warn(`${hook.event} hook failed: ${getErrorMessage(error)}`);
      return hook.role === "gate" ? refuse(hook, `A safety check failed: ${getErrorMessage(error)}`) : {};
    }
  }

  #runLimited(hook: Hook, input: HookInput, toolUseId: string | undefined, signal: AbortSignal): Promise<HookOutput> {
    const limitMs = hook.limitMs ?? defaultLimitMs;
    const controller = new AbortController();
    return new Promise<HookOutput>((resolve, reject) => {
      const stop = (error: Error): void => {
        timer.dispose();
        controller.abort();
        reject(error);
      };
      const onAbort = (): void => stop(failures.aborted());
      const timer: Disposable = this.#clock.after(limitMs, () =>
        stop(failures.requestTimedOut(`${hook.event} hook`, limitMs)),
      );
      signal.addEventListener("abort", onAbort, { once: true });
      Promise.resolve()
        .then(() => hook.callback(input, { toolUseId, signal: controller.signal }))
        .then(resolve, reject)
        .finally(() => {
          timer.dispose();
          signal.removeEventListener("abort", onAbort);
        });
    });
  }
}

/** Returns the refusal of a gate, in the format of its event. */
function refuse({ event, refuse: own }: Hook, reason: string): HookOutput {
  if (own) return own(reason);
  if (event === "PreToolUse")
    return {
      hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
    };
  if (event === "PermissionRequest")
    return { hookSpecificOutput: { hookEventName: event, decision: { behavior: "deny", message: reason } } };
  return { decision: "block", reason };
}
