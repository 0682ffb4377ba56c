import { isSame } from "../../options/difference.ts";
import type { ServerEditDialogs, ServerStore } from "./serverPorts.ts";

/** Settings files of `claude` that define MCP servers, which it does not read from there. */
export interface MisplacedServerFiles {
  /**
   * Returns the servers of a file by name, not validated, and the folder that it configures. Undefined if it is not a
   * settings file of `claude`.
   */
  read(
    file: string,
  ): Promise<{ readonly folder: string | undefined; readonly servers: ReadonlyMap<string, unknown> } | undefined>;
  remove(file: string, names: readonly string[]): Promise<void>;
}

/** Places from which servers are read: the `.mcp.json` of the folder, or `tandem.mcpServers`. */
const moveTargets = ["projectFile", "setting"] as const;

/** Moves MCP servers from a settings file of `claude` to where they are read. */
export class MoveServersAction {
  readonly #files: MisplacedServerFiles;
  readonly #store: ServerStore;
  readonly #dialogs: Pick<ServerEditDialogs, "confirmReplace" | "showWrongFile" | "showDone" | "showNone">;

  constructor(
    files: MisplacedServerFiles,
    store: ServerStore,
    dialogs: Pick<ServerEditDialogs, "confirmReplace" | "showWrongFile" | "showDone" | "showNone">,
  ) {
    this.#files = files;
    this.#store = store;
    this.#dialogs = dialogs;
  }

  /**
   * Moves the servers of a file. `to`: "projectFile" or "setting". They are not acknowledged: the next start asks about
   * servers that the repository brought. A server leaves the file only after it is written to its new place.
   */
  async run(file: string, to: string): Promise<void> {
    const found = await this.#files.read(file);
    const target = moveTargets.find((known) => known === to);
    if (!found || !target) return;
    const places = (await this.#store.places(found.folder)).map(({ place }) => place);
    const place = places.findLast(({ kind }) => (kind === "projectFile") === (target === "projectFile"));
    if (!place) return this.#dialogs.showNone("noPlace");
    const existing = (await this.#store.list(found.folder)).servers.filter((each) => isSame(each.place, place));
    const moved: string[] = [];
    for (const [name, value] of found.servers) {
      if (typeof value !== "object" || value === null) continue;
      const same = existing.find((each) => each.name === name);
      if (same && !(await this.#dialogs.confirmReplace(same))) continue;
      const wrongFile = await this.#store.write(place, name, value);
      if (wrongFile) return this.#dialogs.showWrongFile(wrongFile);
      moved.push(name);
    }
    if (moved.length === 0) return;
    await this.#files.remove(file, moved);
    this.#dialogs.showDone("moved", moved.join(", "), place);
  }
}
