import * as vscode from "vscode";
import * as z from "zod";
import { tabIcons } from "../../shared/base/asset.ts";
import { background } from "../../shared/base/background.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import type { Event } from "../../shared/base/emitter.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { FromPage, PageAction, PageContent, PageContents, PageKind } from "../../shared/contract/pages/pages.ts";
import { pageTitles } from "../../shared/text/pages.ts";
import { pageGone, startFailureText } from "../../shared/text/startFailures.ts";
import { showPageDocument } from "../chat/html.ts";
import { PageWatch, type PageWatchOptions } from "../chat/pageWatch.ts";
import type { PageFailures } from "../chat/startFailures.ts";

/** Shortest time between two messages to a page, in milliseconds. */
const intervalMs = 50;

/** Content and actions of a page, from the opening of its tab until the tab is closed. */
export interface PageSource<K extends PageKind> extends Disposable {
  /** Returns everything that is known now, without waiting. */
  read(): PageContents[K];
  /** Fires when `read` may return something else. */
  readonly onDidChange: Event<void>;
  /** Runs an action of the user. Checks action, target and values, because any text can arrive here. */
  act(action: PageAction): unknown;
}

/** Creates the source of each page when its tab opens. */
export type PageSources = { readonly [K in PageKind]: () => PageSource<K> };

export interface PageTabsOptions extends Pick<PageWatchOptions, "clock" | "reachWindow"> {
  readonly extension: vscode.Uri;
  readonly failures: PageFailures;
  readonly sources: PageSources;
  readonly logger: Logger;
  /** Shows an error of an action. */
  readonly report: (error: unknown) => void;
}

/** A tab with its source. */
interface ConnectedPage {
  /** The content of its document. */
  readonly first: string;
  readonly isReady: () => boolean;
}

const maxLength = 100_000;
const text = z.string().max(maxLength);
const fromPage: z.ZodType<FromPage> = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["ready", "runs"]) }),
  z.strictObject({
    type: z.literal("act"),
    action: z.string().max(100),
    target: text.optional(),
    values: z.record(z.string().max(100), text).optional(),
  }),
]);

/**
 * Pages in editor tabs, at most one of each kind. A hidden page gets nothing, because the editor drops messages to it,
 * and is sent its content when it is visible again. A tab closes with its window: what it shows is asked again anyway.
 */
export class PageTabs implements vscode.Disposable {
  readonly #options: PageTabsOptions;
  readonly #open = new Map<PageKind, vscode.WebviewPanel>();

  constructor(options: PageTabsOptions) {
    this.#options = options;
  }

  /** Shows the page in its tab, which opens in the active group if there is none. */
  show(kind: PageKind): void {
    const open = this.#open.get(kind);
    if (open) open.reveal();
    else this.#create(kind);
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
  }

  #create<K extends PageKind>(kind: K, column = vscode.ViewColumn.Active): void {
    const { extension, failures } = this.#options;
    // A half-filled form stays while another tab is in front.
    const panel = vscode.window.createWebviewPanel(`tandem.pages.${kind}`, pageTitles[kind](), column, {
      retainContextWhenHidden: true,
    });
    this.#open.set(kind, panel);
    const store = new DisposableStore();
    panel.onDidDispose(() => {
      this.#open.delete(kind);
      store.dispose();
    });
    const icon = (theme: keyof typeof tabIcons): vscode.Uri => vscode.Uri.joinPath(extension, tabIcons[theme]);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    let page: ConnectedPage | undefined;
    const draw = (): void => {
      try {
        page ??= this.#connect(kind, panel, store);
        showPageDocument(panel.webview, extension, page.first);
      } catch (error) {
        failures.showInView(panel.webview, error);
      }
    };
    store.add(failures.watch({ isBroken: () => page?.isReady() !== true, retry: draw }));
    draw();
  }

  /** Tells that the page of a tab is gone. Opens it again when the user tries again. */
  async #tellGone(kind: PageKind, panel: vscode.WebviewPanel): Promise<void> {
    await this.#options.failures.tell(pageGone(startFailureText.goneTab(pageTitles[kind]())), () => {
      if (this.#open.get(kind) !== panel) return this.show(kind);
      const { viewColumn } = panel;
      panel.dispose();
      this.#create(kind, viewColumn);
    });
  }

  /** Connects a tab with its source. Throws if the source or its first content cannot be made. */
  #connect<K extends PageKind>(kind: K, panel: vscode.WebviewPanel, store: DisposableStore): ConnectedPage {
    const { sources, clock, reachWindow, logger, report } = this.#options;
    const source = store.add(sources[kind]());
    const read = (): PageContent => ({ type: "content", kind, content: source.read() }) as PageContent;
    const first = JSON.stringify(read());
    let isReady = false;
    const watch = store.add(
      new PageWatch({
        view: panel,
        clock,
        reachWindow,
        question: { type: "ping" },
        isReady: () => isReady,
        // Its document says itself that its script does not run.
        onDidChange: (_, isGone) =>
          isGone && background(this.#tellGone(kind, panel), logger, `telling that the page ${kind} is gone`),
      }),
    );
    let last = first;
    let pause: Disposable | undefined;
    const post = (): void => {
      if (!isReady || !panel.visible || pause) return;
      const message = read();
      const written = JSON.stringify(message);
      if (written === last) return;
      last = written;
      background(watch.post(message), logger, `sending the page ${kind}`);
      pause = clock.after(intervalMs, () => {
        pause = undefined;
        post();
      });
    };
    const receive = (raw: unknown): void => {
      const { success, data } = fromPage.safeParse(raw);
      watch.heard();
      if (!success) return logger.warn(`a malformed message of the page ${kind} was dropped`);
      if (data.type === "runs") return;
      if (data.type === "act")
        return background(this.#act(source, data, report), logger, `an action of the page ${kind}`);
      // A page that was loaded again shows the content of its document.
      [isReady, last] = [true, first];
      watch.started();
      watch.runs();
      post();
    };
    store.defer(() => pause?.dispose());
    store.add(source.onDidChange(post));
    store.add(
      panel.onDidChangeViewState(() => {
        watch.follow();
        post();
      }),
    );
    store.add(panel.webview.onDidReceiveMessage(receive));
    watch.follow();
    return { first, isReady: () => isReady };
  }

  async #act(source: PageSource<PageKind>, action: PageAction, report: (error: unknown) => void): Promise<void> {
    try {
      await source.act(action);
    } catch (error) {
      report(error);
    }
  }
}
