import path from "node:path";
import * as vscode from "vscode";
import type { ServerFiles } from "../../core/conversations/ports.ts";
import type {
  PlaceOption,
  ServerStore,
  StoredServer,
  WrongFile,
} from "../../core/conversations/servers/serverPorts.ts";
import { isSame } from "../../core/options/difference.ts";
import type { FoundEntry } from "../../core/options/repository/parsedFile.ts";
import { describeServer } from "../../core/options/repository/serverEntries.ts";
import { listServerPlaces } from "../../core/options/servers/definedServers.ts";
import type { SettingScope, SettingsSource, SettingsWriter } from "../../core/options/settingsSource.ts";
import { failures } from "../../shared/base/failure.ts";
import { withValue } from "../../shared/base/withValue.ts";
import type { ServerPlace } from "../../shared/contract/servers/serverDefinitions.ts";
import type { SettingPlaces } from "../settings/settingPlaces.ts";

/** The servers of `tandem.mcpServers` in every setting of a folder, and those of its `.mcp.json`. */
export class SettingsServerStore implements ServerStore {
  readonly #files: ServerFiles;
  readonly #places: Pick<SettingPlaces, "findIn">;
  readonly #source: SettingsSource & SettingsWriter;

  constructor(files: ServerFiles, places: Pick<SettingPlaces, "findIn">, source: SettingsSource & SettingsWriter) {
    this.#files = files;
    this.#places = places;
    this.#source = source;
  }

  async list(
    folder: string | undefined,
  ): Promise<{ readonly servers: readonly StoredServer[]; readonly wrongFile?: WrongFile }> {
    const settings = this.#read(folder).flatMap(({ place, value }) =>
      isObject(value) ? Object.entries(value).map(([name, each]) => ({ name, place, value: each })) : [],
    );
    if (folder === undefined) return { servers: settings };
    const { file, servers, problem } = await this.#files.read(folder);
    const place: ServerPlace = { kind: "projectFile", folder };
    const project = [...servers].map(([name, value]) => ({ name, place, value }));
    return { servers: [...project, ...settings], ...(problem ? { wrongFile: { file, problem } } : {}) };
  }

  async places(folder: string | undefined): Promise<readonly PlaceOption[]> {
    const settings = this.#read(folder)
      .map(({ place }): PlaceOption => ({ place }))
      .filter(({ place }) => place.kind !== "workspace" || (vscode.workspace.workspaceFolders?.length ?? 0) > 0);
    if (folder === undefined) return settings;
    return [...settings, { place: { kind: "projectFile", folder }, file: await this.#files.findTarget(folder) }];
  }

  describe({ name, place, value }: StoredServer): FoundEntry | undefined {
    if (place.kind === "user") return undefined;
    if (place.kind === "projectFile")
      return describeServer(name, value, path.join(place.folder, ".mcp.json"), undefined);
    return describeServer(
      name,
      value,
      this.#findFile(place.kind, place.kind === "folder" ? place.folder : ""),
      undefined,
    );
  }

  async write(place: ServerPlace, name: string, value: object | undefined): Promise<WrongFile | undefined> {
    if (place.kind === "projectFile") {
      const problem = await this.#files.write(place.folder, name, value);
      return problem && { file: await this.#files.findTarget(place.folder), problem };
    }
    // The settings of the workspace need no folder: they are the same for all of its folders.
    const folder = place.kind === "folder" ? place.folder : "";
    const before = this.#read(folder).find((each) => each.place.kind === place.kind)?.value ?? {};
    if (!isObject(before))
      throw failures.settingInvalid("tandem.mcpServers", { code: "malformed", issues: typeof before });
    const others = Object.entries(before).filter(([each]) => each !== name);
    const all = Object.fromEntries(value === undefined ? others : Object.entries({ ...before, [name]: value }));
    const next = Object.keys(all).length === 0 ? undefined : all;
    if (await this.#edit(place.kind, folder, before, next)) return undefined;
    await this.#source.write("mcpServers", next, place.kind, folder);
    return undefined;
  }

  #read(folder = ""): ReturnType<typeof listServerPlaces> {
    return listServerPlaces(this.#source.inspect(folder));
  }

  #findFile(scope: SettingScope, folder: string): string | undefined {
    return this.#source.inspect(folder).files.find((each) => each.scope === scope)?.file;
  }

  /**
   * Changes only what differs in the text of the settings file: the editor would write the value anew, without its
   * comments. Returns false where that file cannot be read here or has unsaved changes, so that the editor has to
   * decide.
   */
  async #edit(scope: SettingScope, folder: string, before: object, next: object | undefined): Promise<boolean> {
    const located = await this.#places.findIn(scope, "mcpServers", folder);
    if (!located?.uri) return false;
    const document = await vscode.workspace.openTextDocument(located.uri);
    if (document.isDirty) return false;
    const text = document.getText();
    const isRead = (): boolean => isSame(this.#read(folder).find((each) => each.place.kind === scope)?.value, next);
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
    edit.replace(located.uri, whole, withValue(text, [...(located.root ?? []), "tandem.mcpServers"], before, next));
    if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) return false;
    await this.#whenRead(isRead);
    return true;
  }

  /** Resolves when the editor has the values of a file that was saved: it reads the file a moment later. */
  async #whenRead(isRead: () => boolean): Promise<void> {
    if (isRead()) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        listening.dispose();
        clearTimeout(timer);
        resolve();
      };
      const listening = this.#source.onDidChange(() => isRead() && end());
      const timer = setTimeout(end, maxReadMs);
    });
  }
}

/** Maximum time in milliseconds until the editor has read a settings file that changed. */
const maxReadMs = 5_000;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
