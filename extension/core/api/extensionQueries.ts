import type { Clock } from "../../shared/base/clock.ts";
import { type ApiError, apiErrors, toApiError } from "./apiError.ts";
import { EventQueue } from "./eventQueue.ts";
import type { ApiHost, StartedQuery } from "./exports.ts";
import type { ExtensionRun } from "./extensionRun.ts";
import { ExtensionSession } from "./extensionSession.ts";
import { type ParsedQuery, parseQuery, parseSession, readQueryPrompt } from "./queryOptions.ts";
import { RunStarter, type RunStarterOptions } from "./runStarter.ts";
import { readSchema } from "./schema.ts";
import type { QueryOptions, Session, SessionOptions, TurnResult } from "./tandem.d.ts";

export interface ExtensionQueriesOptions extends RunStarterOptions {
  readonly clock: Clock;
}

/** Starts conversations for other extensions, each under the conditions of `RunStarter`. */
export class ExtensionQueries implements ApiHost {
  readonly #starter: RunStarter;

  constructor(options: ExtensionQueriesOptions) {
    this.#starter = new RunStarter(options);
  }

  query(extension: string, options: QueryOptions): StartedQuery {
    const events = new EventQueue();
    const stopping = new AbortController();
    let begin = (_run: ExtensionRun): void => {};
    let fail = (_error: ApiError): void => {};
    const run = new Promise<ExtensionRun>((resolve, reject) => {
      begin = resolve;
      fail = reject;
    });
    run.catch(() => {});
    const result = this.#run(extension, options, events, stopping, begin).then(
      (last) => {
        events.end();
        return last;
      },
      (error: unknown) => {
        const known = toApiError(error);
        fail(known);
        events.end(known);
        throw known;
      },
    );
    result.catch(() => {});
    return { result, events, run, abort: () => stopping.abort() };
  }

  async createSession(extension: string, given: SessionOptions = {}): Promise<Session> {
    const options = parseSession(given);
    return new ExtensionSession(await this.#starter.start(extension, options, {}));
  }

  async resumeSession(extension: string, sessionId: string, given: SessionOptions = {}): Promise<Session> {
    const options = parseSession(given);
    return new ExtensionSession(await this.#starter.start(extension, options, { resume: sessionId }));
  }

  /** Calls `begin` with the run once it has been started. */
  async #run(
    extension: string,
    given: QueryOptions,
    events: EventQueue,
    stopping: AbortController,
    begin: (run: ExtensionRun) => void,
  ): Promise<TurnResult<unknown>> {
    const options = parseQuery(given);
    const schema = options.schema && readSchema(options.schema);
    const abort = (): void => stopping.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", abort, { once: true });
    if (options.signal?.aborted) abort();
    try {
      const run = await this.#starter.start(extension, options, { schema, signal: stopping.signal });
      begin(run);
      return await sendAll(run, options.prompt, events, stopping.signal);
    } finally {
      options.signal?.removeEventListener("abort", abort);
    }
  }
}

/** Sends the messages one after the other. Stops the conversation when the signal fires or one of them fails. */
async function sendAll(
  run: ExtensionRun,
  prompt: ParsedQuery["prompt"],
  events: EventQueue,
  signal: AbortSignal,
): Promise<TurnResult<unknown>> {
  const stopped = onAbort(signal);
  const messages = readQueryPrompt(prompt);
  try {
    let last: TurnResult<unknown> | undefined;
    for (;;) {
      const next = await Promise.race([messages.next(), stopped.promise]);
      if (next.done) break;
      last = await Promise.race([run.send(next.value, (event) => events.push(event)), stopped.promise]);
    }
    if (!last) throw apiErrors.invalidOptions("the prompt has no message");
    run.end();
    return last;
  } catch (error) {
    const known = toApiError(error);
    await run.stop(known);
    throw known;
  } finally {
    stopped.dispose();
  }
}

/** Returns a promise that rejects when a signal fires, until it is disposed of. */
function onAbort(signal: AbortSignal): { readonly promise: Promise<never>; dispose(): void } {
  let listener = (): void => {};
  const promise = new Promise<never>((_resolve, reject) => {
    listener = () => reject(apiErrors.aborted("extension", signal.reason));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  promise.catch(() => {});
  return { promise, dispose: () => signal.removeEventListener("abort", listener) };
}
