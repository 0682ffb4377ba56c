import type { Clock } from "../base/clock.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { UnsavedFiles } from "../session/ports.ts";
import { ApiError, apiErrors } from "./apiError.ts";
import { EventQueue } from "./eventQueue.ts";
import type { ApiHost } from "./exports.ts";
import type { ExtensionAccess } from "./extensionAccess.ts";
import { ExtensionRun } from "./extensionRun.ts";
import type { ApiEditor, OwnLimits } from "./ports.ts";
import { type ParsedOptions, parseOptions, readPrompt } from "./queryOptions.ts";
import type { Query, QueryOptions, TurnResult } from "./tandem.d.ts";

export interface ExtensionQueriesOptions {
  readonly conversations: Conversations;
  readonly editor: ApiEditor;
  readonly access: Pick<ExtensionAccess, "request">;
  readonly unsaved: UnsavedFiles;
  readonly clock: Clock;
}

/** Maximum number of conversations that run for one extension at the same time. */
const maxRunning = 4;

/**
 * Starts conversations for other extensions. Invariants:
 *
 * - Nothing starts, and the user is asked nothing, in a workspace that is not trusted. Nothing starts without the user's consent for the extension.
 * - An extension chooses nothing that the user's settings do not allow: limits and tools only become narrower, and the permission mode is the user's.
 * - Each conversation names its extension, and is shown in the list like any other.
 */
export class ExtensionQueries implements ApiHost {
  readonly #options: ExtensionQueriesOptions;
  readonly #running = new Map<string, number>();

  constructor(options: ExtensionQueriesOptions) {
    this.#options = options;
  }

  /** Starts a query. Never throws: every error rejects `result`. */
  query(extension: string, options: QueryOptions): Query {
    const events = new EventQueue();
    const stopping = new AbortController();
    const result = this.#run(extension, options, events, stopping).catch((error: unknown) => {
      const known = error instanceof ApiError ? error : new ApiError("failed", "Tandem failed.", { code: "internal", message: String(error) }, error);
      events.end(known);
      throw known;
    });
    const settled = result.then(
      () => {},
      () => {},
    );
    return {
      result,
      stop: async () => {
        stopping.abort();
        await settled;
      },
      [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
    };
  }

  async #run(extension: string, given: QueryOptions, events: EventQueue, stopping: AbortController): Promise<TurnResult> {
    const options = parseOptions(given);
    const abort = (): void => stopping.abort();
    options.signal?.addEventListener("abort", abort, { once: true });
    if (options.signal?.aborted) abort();
    const release = this.#reserve(extension);
    try {
      const run = await this.#begin(extension, options, events, stopping.signal);
      return await this.#sendAll(run, options.prompt, stopping.signal);
    } finally {
      release();
      options.signal?.removeEventListener("abort", abort);
    }
  }

  /** Sends the messages one after the other. Stops the conversation when the signal fires or one of them fails. */
  async #sendAll(run: ExtensionRun, prompt: ParsedOptions["prompt"], signal: AbortSignal): Promise<TurnResult> {
    const stopped = onAbort(signal);
    const messages = readPrompt(prompt);
    try {
      let last: TurnResult | undefined;
      for (;;) {
        const next = await Promise.race([messages.next(), stopped.promise]);
        if (next.done) break;
        last = await Promise.race([run.send(next.value), stopped.promise]);
      }
      if (!last) throw apiErrors.invalidOptions("the prompt has no message");
      run.end();
      return last;
    } catch (error) {
      await run.stop(error instanceof ApiError ? error : apiErrors.aborted("extension", error));
      throw error;
    } finally {
      stopped.dispose();
    }
  }

  /** Checks everything that a start depends on, in this order: trust, consent, folder. */
  async #begin(extension: string, options: ParsedOptions, events: EventQueue, signal: AbortSignal): Promise<ExtensionRun> {
    const { conversations, editor, access, unsaved, clock } = this.#options;
    if (!editor.isTrusted()) throw apiErrors.untrusted();
    const startedBy = editor.findExtension(extension);
    if (!startedBy || !(await access.request(startedBy))) throw apiErrors.notAllowed();
    const folder = await editor.resolveFolder(options.cwd);
    if (folder === "outside") throw apiErrors.folderNotAllowed(options.cwd ?? "");
    if (folder === undefined) throw apiErrors.aborted("user");
    if (signal.aborted) throw apiErrors.aborted("extension");
    const choices = getChoices(options, editor.readLimits(folder));
    const open = conversations.create({ draft: "", folder, choices, startedBy }, { unsaved });
    return new ExtensionRun({ conversations, open, events, clock, timeoutMs: options.limits?.timeoutMs });
  }

  /** Counts a running conversation. Throws `busy` if there are too many. */
  #reserve(extension: string): () => void {
    const running = this.#running.get(extension) ?? 0;
    if (running >= maxRunning) throw apiErrors.busy();
    this.#running.set(extension, running + 1);
    return () => this.#running.set(extension, (this.#running.get(extension) ?? 1) - 1);
  }
}

/** Returns the options of `claude` that an extension chose, within the user's own. */
function getChoices({ model, tools, limits = {} }: ParsedOptions, own: OwnLimits): Readonly<Record<string, unknown>> {
  const smaller = (chosen: number | undefined, limit: number | null): number | null => (chosen === undefined ? limit : Math.min(chosen, limit ?? chosen));
  return {
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools: tools.filter((tool) => own.tools?.includes(tool) ?? true) }),
    ...(limits.maxTurns === undefined ? {} : { maxTurns: smaller(limits.maxTurns, own.maxTurns) }),
    ...(limits.maxCostUsd === undefined ? {} : { maxBudgetUsd: smaller(limits.maxCostUsd, own.maxCostUsd) }),
  };
}

/** Returns a promise that rejects when a signal fires, until it is disposed of. */
function onAbort(signal: AbortSignal): { readonly promise: Promise<never>; dispose(): void } {
  let listener = (): void => {};
  const promise = new Promise<never>((_resolve, reject) => {
    listener = () => reject(apiErrors.aborted("extension"));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  promise.catch(() => {});
  return { promise, dispose: () => signal.removeEventListener("abort", listener) };
}
