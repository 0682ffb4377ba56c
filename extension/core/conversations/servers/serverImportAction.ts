import { isSame } from "../../options/difference.ts";
import { readImportedServers } from "../../options/servers/importedServers.ts";
import { getSecretNames, isRemote } from "../../options/servers/serverDefinitions.ts";
import type {
  EditorServerFiles,
  SecretStore,
  ServerEditDialogs,
  ServerImport,
  ServerStore,
  ServerTrust,
} from "../serverPorts.ts";
import { acknowledgeServer } from "./serverActions.ts";

/** Imports servers that the editor's own `mcp.json` files define. Nothing is written before the user has seen it. */
export class ServerImportAction {
  readonly #files: EditorServerFiles;
  readonly #store: ServerStore;
  readonly #secrets: SecretStore;
  readonly #dialogs: ServerEditDialogs;
  readonly #trust: ServerTrust;

  constructor(
    files: EditorServerFiles,
    store: ServerStore,
    secrets: SecretStore,
    dialogs: ServerEditDialogs,
    trust: ServerTrust,
  ) {
    this.#files = files;
    this.#store = store;
    this.#secrets = secrets;
    this.#dialogs = dialogs;
    this.#trust = trust;
  }

  async run(folder: string | undefined): Promise<void> {
    const chosen = await this.#choose(folder);
    if (chosen.length === 0) return;
    // `claude` reads `.mcp.json` itself, and knows no placeholders of secrets.
    const places = (await this.#store.places(folder)).filter(({ place }) => place.kind !== "projectFile");
    const place = await this.#dialogs.pickPlace(places);
    if (!place) return;
    for (const server of chosen) {
      const { name, definition } = server;
      const answer = await this.#dialogs.confirmImport(server);
      if (answer === undefined) return;
      if (answer === "skip" || !definition) continue;
      // Two files can define a server of the same name.
      const existing = (await this.#store.list(folder)).servers;
      const same = existing.find((each) => each.name === name && isSame(each.place, place));
      if (same && !(await this.#dialogs.confirmReplace(same))) continue;
      await acknowledgeServer({ name, place, value: definition }, this.#store, this.#trust);
      await this.#store.write(place, name, definition);
      this.#dialogs.showDone("added", name, place);
      const address = isRemote(definition) ? definition.url : undefined;
      for (const secret of getSecretNames(definition))
        await this.#secrets.need({ place, secret, server: name, address });
    }
  }

  /** Lets the user choose servers of all readable files. */
  async #choose(folder: string | undefined): Promise<readonly ServerImport[]> {
    const found: ServerImport[] = [];
    for (const { file, content, problem } of await this.#files.read(folder)) {
      if (problem) this.#dialogs.showWrongFile({ file, problem });
      else found.push(...readImportedServers(content).map((server) => ({ ...server, file })));
    }
    if (found.length > 0) return this.#dialogs.pickImports(found);
    this.#dialogs.showNone("noImports");
    return [];
  }
}
