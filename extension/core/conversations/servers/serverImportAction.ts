import { isSame } from "../../options/difference.ts";
import { readImportedServers } from "../../options/servers/importedServers.ts";
import { getSecretNames, isRemote } from "../../options/servers/serverDefinitions.ts";
import { acknowledgeServer } from "./serverActions.ts";
import type {
  EditorServerFiles,
  SecretStore,
  ServerEditDialogs,
  ServerImport,
  ServerStore,
  ServerTrust,
} from "./serverPorts.ts";

export interface ServerImportActionOptions {
  readonly files: EditorServerFiles;
  readonly store: ServerStore;
  readonly secrets: SecretStore;
  readonly dialogs: ServerEditDialogs;
  readonly trust: ServerTrust;
}

/** Imports servers that the editor's own `mcp.json` files define. Nothing is written before the user has seen it. */
export class ServerImportAction {
  readonly #options: ServerImportActionOptions;

  constructor(options: ServerImportActionOptions) {
    this.#options = options;
  }

  async run(folder: string | undefined): Promise<void> {
    const { store, dialogs, trust, secrets } = this.#options;
    const chosen = await this.#choose(folder);
    if (chosen.length === 0) return;
    // `claude` reads `.mcp.json` itself, and knows no placeholders of secrets.
    const places = (await store.places(folder)).filter(({ place }) => place.kind !== "projectFile");
    const place = await dialogs.pickPlace(places);
    if (!place) return;
    for (const server of chosen) {
      const { name, definition } = server;
      const answer = await dialogs.confirmImport(server);
      if (answer === undefined) return;
      if (answer === "skip" || !definition) continue;
      // Two files can define a server of the same name.
      const existing = (await store.list(folder)).servers;
      const same = existing.find((each) => each.name === name && isSame(each.place, place));
      if (same && !(await dialogs.confirmReplace(same))) continue;
      await acknowledgeServer({ name, place, value: definition }, store, trust);
      await store.write(place, name, definition);
      dialogs.showDone("added", name, place);
      const address = isRemote(definition) ? definition.url : undefined;
      for (const secret of getSecretNames(definition)) await secrets.need({ place, secret, server: name, address });
    }
  }

  /** Lets the user choose servers of all readable files. */
  async #choose(folder: string | undefined): Promise<readonly ServerImport[]> {
    const { files, dialogs } = this.#options;
    const found: ServerImport[] = [];
    for (const { file, content, problem } of await files.read(folder)) {
      if (problem) dialogs.showWrongFile({ file, problem });
      else found.push(...readImportedServers(content).map((server) => ({ ...server, file })));
    }
    if (found.length > 0) return dialogs.pickImports(found);
    dialogs.showNone("noImports");
    return [];
  }
}
