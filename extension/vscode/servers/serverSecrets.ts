import * as vscode from "vscode";
import type { SecretRequest, SecretStore } from "../../core/conversations/servers/serverPorts.ts";
import { orAborted } from "../../shared/base/orAborted.ts";
import type { ServerPlace } from "../../shared/contract/servers/serverDefinitions.ts";
import { serverSecretText } from "../../shared/text/servers/serverDefinitions.ts";
import { toLabelText } from "../plainText.ts";

/**
 * The secrets of MCP servers, in the secret storage of the editor. Each setting has its own secrets, so that the
 * settings of a folder never receive a secret that the user entered for another one.
 */
export class ServerSecrets implements SecretStore {
  readonly #storage: vscode.SecretStorage;
  /** Secrets, and other values that can be secret, that were used in this window. */
  readonly #used = new Set<string>();
  /** Pending questions by key: one for any number of starts that wait. */
  readonly #asking = new Map<string, SharedQuestion<string | undefined>>();
  /** Secrets that the user refused to enter. They are not asked for again in this window, except on request. */
  readonly #refused = new Set<string>();
  /** Values that the storage refused, for as long as the window is open. */
  readonly #unstored = new Map<string, string>();
  /** Settles when the last question is answered: only one box is shown at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  /** The values that were used in this window and that no log, trace or export may contain. */
  get used(): readonly string[] {
    return [...this.#used];
  }

  /** Notes values of a server's definition that can be secret. */
  noteUsed(values: readonly string[]): void {
    for (const value of values) if (value !== "") this.#used.add(value);
  }

  /** Calls `listener` after a secret was stored, replaced or removed, in any window. */
  readonly onDidChange = (listener: () => void): vscode.Disposable => this.#storage.onDidChange(listener);

  /**
   * Returns the secret; asks for it if it is not stored, or cannot be read. Undefined if the user refuses. Rejects with
   * the reason of the signal when that aborts; the question goes once no start waits for its answer.
   */
  async need(request: SecretRequest, signal?: AbortSignal): Promise<string | undefined> {
    const key = getKey(request);
    // Without a keyring, the editor can refuse to read a secret, or never answer.
    const read = Promise.resolve(this.#storage.get(key)).catch(() => undefined);
    const stored = this.#unstored.get(key) ?? (await orAborted(read, signal));
    if (stored !== undefined) {
      this.#used.add(stored);
      return stored;
    }
    if (this.#refused.has(key)) return undefined;
    signal?.throwIfAborted();
    const known = this.#asking.get(key);
    const question = known && !known.isOver ? known : new SharedQuestion((end) => this.#ask(key, request, end));
    this.#asking.set(key, question);
    return question.wait(signal).finally(() => {
      if (question.isOver && this.#asking.get(key) === question) this.#asking.delete(key);
    });
  }

  /** Asks for a new value. Returns false if the user entered none. */
  async replace(request: SecretRequest): Promise<boolean> {
    return (await this.#ask(getKey(request), request)) !== undefined;
  }

  async remove(request: Pick<SecretRequest, "place" | "secret">): Promise<void> {
    const key = getKey(request);
    this.#refused.delete(key);
    this.#unstored.delete(key);
    await this.#storage.delete(key);
  }

  /** Asks once no other question is shown. A question that `end` takes away is not refused by the user. */
  async #ask(key: string, { secret, server, address }: SecretRequest, end?: AbortSignal): Promise<string | undefined> {
    const show = async (): Promise<string | undefined> => {
      if (end?.aborted) return undefined;
      const source = new vscode.CancellationTokenSource();
      end?.addEventListener("abort", () => source.cancel());
      const options = {
        title: serverSecretText.title(toLabelText(secret)),
        prompt:
          address === undefined
            ? serverSecretText.forProgram(toLabelText(server))
            : serverSecretText.forAddress(toLabelText(server), toLabelText(address)),
        password: true,
        ignoreFocusOut: true,
        validateInput: (value: string) => (value.trim() === "" ? serverSecretText.empty() : undefined),
      };
      return vscode.window.showInputBox(options, source.token);
    };
    const asked = this.#last.then(show, show);
    this.#last = asked;
    const value = (await asked)?.trim();
    if (end?.aborted) return undefined;
    if (value === undefined || value === "") {
      this.#refused.add(key);
      return undefined;
    }
    this.#refused.delete(key);
    this.#used.add(value);
    this.#unstored.delete(key);
    await Promise.resolve(this.#storage.store(key, value)).catch(() => void this.#unstored.set(key, value));
    return value;
  }
}

function getKey({ place, secret }: Pick<SecretRequest, "place" | "secret">): string {
  return JSON.stringify(["mcp", getOwner(place), secret]);
}

/** Returns what the secrets of a setting belong to: the user, the workspace, or the folder. */
function getOwner(place: ServerPlace): string {
  if (place.kind === "user") return "";
  // A workspace file can list the folders of others, so a folder has its own secrets even if it is the only one.
  if (place.kind === "workspace")
    return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.toString() ?? "";
  return vscode.Uri.file(place.folder).toString();
}

/** A question to which several callers wait for the answer. It is taken away once none of them waits any more. */
class SharedQuestion<T> {
  readonly #abort = new AbortController();
  readonly #answer: Promise<T>;
  #waiting = 0;

  constructor(ask: (signal: AbortSignal) => Promise<T>) {
    this.#answer = ask(this.#abort.signal);
  }

  /** True once no caller waits any more; then no further caller gets an answer. */
  get isOver(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Resolves to the answer. Rejects with the reason of the signal when that is aborted before. */
  async wait(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    try {
      return await orAborted(this.#answer, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#abort.abort();
    }
  }
}
