import { background, orLogged } from "../../../shared/base/background.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { type Failure, failures, getErrorMessage, isFailure } from "../../../shared/base/failure.ts";
import { type Attempt, Latest } from "../../../shared/base/latest.ts";
import { isLogged, type Logger } from "../../../shared/base/logger.ts";
import { orAborted } from "../../../shared/base/orAborted.ts";
import type { LeftOutOption } from "../../../shared/contract/configuration.ts";
import type { TurnFacts } from "../../../shared/contract/pages/processFacts.ts";
import { getStartRequests } from "../../options/difference.ts";
import { getValues, type Layer, resolve } from "../../options/resolve.ts";
import { Client, type ClientListener } from "../../protocol/connection/client.ts";
import type { Hook } from "../../protocol/requests/hookRegistry.ts";
import type { InitializeAnswer } from "../../protocol/requests/initialize.ts";
import { answerInVersion } from "../../protocol/requests/permission.ts";
import { hasSince, isUninspected, newestInspected, waitsForServers } from "../../protocol/version.ts";
import type { InProcessServerDefinition, Participant } from "../ports/participant.ts";
import type { Launch, Launcher, ProcessStart, ServerProbe } from "../ports/ports.ts";
import type { PreparedServers } from "../ports/preparedServers.ts";
import { ProcessFactsStore } from "../reduce/processFacts.ts";
import { describeFrame, getFrameLevel } from "./frameLog.ts";

export interface ProcessOptions {
  readonly launcher: Launcher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Only the newest process reaches it. */
  readonly listener: ClientListener;
  /** Called with the tool-use id of a call that begins to run, once for each hook that sees it. */
  readonly onCallBegins: (toolUseId: string) => void;
  /** Participants whose hooks and servers are announced to each process. */
  readonly participants: readonly Participant[];
}

interface LaunchedProcess {
  readonly isSandboxed?: boolean | undefined;
  readonly version: string;
  readonly isResumed: boolean;
  readonly configFolder?: string | undefined;
}

/** A process to which `initialize` was written, but which has not answered it yet. */
export interface InitializingProcess extends LaunchedProcess {
  /** The settings with which it was started, and the options that it does without. */
  readonly layers: readonly Layer[];
  readonly leftOut: readonly LeftOutOption[];
  /** True if a prompt may follow without any other request before it. */
  readonly takesPrompt: boolean;
}

/** A process that runs and has answered `initialize`. */
export interface StartedProcess extends LaunchedProcess {
  readonly client: Client;
  /** External MCP servers of the start. */
  readonly servers: PreparedServers;
  /** True if the start may pass none of them. */
  readonly refusesServers: boolean;
  readonly probe: ServerProbe | undefined;
  readonly answer: InitializeAnswer;
}

const noServers: PreparedServers = { servers: {}, rules: { allow: [], ask: [], deny: [] } };

/** Facts that `claude` reports about itself at the beginning of a turn. */
interface TurnBegin {
  readonly version: string | undefined;
  readonly capabilities: readonly string[];
  readonly facts: TurnFacts;
}

/**
 * Owns the process of a conversation. Invariants:
 *
 * - Of several starts the last one counts, and an end cancels them all.
 * - Every process has an owner, and never do two run at once.
 */
export class ConversationProcess {
  readonly facts = new ProcessFactsStore();
  readonly #options: ProcessOptions;
  #client: Client | undefined;
  #noteSession: ((sessionId: string) => void) | undefined;
  /** Starts and ends, so that an overtaken start detects it. */
  readonly #attempts = new Latest();
  /** The start whose process ends because of what it has loaded. */
  #refused: Attempt | undefined;
  /** Settles when all ends and starts so far are done. Never rejects. */
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** The client of the newest process, from its launch until its end begins. */
  get client(): Client | undefined {
    return this.#client;
  }

