import type { FileServer } from "../../../../../extension/core/conversation/ports/ports.ts";
import type { ExternalServerConfig } from "../../../../../extension/core/protocol/requests/mcpConfig.ts";

export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A probe whose connections the test answers, by the command of the server. */
export class ManualProbe {
  readonly limitMs = 30_000;
  readonly opened: string[] = [];
  readonly stopped: string[] = [];
  /** Servers of claude's own files. */
  readonly files: Record<string, ExternalServerConfig> = {};
  /** Servers of claude's own files that a start reads. */
  listed: Readonly<Record<string, FileServer>> = {};
  readonly #answers = new Map<string, (hasAnswered: boolean) => void>();

  connect(server: ExternalServerConfig, signal: AbortSignal): Promise<boolean> {
    const name = "command" in server ? [server.command, ...(server.args ?? [])].join(" ") : server.url;
    this.opened.push(name);
    return new Promise((resolve) => {
      this.#answers.set(name, resolve);
      signal.addEventListener("abort", () => {
        if (this.#answers.delete(name)) this.stopped.push(name);
        resolve(false);
      });
    });
  }

  async find(name: string): Promise<ExternalServerConfig | undefined> {
    return this.files[name];
  }

  async list() {
    return this.listed;
  }

  async answer(name: string): Promise<void> {
    this.#answers.get(name)?.(true);
    this.#answers.delete(name);
    await settled();
  }
}
