import fs from "node:fs";
import path from "node:path";
import type { DataSize, OwnData } from "../../core/conversations/ports.ts";
import { type DataGroup, dataGroups } from "../../shared/contract/ownData.ts";

export interface OwnDataOptions {
  /** Folder that all windows share. */
  readonly shared: string;
  /** Folder of the workspace; undefined for a window without a folder. */
  readonly workspace: string | undefined;
  /** The part of the editor's secret storage that belongs to Tandem; `vscode.SecretStorage` implements it. */
  readonly secrets: { keys(): PromiseLike<readonly string[]>; delete(key: string): PromiseLike<void> };
  /** Ends all saving. Resolves when nothing is being written anymore. */
  readonly endSaving: () => Promise<void>;
}

/** Names in the folder that all windows share, by group. Notes of running processes and locks belong to none. */
const names: Readonly<Record<Exclude<DataGroup, "secrets">, readonly string[]>> = {
  conversations: ["conversations", "shown"],
  checkpoints: ["checkpoints"],
  isolated: ["isolated"],
  deleted: ["trash"],
  traces: ["traces"],
  decisions: ["trust.json", "access.json", "pinned.json", "sessionProfiles", "rewinds", "backups"],
  caches: ["cache", "code", "texts"],
};

/** Tandem's own data in the folders that the editor has for it, and in its secret storage. */
export class OwnDataFiles implements OwnData {
  readonly #options: OwnDataOptions;

  constructor(options: OwnDataOptions) {
    this.#options = options;
  }

  async measure(): Promise<readonly DataSize[]> {
    const all: DataSize[] = [];
    for (const group of dataGroups) {
      const places = await this.#find(group);
      if (places.length > 0) all.push({ group, bytes: await measurePlaces(places) });
    }
    return (await this.#options.secrets.keys()).length > 0 ? [...all, { group: "secrets", bytes: undefined }] : all;
  }

  async remove(groups: readonly DataGroup[]): Promise<readonly string[]> {
    const { secrets, endSaving } = this.#options;
    await endSaving();
    if (groups.includes("secrets")) for (const key of await secrets.keys()) await secrets.delete(key);
    const left: string[] = [];
    // A link is removed, not what it leads to.
    for (const place of (await Promise.all(groups.map((group) => this.#find(group)))).flat())
      await fs.promises.rm(place, { recursive: true, force: true, maxRetries: 3 }).catch(() => left.push(place));
    return left;
  }

  /**
   * Returns the existing files and folders of a group, also what has its place beside them. The conversations of all
   * workspaces count.
   */
  async #find(group: DataGroup): Promise<readonly string[]> {
    if (group === "secrets") return [];
    const { shared } = this.#options;
    const isOfGroup = (name: string): boolean => names[group].some((each) => name === each || isBeside(name, each));
    const found = (await list(shared)).filter(isOfGroup).map((name) => path.join(shared, name));
    if (group !== "conversations") return found;
    // The editor has one folder for each workspace, and in each of them one for each extension.
    const own = path.basename(this.#options.workspace ?? shared);
    const places: string[] = [];
    for (const all of this.#listWorkspaceFolders())
      places.push(...(await list(all)).map((id) => path.join(all, id, own)));
    return [...found, ...places.filter((place) => fs.existsSync(place))];
  }

  /** Returns where the folders of all workspaces can be. In a window without a folder that follows from `shared`. */
  #listWorkspaceFolders(): readonly string[] {
    const { shared, workspace } = this.#options;
    if (workspace !== undefined) return [path.dirname(path.dirname(workspace))];
    // `User/globalStorage/<extension>`, or `User/profiles/<profile>/globalStorage/<extension>`.
    const user = path.dirname(path.dirname(shared));
    return [user, path.dirname(path.dirname(user))].map((folder) => path.join(folder, "workspaceStorage"));
  }
}

/** Returns the bytes of files and folders. A file with several names counts for each. Never rejects. */
async function measurePlaces(places: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const place of places) {
    const stats = await fs.promises.lstat(place).catch(() => undefined);
    if (stats?.isDirectory()) bytes += await measurePlaces((await list(place)).map((name) => path.join(place, name)));
    else bytes += stats?.size ?? 0;
  }
  return bytes;
}

/** `trust.v1.json`, `trust.json.1700000000000.damaged`, and writes that were cut off are beside `trust.json`. */
function isBeside(name: string, file: string): boolean {
  return file.endsWith(".json") && name.startsWith(file.replace(/json$/, ""));
}

async function list(folder: string): Promise<readonly string[]> {
  return fs.promises.readdir(folder).catch(() => []);
}
