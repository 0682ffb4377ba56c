import * as vscode from "vscode";
import { isSame } from "../../core/options/difference.ts";
import type { SettingName } from "../../core/options/options.ts";
import {
  type InspectedFolder,
  type SettingScope,
  type SettingsSource,
  settingScopes,
} from "../../core/options/settingsSource.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { SettingPlace } from "../../shared/contract/settingProblem.ts";
import { type FoundValue, findInSettingsFile } from "./settingsFile.ts";

/** A setting in the file that sets it. Without `uri` the extension host cannot read that file. */
export interface LocatedSetting extends SettingPlace {
  readonly key: SettingName;
  readonly uri?: vscode.Uri | undefined;
  readonly found?: FoundValue | undefined;
  /** Path of the object with the settings in that file. */
  readonly root?: readonly string[];
}

interface Candidate {
  readonly uri: vscode.Uri;
  readonly root: readonly string[];
}

export interface SettingPlacesOptions {
  readonly source: Pick<SettingsSource, "inspect">;
  /**
   * The folder of the extension's global state, which lies beside the user's settings where both are on this machine.
   */
  readonly storage: vscode.Uri;
  /** Reads a regular file. */
  readonly readText: (file: string) => Promise<string>;
  readonly logger: Logger;
}

/** Commands of the editor that open a settings file where only the editor can read it. */
const openCommands: { readonly [S in SettingScope]: string } = {
  user: "workbench.action.openSettingsJson",
  workspace: "workbench.action.openWorkspaceSettingsFile",
  folder: "workbench.action.openFolderSettingsFile",
};

/**
 * Finds and opens the places of settings in their files. A file is named only if it contains the value that the editor
 * reports, never by guess.
 */
export class SettingPlaces {
  readonly #options: SettingPlacesOptions;

  constructor(options: SettingPlacesOptions) {
    this.#options = options;
  }

  /**
   * Finds the highest scope that sets `tandem.<key>` for a folder to a value that `isWrong` accepts, else the highest
   * one that sets it. `at` is the path of the wrong part. Undefined for a setting that has its default.
   */
  async find(
    key: SettingName,
    folder = "",
    at: readonly (string | number)[] = [],
    isWrong: (value: unknown) => boolean = () => true,
  ): Promise<LocatedSetting | undefined> {
    const values = this.#options.source.inspect(folder).get(key);
    const defined = settingScopes.filter((scope) => values[scope] !== undefined);
    const scope = defined.find((each) => isWrong(values[each])) ?? defined[0];
    return scope && this.findIn(scope, key, folder, at);
  }

  /** Finds the place of `tandem.<key>` in a scope; undefined where that scope does not set it. */
  async findIn(
    scope: SettingScope,
    key: SettingName,
    folder = "",
    at: readonly (string | number)[] = [],
  ): Promise<LocatedSetting | undefined> {
    const inspected = this.#options.source.inspect(folder);
    const values = inspected.get(key);
    if (values[scope] === undefined) return undefined;
    for (const { uri, root } of this.#candidates(scope, inspected)) {
      const found = await this.#read(uri, (text) => findInSettingsFile(text, `tandem.${key}`, at, root));
      if (!found || !isSame(found.value, values[scope])) continue;
      return { key, scope, uri, found, root, file: escapePath(vscode.workspace.asRelativePath(uri)), line: found.line };
    }
    return { key, scope };
  }

  /** Opens the file of a setting at the setting; where the extension host cannot read the file, the editor opens it. */
  async open(located: LocatedSetting): Promise<void> {
    const { uri, found, scope, key } = located;
    if (!uri || !found)
      return void (await vscode.commands.executeCommand(openCommands[scope], {
        revealSetting: { key: `tandem.${key}`, edit: false },
      }));
    const document = await vscode.workspace.openTextDocument(uri);
    const at = document.positionAt(found.offset);
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
  }

  /** Returns the files that can contain a value of a scope. */
  #candidates(scope: SettingScope, { files }: InspectedFolder): readonly Candidate[] {
    if (scope !== "user") {
      const root = scope === "workspace" && vscode.workspace.workspaceFile ? ["settings"] : [];
      return files.flatMap((each) =>
        each.scope === scope && each.file !== undefined ? [{ uri: vscode.Uri.file(each.file), root }] : [],
      );
    }
    const user = vscode.Uri.joinPath(this.#options.storage, "..", "..");
    // On a remote machine, that machine's own settings win over the user's.
    return [
      vscode.Uri.joinPath(user, "..", "Machine", "settings.json"),
      vscode.Uri.joinPath(user, "settings.json"),
    ].map((uri) => ({ uri, root: [] }));
  }

  async #read(uri: vscode.Uri, find: (text: string) => FoundValue | undefined): Promise<FoundValue | undefined> {
    const { readText, logger } = this.#options;
    try {
      return find(await readText(uri.fsPath));
    } catch (error) {
      logger.debug(`the settings file ${uri.toString()} was not read: ${getErrorMessage(error)}`);
      return undefined;
    }
  }
}
