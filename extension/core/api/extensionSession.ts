import { apiErrors } from "./apiError.ts";
import { EventQueue } from "./eventQueue.ts";
import type { ExtensionRun } from "./extensionRun.ts";
import { parseMessage } from "./message.ts";
import type { McpServerChanges, McpServers, Message, Query, Session, TurnResult } from "./tandem.d.ts";

/** A conversation for several messages of an extension. */
export class ExtensionSession implements Session {
  readonly #run: ExtensionRun;
  /** Settles when the turns of all messages so far have ended. */
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(run: ExtensionRun) {
    this.#run = run;
  }

  get id(): string | undefined {
    return this.#run.sessionId;
  }

  send(message: Message): Query {
    const events = new EventQueue();
    const result = this.#underWay.then(() => this.#send(message, events));
    this.#underWay = result.catch(() => {});
    return {
      result,
      stop: () => this.close(),
      setMcpServers: (servers) => this.setMcpServers(servers),
      [Symbol.asyncIterator]: () => events[Symbol.asyncIterator](),
    };
  }

  setMcpServers(servers: McpServers): Promise<McpServerChanges> {
    return this.#run.setMcpServers(servers);
  }

  async close(): Promise<void> {
    await this.#run.stop(apiErrors.aborted("extension"));
    await this.#underWay;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #send(message: Message, events: EventQueue): Promise<TurnResult> {
    try {
      const result = await this.#run.send(parseMessage(message), (event) => events.push(event));
      events.end();
      return { ...result, output: undefined };
    } catch (error) {
      events.end(error as Error);
      throw error;
    }
  }
}
