import type {
  Caller,
  Query,
  QueryOptions,
  Session,
  SessionOptions,
  TandemAPI,
  TandemEvent,
  TandemExports,
  TurnResult,
} from "./tandem.d.ts";

/** A query that was started. Each of its promises can reject without a listener. */
export interface StartedQuery {
  readonly result: Promise<TurnResult<unknown>>;
  /** End with the result. */
  readonly events: AsyncIterable<TandemEvent>;
  /** The conversation, once it runs. */
  readonly run: Promise<Pick<Query<unknown>, "setMcpServers">>;
  /** Stops the query; then the result rejects. */
  abort(): void;
}

/** The objects behind the API, for extensions that are identified by their ids. */
export interface ApiHost {
  /** Starts a conversation for an extension, by its id. Never throws: every error rejects `result`. */
  query(extension: string, options: QueryOptions): StartedQuery;
  createSession(extension: string, options?: SessionOptions): Promise<Session>;
  resumeSession(extension: string, sessionId: string, options?: SessionOptions): Promise<Session>;
}

/** An installed extension, and the ways in which a stack trace names its folder, each with a separator at the end. */
export interface InstalledCode {
  readonly id: string;
  readonly folders: readonly string[];
}

/**
 * Returns the id of the extension whose code is the innermost in a stack trace; undefined if it has code of none of
 * them. Like the id that a caller passes, it keeps honest extensions apart.
 */
export function findCallerInStack(stack: string, installed: readonly InstalledCode[]): string | undefined {
  for (const line of stack.split("\n")) {
    const found = installed.find(({ folders }) => folders.some((folder) => line.includes(folder)));
    if (found) return found.id;
  }
  return undefined;
}

/**
 * Returns the exports of the extension. They load the rest of it with the first call that needs it. `isInstalled`
 * checks the id of an extension that the caller passes; `findCaller` returns that of one that passes none, by its code,
 * or undefined. Neither keeps an attacker out.
 */
export function createExports(
  load: () => Promise<ApiHost>,
  isInstalled: (id: string) => boolean,
  findCaller: () => string | undefined = () => undefined,
): TandemExports {
  return Object.freeze({
    getAPI(version: unknown, caller?: Caller) {
      if (version !== 1) throw new Error(`Tandem has no API of version ${String(version)}. It has version 1.`);
      const id: unknown = caller === undefined ? findCaller() : (caller as Partial<Caller> | null)?.extension?.id;
      if (typeof id !== "string" || !isInstalled(id))
        throw new Error(
          "Tandem needs to know the calling extension: pass its ExtensionContext as the second argument of getAPI.",
        );
      return createApi(load, id);
    },
  });
}

function createApi(load: () => Promise<ApiHost>, extension: string): TandemAPI {
  return Object.freeze({
    version: 1 as const,
    query: (options: QueryOptions): Query<never> => {
      const started = load().then((host) => host.query(extension, options));
      const result = started.then((query) => query.result) as Query<never>["result"];
      // A caller that reads only the events gets the error there.
      const settled = result.catch(() => {});
      return {
        result,
        stop: async () => {
          (await started).abort();
          await settled;
        },
        setMcpServers: async (servers) => (await (await started).run).setMcpServers(servers),
        async *[Symbol.asyncIterator]() {
          yield* (await started).events;
        },
      };
    },
    createSession: async (options?: SessionOptions) => (await load()).createSession(extension, options),
    resumeSession: async (sessionId: string, options?: SessionOptions) =>
      (await load()).resumeSession(extension, sessionId, options),
  });
}
