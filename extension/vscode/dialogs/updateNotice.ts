import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { background } from "../../shared/base/background.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { compareVersions, parseVersion } from "../../shared/base/version.ts";
import { editorText } from "../../shared/text/editor.ts";
import { toMessageText } from "../plainText.ts";

export interface UpdateNoticeOptions {
  readonly extension: vscode.Extension<unknown>;
  readonly logger: Logger;
}

/** Offers to load the window again once the editor has installed a newer version, which it uses only then. */
export class UpdateNotice implements vscode.Disposable {
  readonly #options: UpdateNoticeOptions;
  readonly #listening: vscode.Disposable;
  /** The version that was told. */
  #reported: string | undefined;

  constructor(options: UpdateNoticeOptions) {
    this.#options = options;
    const look = (): void => background(this.#look(), options.logger, "looking for a newer version of Tandem");
    this.#listening = vscode.Disposable.from(
      watch(this.#folder, look),
      // For systems that refuse to watch.
      vscode.window.onDidChangeWindowState(({ focused }) => focused && look()),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** The folder of all extensions. */
  get #folder(): string {
    return path.dirname(this.#options.extension.extensionPath);
  }

  async #look(): Promise<void> {
    const { id, packageJSON } = this.#options.extension;
    const newer = findNewer(await fs.promises.readdir(this.#folder).catch(() => []), id, packageJSON.version);
    if (newer === undefined || newer === this.#reported) return;
    this.#reported = newer;
    const reload = editorText.reloadWindow();
    if ((await vscode.window.showInformationMessage(toMessageText(editorText.updated(newer)), reload)) === reload)
      await vscode.commands.executeCommand("workbench.action.reloadWindow");
  }
}

/** Calls `look` when entries of a folder change. */
function watch(folder: string, look: () => void): vscode.Disposable {
  try {
    const watcher = fs.watch(folder, { persistent: false }, look);
    watcher.on("error", () => watcher.close());
    return new vscode.Disposable(() => watcher.close());
  } catch {
    return new vscode.Disposable(() => {});
  }
}

/**
 * Returns the newest version among the names of folders of extensions, such as "publisher.name-1.2.3", if it is newer
 * than `version`.
 */
function findNewer(names: readonly string[], id: string, version: string): string | undefined {
  const prefix = `${id.toLowerCase()}-`;
  const versions = [
    version,
    ...names.flatMap((name) => (name.toLowerCase().startsWith(prefix) ? [name.slice(prefix.length)] : [])),
  ];
  const parsed = versions.map(parseVersion).filter((each) => each !== undefined);
  const newest = parsed.sort(compareVersions).at(-1)?.join(".");
  return newest === parseVersion(version)?.join(".") ? undefined : newest;
}
