import * as vscode from "vscode";
import { escapeLine } from "../../shared/base/invisible.ts";
import { describeStartError, startFailureText } from "../../shared/text/startFailures.ts";
import { failureCommands, renderFailure } from "./failureDocument.ts";

export interface StartFailuresOptions {
  readonly extension: vscode.Extension<unknown>;
  readonly log: () => vscode.LogOutputChannel;
  /** Loads the rest of the extension again. Rejects if that fails again. */
  readonly load: () => Promise<unknown>;
  /** Returns an error for a file of the package that is missing or cannot be read. */
  readonly findMissingFile: () => Promise<Error | undefined>;
  /** Shows a notification with buttons. Resolves to the chosen one. */
  readonly showError: (text: string, titles: readonly string[]) => Thenable<string | undefined>;
}

/** A page that may fail to start. */
export interface WatchedPage {
  readonly isBroken: () => boolean;
  readonly retry: () => void;
}

/** The part of `StartFailures` for pages. */
export type PageFailures = Pick<StartFailures, "showInView" | "watch" | "tell">;

/** The same for pages that show conversations. */
export type ChatFailures = PageFailures & Pick<StartFailures, "note" | "checkFiles">;

/**
 * Says what keeps Tandem or one of its pages from starting, where the user looks: in the page's own place, in the
 * status bar, in the trees, and for each command. Needs no other bundle, and no script in a page.
 */
export class StartFailures implements vscode.Disposable {
  readonly #options: StartFailuresOptions;
  readonly #pages = new Set<WatchedPage>();
  readonly #commands: vscode.Disposable;
  #details = "";
  /** The status bar item and the trees of an extension of which the rest is not loaded. */
  #native: vscode.Disposable | undefined;
  /** Texts about missing files that the user has been told. */
  readonly #missing = new Set<string>();

  constructor(options: StartFailuresOptions) {
    this.#options = options;
    const actions = [
      () => this.#tryAgain(),
      () => options.log().show(),
      () => vscode.env.clipboard.writeText(this.#details),
    ];
    this.#commands = vscode.Disposable.from(
      ...failureCommands.map(({ command }, index) =>
        vscode.commands.registerCommand(command, () => actions[index]?.()),
      ),
    );
  }

  /** Draws a page again when the user tries again while it is broken. */
  watch(page: WatchedPage): vscode.Disposable {
    this.#pages.add(page);
    return new vscode.Disposable(() => this.#pages.delete(page));
  }

  /** Shows in a webview why its document could not be made. */
  showInView(webview: vscode.Webview, error: unknown): void {
    webview.options = {
      enableScripts: false,
      enableCommandUris: failureCommands.map(({ command }) => command),
      localResourceRoots: [],
    };
    webview.html = renderFailure(this.note(error));
  }

  /** Logs an error and returns it as one sentence. */
  note(error: unknown): string {
    const { extension, log } = this.#options;
    const { id, packageJSON } = extension;
    const cause = describeStartError(error, extension.extensionPath);
    const stack = error instanceof Error ? (error.stack ?? "") : "";
    this.#details = [
      `${id} ${packageJSON.version}, ${vscode.env.appName} ${vscode.version}, ${process.platform}`,
      cause,
      stack,
    ].join("\n");
    try {
      log().error(`${cause}\n${stack}`);
    } catch {
      // The log itself can be what failed.
    }
    return cause;
  }

  /** Shows in the status bar and in the trees that the rest of the extension could not be loaded. Returns the cause. */
  showInEditor(error: unknown): string {
    const cause = this.note(error);
    this.hideInEditor();
    const item = vscode.window.createStatusBarItem("tandem.status", vscode.StatusBarAlignment.Right, 90);
    Object.assign(item, {
      name: "Tandem",
      text: `$(error) ${startFailureText.statusBar()}`,
      tooltip: escapeLine(cause),
      command: "tandem.focus",
    });
    item.show();
    const views = Object.values<{ id: string; type?: string; when?: string }[]>(
      this.#options.extension.packageJSON.contributes.views,
    ).flat();
    const parts: vscode.Disposable[] = [item];
    for (const { id } of views.filter(({ type, when }) => type !== "webview" && when === undefined)) {
      const tree = vscode.window.createTreeView(id, { treeDataProvider: emptyTree });
      tree.message = escapeLine(cause);
      parts.push(tree);
    }
    this.#native = vscode.Disposable.from(...parts);
    return cause;
  }

  /** Makes place for the status bar item and the trees of the loaded extension. */
  hideInEditor(): void {
    this.#native?.dispose();
    this.#native = undefined;
  }

  /**
   * Tells why a command, or a request of the user, could not run. The editor replaces a notification with the same
   * text. `retry` is called when the user tries again, beside loading again what is not loaded.
   */
  readonly tell = async (error: unknown, retry?: () => unknown): Promise<void> => {
    const cause = this.note(error);
    const titles = [
      startFailureText.tryAgainTitle(),
      startFailureText.showLogTitle(),
      startFailureText.copyDetailsTitle(),
    ];
    const chosen = await this.#options.showError(cause, titles);
    const command = failureCommands[titles.indexOf(chosen ?? "")]?.command;
    if (command) await vscode.commands.executeCommand(command);
    if (chosen === titles[0]) retry?.();
  };

  /**
   * Tells about a file of the package that is missing: once, because pages ask for each text that they draw without it,
   * and again when the user tries again (`isAsked`).
   */
  readonly checkFiles = async (isAsked = false): Promise<void> => {
    const error = await this.#options.findMissingFile();
    if (!error || (!isAsked && this.#missing.has(error.message))) return;
    this.#missing.add(error.message);
    await this.tell(error, () => this.checkFiles(true));
  };

  dispose(): void {
    this.#commands.dispose();
    this.hideInEditor();
  }

  async #tryAgain(): Promise<void> {
    for (const page of this.#pages) if (page.isBroken()) page.retry();
    // Its failure is shown where it is loaded.
    await this.#options.load().catch((error: unknown) => this.tell(error));
  }
}

/** A tree that shows only its message, or the welcome text of the manifest. */
export const emptyTree: vscode.TreeDataProvider<never> = { getChildren: () => [], getTreeItem: (row) => row };
