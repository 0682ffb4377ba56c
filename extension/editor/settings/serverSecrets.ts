import * as vscode from "vscode";
import { SecretMask } from "../../base/secretMask.ts";
import type { ServerPlace } from "../../contract/serverDefinitions.ts";
import { serverSecretText } from "../../text/serverDefinitions.ts";
import { toLabelText } from "../dialogs/plainText.ts";

/** A secret that a server needs. */
export interface SecretRequest {
  readonly place: ServerPlace;
  /** Name of the secret, and of the server that uses it. */
  readonly secret: string;
  readonly server: string;
  /** Address to which the secret is sent, with its placeholders; undefined for a program. */
  readonly address: string | undefined;
}

/**
 * The secrets of MCP servers, in the secret storage of the editor. Each setting has its own secrets, so that the settings of a folder never receive
 * a secret that the user entered for another one.
 */
export class ServerSecrets {
  readonly #storage: vscode.SecretStorage;
  readonly #mask = new SecretMask();
  /** Pending questions by key: one for any number of starts that wait. */
  readonly #asking = new Map<string, Promise<string | undefined>>();
  /** Secrets that the user refused to enter. They are not asked for again in this window, except on request. */
  readonly #refused = new Set<string>();
  /** Settles when the last question is answered: only one box is shown at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(storage: vscode.SecretStorage) {
    this.#storage = storage;
  }

  /** Masks the secrets that were used in this window. */
  readonly mask = (text: string): string => this.#mask.mask(text);

  /** Calls `listener` after a secret was stored, replaced or removed, in any window. */
  readonly onDidChange = (listener: () => void): vscode.Disposable => this.#storage.onDidChange(listener);

  /** Returns the secret; asks for it if it is not stored. Undefined if the user refuses. */
  async need(request: SecretRequest): Promise<string | undefined> {
    const key = getKey(request);
    const stored = await this.#storage.get(key);
    if (stored !== undefined) {
      this.#mask.add(stored);
      return stored;
    }
    if (this.#refused.has(key)) return undefined;
    const asking = this.#asking.get(key) ?? this.#ask(key, request).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  /** Asks for a new value. Returns false if the user entered none. */
  async replace(request: SecretRequest): Promise<boolean> {
    return (await this.#ask(getKey(request), request)) !== undefined;
  }

  async remove(request: Pick<SecretRequest, "place" | "secret">): Promise<void> {
    const key = getKey(request);
    this.#refused.delete(key);
    await this.#storage.delete(key);
  }

  async has(request: Pick<SecretRequest, "place" | "secret">): Promise<boolean> {
    return (await this.#storage.get(getKey(request))) !== undefined;
  }

  async #ask(key: string, { secret, server, address }: SecretRequest): Promise<string | undefined> {
    const show = (): Thenable<string | undefined> =>
      vscode.window.showInputBox({
        title: serverSecretText.title(toLabelText(secret)),
        prompt:
          address === undefined ? serverSecretText.forProgram(toLabelText(server)) : serverSecretText.forAddress(toLabelText(server), toLabelText(address)),
        password: true,
        ignoreFocusOut: true,
        validateInput: (value) => (value.trim() === "" ? serverSecretText.empty() : undefined),
      });
    const asked = this.#last.then(show, show);
    this.#last = asked;
    const value = (await asked)?.trim();
    if (value === undefined || value === "") {
      this.#refused.add(key);
      return undefined;
    }
    this.#refused.delete(key);
    this.#mask.add(value);
    await this.#storage.store(key, value);
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
  if (place.kind === "workspace") return (vscode.workspace.workspaceFile ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.toString() ?? "";
  return vscode.Uri.file(place.folder).toString();
}
