import type { ServerPlace, ServerProblem } from "../../../shared/contract/servers/serverDefinitions.ts";
import type { FoundEntry } from "../../options/repository/parsedFile.ts";
import type { ImportedServer } from "../../options/servers/importedServers.ts";
import type { ServerForm } from "../../options/servers/serverForm.ts";
import type { FileProblem } from "../ports.ts";
import type { RepositoryTrust } from "../repositoryTrust.ts";

/** A server as a setting or a file defines it, not validated. */
export interface StoredServer {
  readonly name: string;
  readonly place: ServerPlace;
  readonly value: unknown;
}

/** A place where a server can be written. `file`: the file that is written, if it is known. */
export interface PlaceOption {
  readonly place: ServerPlace;
  readonly file?: string;
}

/** A file that must be corrected by hand. */
export interface WrongFile {
  readonly file: string;
  readonly problem: FileProblem;
}

/** The settings and files that define servers. */
export interface ServerStore {
  /** Returns the servers of every place, the most specific place last, and the file that cannot be read. */
  list(
    folder: string | undefined,
  ): Promise<{ readonly servers: readonly StoredServer[]; readonly wrongFile?: WrongFile }>;
  places(folder: string | undefined): Promise<readonly PlaceOption[]>;
  /**
   * Returns the entry that a scan of the repository will find for a server; undefined for a server of the user's own
   * settings.
   */
  describe(server: StoredServer): FoundEntry | undefined;
  /**
   * Sets a server, or removes it if `value` is undefined. Resolves to the file that must be corrected first. Rejects
   * with `settingInvalid`.
   */
  write(place: ServerPlace, name: string, value: object | undefined): Promise<WrongFile | undefined>;
}

/** The memory of what the user has decided about a repository. */
export type ServerTrust = Pick<RepositoryTrust, "acknowledge" | "knows">;

/** The secrets of servers. */
export interface SecretStore {
  /** Asks for a secret, unless it is stored. */
  need(request: SecretRequest): Promise<unknown>;
  /** Asks for a new value. Resolves to false if the user entered none. */
  replace(request: SecretRequest): Promise<boolean>;
  remove(request: Pick<SecretRequest, "place" | "secret">): Promise<void>;
}

/** A secret that a server needs. */
export interface SecretRequest {
  readonly place: ServerPlace;
  /** Name of the secret, and of the server that uses it. */
  readonly secret: string;
  readonly server: string;
  /** Address to which the secret is sent, with its placeholders; undefined for a program. */
  readonly address: string | undefined;
}

/** A filled-in form. */
export interface FilledForm {
  readonly name: string;
  readonly place: ServerPlace;
  readonly form: ServerForm;
}

export type ServerPurpose = "edit" | "remove" | "replaceSecret" | "removeSecret";

/** Native dialogs about the definitions of servers. Each resolves to undefined or false if the user cancels. */
export interface ServerEditDialogs {
  /** Shows the form; for a server that exists, with its values, and without the questions for name and place. */
  fillIn(places: readonly PlaceOption[], existing?: FilledForm): Promise<FilledForm | undefined>;
  pickServer(servers: readonly StoredServer[], purpose: ServerPurpose): Promise<StoredServer | undefined>;
  pickSecret(secrets: readonly string[], server: string): Promise<string | undefined>;
  pickPlace(places: readonly PlaceOption[]): Promise<ServerPlace | undefined>;
  confirmReplace(server: StoredServer): Promise<boolean>;
  confirmRemove(server: StoredServer): Promise<boolean>;
  confirmRemoveSecret(secret: string, server: string): Promise<boolean>;
  /** Shows servers that can be imported, each from its file. */
  pickImports(imports: readonly ServerImport[]): Promise<readonly ServerImport[]>;
  /** Shows the whole definition and its notes. "skip" leaves only this server out. */
  confirmImport(server: ServerImport): Promise<"import" | "skip" | undefined>;
  showWrongFile(file: WrongFile): void;
  /** Reports a definition that the form cannot show, and offers to open its place. */
  showNotEditable(server: StoredServer, problem: ServerProblem | undefined): void;
  showDone(
    done: "added" | "moved" | "changed" | "removed" | "secretReplaced" | "secretRemoved",
    name: string,
    place: ServerPlace,
  ): void;
  showNone(what: "noServers" | "noSecrets" | "noImports" | "noPlace"): void;
}

/** A server of the editor's own `mcp.json`. */
export interface ServerImport extends ImportedServer {
  readonly file: string;
}

/** The editor's own `mcp.json` files: of a folder and of the user. */
export interface EditorServerFiles {
  /** Returns the content of each file that exists. */
  read(
    folder: string | undefined,
  ): Promise<readonly { readonly file: string; readonly content?: unknown; readonly problem?: FileProblem }[]>;
}
