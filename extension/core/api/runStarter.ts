import type { Clock } from "../../shared/base/clock.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { ExtensionName } from "../../shared/contract/conversationState.ts";
import type { Launcher, UnsavedFiles } from "../conversation/ports/ports.ts";
import type { TurnContext } from "../conversation/ports/turnContext.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import type { FunctionServer } from "../ideTools/mcpServer.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";
import { apiErrors } from "./apiError.ts";
import { createHooks, createPermissionHook } from "./customHooks.ts";
import { CustomServers } from "./customServers.ts";
import { createCustomTools } from "./customTools.ts";
import type { ExtensionAccess } from "./extensionAccess.ts";
import { ExtensionRun, type ExtensionRunOptions } from "./extensionRun.ts";
import type { ApiEditor, ApiIsolation, OwnLimits } from "./ports.ts";
import type { ParsedSession } from "./queryOptions.ts";
import { findRunFolder } from "./runFolder.ts";
import { RunLauncher, transcriptsElsewhere } from "./runLauncher.ts";
import { RunParticipant } from "./runParticipant.ts";
import type { OutputSchema } from "./schema.ts";
import type { CustomTool, HookDefinition } from "./tandem.d.ts";

export interface RunStarterOptions {
  readonly conversations: Conversations;
  readonly editor: ApiEditor;
  readonly isolation: ApiIsolation;
  readonly access: Pick<ExtensionAccess, "request" | "noteSession" | "findSession">;
  readonly unsavedFiles: UnsavedFiles;
  /** Starts the processes. */
  readonly launcher: Launcher;
  readonly clock: Clock;
  /** Returns a new uuid. */
  readonly newId: () => string;
  /** Creates an MCP server of functions. */
  readonly loadServer: (server: FunctionServer) => Promise<InProcessServer>;
  readonly logger: Pick<Logger, "warn">;
}

/** Requirements of a start besides the options of the extension. */
export interface StartRequest {
  readonly schema?: OutputSchema | undefined;
  /** The session to continue. */
  readonly resume?: string;
  readonly signal?: AbortSignal;
}

/** Maximum number of conversations that run for one extension at the same time. */
const maxRunning = 4;

/**
 * Starts conversations for extensions. Invariants:
 *
 * - In a workspace that is not trusted, nothing starts and no question is asked. Nothing starts without the user's
 *   consent for the extension.
 * - An extension chooses nothing that the user's settings do not allow: limits and tools only become narrower, and the
 *   permission mode is the user's.
 * - Each conversation names its extension, and is shown in the list like any other.
 * - An extension continues only sessions that it started.
 */
export class RunStarter {
  readonly #options: RunStarterOptions;
  readonly #running = new Map<string, number>();

  constructor(options: RunStarterOptions) {
    this.#options = options;
  }

  /** Checks everything that a start depends on, in this order: trust, consent, folder. Rejects with an `ApiError`. */
  async start(
    extension: string,
    options: ParsedSession,
    { schema, resume, signal }: StartRequest,
  ): Promise<ExtensionRun> {
    const { conversations, editor, access, unsavedFiles } = this.#options;
    const release = this.#reserve(extension.toLowerCase());
    try {
      const startedBy = await this.#admit(extension);
      const saved = resume === undefined ? undefined : access.findSession(startedBy.id, resume);
      if (resume !== undefined && !saved) throw apiErrors.unknownSession(resume);
      const { folder, origin, choices: ofCopy } = await findRunFolder(this.#options, options, saved, signal);
      const launcher = new RunLauncher(this.#options.launcher, { ...options, resume }, this.#options.logger);
      const participant = this.#createParticipant(startedBy.id, options, schema !== undefined);
      const choices = {
        ...ofCopy,
        ...getChoices(options, editor.readLimits(origin)),
        ...(schema ? { jsonSchema: schema.json } : {}),
      };
      const open = this.#open(
        { draft: "", folder, choices, startedBy, ...(saved ? { ...saved, isResting: true } : {}) },
        {
          unsavedFiles: withoutQuestion(unsavedFiles),
          launcher,
          participants: [(conversation) => participant.join(conversation)],
          ...(options.spawn || options.relay ? { history: transcriptsElsewhere } : {}),
        },
      );
      const servers = new CustomServers(startedBy.id, open);
      if (options.mcpServers) await servers.set(options.mcpServers);
      const run = this.#createRun({
        open,
        servers,
        schema,
        timeoutMs: options.limits?.timeoutMs,
        admit: () => this.#admit(extension),
        onEnd: () => {
          release();
          launcher.release();
          participant.release();
        },
        onSession: this.#noteSessions(startedBy.id, folder, open),
      });
      participant.onNoAnswer = () =>
        conversations.inBackground(
          run.stop(apiErrors.schemaMismatch("the model does not answer by the schema")),
          "stopping a turn without an answer",
        );
      return run;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Returns the extension. Rejects with `untrusted` or `notAllowed`. */
  async #admit(extension: string): Promise<ExtensionName> {
    const { editor, access } = this.#options;
    if (!editor.isTrusted()) throw apiErrors.untrusted();
    const found = editor.findExtension(extension);
    if (!found || !(await access.request(found))) throw apiErrors.notAllowed();
    return found;
  }

