import { randomUUID } from "node:crypto";
import { ApiError } from "../../../../extension/core/api/apiError.ts";
import { createExports } from "../../../../extension/core/api/exports.ts";
import { ExtensionAccess } from "../../../../extension/core/api/extensionAccess.ts";
import { ExtensionQueries } from "../../../../extension/core/api/extensionQueries.ts";
import type { AccessMemory, OwnLimits } from "../../../../extension/core/api/ports.ts";
import type {
  Query,
  QueryOptions,
  SessionOptions,
  TandemError,
  TandemEvent,
} from "../../../../extension/core/api/tandem.d.ts";
import type { Launcher, SavedSession, UnsavedFiles } from "../../../../extension/core/conversation/ports/ports.ts";
import { createFunctionServer } from "../../../../extension/core/ideTools/mcpServer.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { emptyUnsavedFiles } from "../../../fakes/emptyUnsavedFiles.ts";
import { openWindow, type Surroundings } from "../conversations/setup.ts";

export const caller = "acme.helper";

/** Allowed extensions in memory. */
export class MemoryAccess implements AccessMemory {
  ids: readonly string[] = [];

  read(): readonly string[] {
    return this.ids;
  }
  async change(update: (ids: readonly string[]) => readonly string[]): Promise<void> {
    this.ids = update(this.ids);
  }
  readonly started = new Map<string, readonly SavedSession[]>();
  sessions(extension: string): readonly SavedSession[] {
    return this.started.get(extension) ?? [];
  }
  async changeSessions(
    extension: string,
    update: (sessions: readonly SavedSession[]) => readonly SavedSession[],
  ): Promise<void> {
    this.started.set(extension, update(this.sessions(extension)));
  }
}

/**
 * A window whose extension "acme.helper" can call the API, and whose user answers the question about it with `answer`.
 */
export function openApi(
  surroundings: Surroundings & {
    answer?: boolean;
    isTrusted?: boolean;
    own?: Partial<OwnLimits>;
    launcher?: Launcher;
    copy?: { readonly code: string };
    unsavedFiles?: UnsavedFiles;
  } = {},
) {
  const window = openWindow(surroundings);
  const asked: string[] = [];
  const user = { isTrusted: surroundings.isTrusted ?? true, answer: surroundings.answer ?? true };
  const askAccess = async ({ name }: { name: string }): Promise<boolean> => {
    asked.push(name);
    return user.answer;
  };
  const memory = new MemoryAccess();
  const access = new ExtensionAccess({ askAccess }, memory);
  const queries = new ExtensionQueries({
    conversations: window.conversations,
    access,
    unsavedFiles: surroundings.unsavedFiles ?? emptyUnsavedFiles,
    launcher: surroundings.launcher ?? window.launcher,
    clock: window.clock,
    newId: randomUUID,
    loadServer: async (server) => createFunctionServer(server),
    logger: silentLogger,
    isolation: {
      copy: async (origin) => surroundings.copy ?? { folder: `/copies${origin}` },
      findOrigin: (folder) => (folder.startsWith("/copies") ? folder.slice("/copies".length) : undefined),
      getChoices: () => ({ permissionMode: "acceptEdits" }),
    },
    editor: {
      isTrusted: () => user.isTrusted,
      findExtension: (id) => (id === caller ? { id, name: "Helper" } : undefined),
      resolveFolder: async (folder) => (folder?.startsWith("/w") === false ? "outside" : (folder ?? "/w")),
      readLimits: () => ({ maxTurns: null, maxCostUsd: null, tools: null, ...surroundings.own }),
    },
  });
  const exported = createExports(
    async () => queries,
    () => true,
  );
  const getApi = (id: string) => exported.getAPI(1, { extension: { id } });
  const api = {
    query: (id: string, options: QueryOptions): Query<unknown> => getApi(id).query(options),
    createSession: (id: string, options?: SessionOptions) => getApi(id).createSession(options),
    resumeSession: (id: string, session: string, options?: SessionOptions) =>
      getApi(id).resumeSession(session, options),
  };
  return { ...window, api, queries, access, memory, asked, user };
}

/** Reads all events of a query; a failure of the query ends them. */
export async function readEvents(query: Query<unknown>): Promise<TandemEvent[]> {
  const events: TandemEvent[] = [];
  try {
    for await (const event of query) events.push(event);
  } catch {
    // The result has the error.
  }
  return events;
}

/** Returns the error of a query, or of another promise of the API, that must fail. */
export async function errorOf(query: Pick<Query<unknown>, "result"> | Promise<unknown>): Promise<TandemError> {
  const error = await ("result" in query ? query.result : query).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("the query did not fail with an error of the API");
  return error as TandemError;
}