  /**
   * Starts a process in place of the running one, after that has exited. Calls `describe` when the start begins, and
   * `onInitializing` once `initialize` is written. Resolves with undefined if another start or an end overtook it;
   * rejects with a `Failure` when the process does not start.
   */
  start(
    describe: () => ProcessStart,
    onInitializing: (launched: InitializingProcess) => void,
  ): Promise<StartedProcess | undefined> {
    const attempt = this.#end();
    const started = this.#underWay.then(() => this.#start(attempt, describe, onInitializing));
    this.#underWay = started.then(
      () => {},
      () => {},
    );
    return started;
  }

  /** Takes over the facts that the process reported, and the session that it writes. */
  learn({ version, capabilities, facts }: TurnBegin, sessionId: string | undefined): void {
    this.#client?.learn(version, capabilities);
    this.facts.noteTurn(facts);
    if (this.#client && sessionId !== undefined) this.#noteSession?.(sessionId);
  }

  /**
   * Interrupts the running process, which is about to end: its prompt came back and is sent again, so it must not work
   * on it meanwhile.
   */
  interrupt(): void {
    if (this.#client)
      background(
        this.#client.interrupt({ cancelQueued: true }),
        this.#options.logger,
        "interrupting a turn before a restart",
      );
  }

  /** Ends the process, or a pending start, and waits until it has exited. */
  async end(): Promise<void> {
    this.#end();
    await this.#underWay;
  }

  async #start(
    attempt: Attempt,
    describe: () => ProcessStart,
    onInitializing: (launched: InitializingProcess) => void,
  ): Promise<StartedProcess | undefined> {
    if (!attempt.isCurrent) return undefined;
    try {
      const start = describe();
      const launch = await this.#options.launcher.launch(start, attempt.signal);
      if (attempt.isCurrent) return await this.#initialize(attempt, start, launch, onInitializing);
      await launch.transport.close();
      return undefined;
    } catch (error) {
      if (!attempt.isCurrent) return undefined;
      const failure = isFailure(error) ? error : failures.cliNotStartable("claude", getErrorMessage(error), error);
      this.#options.logger.error(`start failed: ${failure.message}`);
      // A prompt may already be written. It returns to the queue, so `claude` must not work on it during the time until
      // its input ends.
      if (isFailure(error, "repositoryUndecided")) this.#refused = attempt;
      if (this.#client) background(this.#client.interrupt(), this.#options.logger, "interrupting what did not start");
      await this.#client?.close();
      if (!attempt.isCurrent) return undefined;
      throw failure;
    }
  }

  /** Talks to a process that was launched until it takes prompts. Resolves to undefined once the start is replaced. */
  async #initialize(
    attempt: Attempt,
    { choices = {} }: ProcessStart,
    launch: Launch,
    onInitializing: (launched: InitializingProcess) => void,
  ): Promise<StartedProcess | undefined> {
    const { transport, version, isResumed, isSandboxed, configFolder, probe } = launch;
    const { isElsewhere = false, layers = [], leftOut = [], servers = noServers, refusesServers = false } = launch;
    const { logger } = this.#options;
    if (isUninspected(version))
      logger.info(`claude ${version} is newer than ${newestInspected}, the newest version that was tested`);
    const client = new Client({ ...this.#options, transport, version, listener: this.#listenerFor(attempt, version) });
    this.#client = client;
    this.#noteSession = launch.noteSession;
    this.facts.begin(launch.facts ?? {});
    let look: (readmission: Promise<unknown> | undefined) => void = () => {};
    const readmitted = new Promise<unknown>((resolve) => {
      look = resolve;
    });
    readmitted.catch(() => {});
    if (!(await this.#register(client, attempt, isElsewhere, readmitted))) return undefined;
    client.start();
    const fields = { ...launch.initialize, forwardSubagentText: true, perTaskStopAffordance: true };
    const answering = client.initialize(fields);
    const requests = getStartRequests(getValues(resolve([...layers, { source: { kind: "panel" }, values: choices }])));
    const takesPrompt = requests.length === 0 && !waitsForServers(version);
    onInitializing({ isResumed, version, configFolder, layers, leftOut, takesPrompt });
    const answer = await answering;
    look(attempt.isCurrent ? launch.readmit?.() : undefined);
    if (attempt.isCurrent) this.facts.noteAnswer(answer);
    for (const { request, body } of requests)
      if (client.supports(request))
        await orLogged(client.call(request, body as never), logger, `${request} at the start`);
    await readmitted;
    if (!attempt.isCurrent) return undefined;
    return {
      client,
      isResumed,
      isSandboxed,
      configFolder,
      servers,
      refusesServers,
      probe,
      answer,
      version: client.version ?? version,
    };
  }

  /**
   * Registers the participants before `initialize`, which announces their hooks and servers. Returns whether the start
   * is still current afterwards. Leaves out servers that fail; one that never connects ends with the start.
   */
  async #register(
    client: Client,
    attempt: Attempt,
    isElsewhere: boolean,
    readmitted: Promise<unknown>,
  ): Promise<boolean> {
    const { participants, logger } = this.#options;
    const hooks = participants.flatMap(({ hooks: own = [] }) => own);
    for (const hook of hooks)
      if (hook.since === undefined || hasSince(client.version, hook.since) === "yes")
        client.hooks.register(this.#prepare(hook, readmitted));
    const connect = async ({ name, create }: InProcessServerDefinition): Promise<void> => {
      try {
        await orAborted(client.addMcpServer(name, create()), attempt.signal);
      } catch (error) {
        if (attempt.isCurrent) logger.error(`the server ${name} did not start: ${getErrorMessage(error)}`);
        await client.mcp.remove(name);
      }
    };
    const serving = participants.filter(({ servesElsewhere }) => !isElsewhere || servesElsewhere);
    await Promise.all(serving.flatMap(({ servers = [] }) => servers).map(connect));
    // A connection that has not begun to read does not report its end, so the servers are closed here.
    if (!attempt.isCurrent) await client.mcp.close();
    return attempt.isCurrent;
  }

  /**
   * Returns a hook that reports the start of the call for which it is called, or one that holds a prompt which follows
   * `initialize` at once until its process is admitted again.
   */
  #prepare(hook: Hook, readmitted: Promise<unknown>): Hook {
    if (hook.event === "UserPromptSubmit")
      return { ...hook, callback: (input, context) => readmitted.then(() => hook.callback(input, context)) };
    if (hook.event !== "PreToolUse") return hook;
    return {
      ...hook,
      callback: (input, context) => {
        if (context.toolUseId !== undefined) this.#options.onCallBegins(context.toolUseId);
        return hook.callback(input, context);
      },
    };
  }

  /** Detaches the process and begins its end. Returns the next attempt. */
  #end(): Attempt {
    const attempt = this.#attempts.begin(undefined);
    const client = this.#client;
    this.#client = undefined;
    // Ends run one after the other: a process that resumes a conversation must find it completely written.
    if (client) this.#underWay = Promise.all([this.#underWay, client.close()]).then(() => {});
    return attempt;
  }

  /** Returns a listener for one process, which ignores frames of an earlier process. */
  #listenerFor(attempt: Attempt, version: string): ClientListener {
    const { listener } = this.#options;
    const isCurrent = (): boolean => attempt.isCurrent;
    const gone = (): Promise<never> => Promise.reject(failures.aborted());
    return {
      onActivity: () => isCurrent() && listener.onActivity(),
      onFrame: (frame) => {
        if (!isCurrent() || this.#refused === attempt) return;
        const { logger } = this.#options;
        const level = getFrameLevel(frame);
        if (isLogged(logger, level)) for (const line of describeFrame(frame, logger.mask)) logger[level](line);
        listener.onFrame(frame);
      },
      onCorrupt: (failure) => isCurrent() && listener.onCorrupt(failure),
      onClosed: (failure: Failure | undefined) => isCurrent() && listener.onClosed(failure),
      can_use_tool: async (request, context) =>
        isCurrent() ? answerInVersion(await listener.can_use_tool(request, context), version) : gone(),
      askUser: (request, context) => (isCurrent() ? listener.askUser(request, context) : gone()),
    };
  }
}