  #createParticipant(
    extension: string,
    { customTools: tools = [], hooks = [], permission }: ParsedSession,
    hasSchema: boolean,
  ): RunParticipant {
    const { loadServer: load, logger } = this.#options;
    const turn = (): TurnContext => participant.turn();
    const participant: RunParticipant = new RunParticipant({
      hasSchema,
      hooks: [
        ...createHooks(hooks as readonly HookDefinition[], turn),
        ...(permission ? [createPermissionHook(permission)] : []),
      ],
      servers:
        tools.length === 0
          ? []
          : [createCustomTools({ extension, tools: tools as readonly CustomTool[], turn, load, logger })],
    });
    return participant;
  }

  /**
   * Creates the conversation. A session that is open already is closed first, so that the new one has its own
   * participants.
   */
  #open(...[saved, own]: Required<Parameters<Conversations["create"]>>): OpenConversation {
    const { conversations } = this.#options;
    const known = saved.sessionId === undefined ? undefined : conversations.find(saved.sessionId);
    if (known?.hasProcess) throw apiErrors.busy();
    if (known)
      conversations.inBackground(conversations.remove(known.id), "closing a conversation that an extension continues");
    return conversations.create(saved, own);
  }

  #createRun(own: Omit<ExtensionRunOptions, "conversations" | "clock" | "newId">): ExtensionRun {
    const { conversations, clock, newId } = this.#options;
    return new ExtensionRun({ ...own, conversations, clock, newId });
  }

  /** Returns a function that notes a session of a conversation, so that the extension can continue it. */
  #noteSessions(extension: string, folder: string, { conversation }: OpenConversation): (sessionId: string) => void {
    const { conversations, access } = this.#options;
    return (sessionId) =>
      conversations.inBackground(
        access.noteSession(extension, { sessionId, folder, profile: conversation.state.profile }),
        "noting a session",
      );
  }

  /** Counts a running conversation until the returned function is called. Throws `busy` if there are too many. */
  #reserve(extension: string): () => void {
    const running = this.#running.get(extension) ?? 0;
    if (running >= maxRunning) throw apiErrors.busy();
    this.#running.set(extension, running + 1);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#running.set(extension, (this.#running.get(extension) ?? 1) - 1);
      isReleased = true;
    };
  }
}

/** Returns files that wait for no decision about unsaved ones: the user may not see the conversation that would ask. */
function withoutQuestion(files: UnsavedFiles): UnsavedFiles {
  return {
    autosave: (folder) => (files.autosave(folder) === "always" ? "always" : "never"),
    remember: async () => false,
    list: (folder) => files.list(folder),
    save: (paths) => files.save(paths),
  };
}

/** Returns the options of `claude` that an extension chose, within the user's own. */
function getChoices({ model, tools, limits = {} }: ParsedSession, own: OwnLimits): Readonly<Record<string, unknown>> {
  const smaller = (chosen: number, limit: number | null): number => Math.min(chosen, limit ?? chosen);
  return {
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools: tools.filter((tool) => own.tools?.includes(tool) ?? true) }),
    ...(limits.maxTurns === undefined ? {} : { maxTurns: smaller(limits.maxTurns, own.maxTurns) }),
    ...(limits.maxCostUsd === undefined ? {} : { maxBudgetUsd: smaller(limits.maxCostUsd, own.maxCostUsd) }),
  };
}
