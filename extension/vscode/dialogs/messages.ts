import * as vscode from "vscode";
import type { BannerEnd, Banners, ShownBanner } from "../../core/conversations/banners.ts";
import { dialogText } from "../../shared/text/dialogs.ts";
import { toLabelText, toMessageText } from "../plainText.ts";

/** Time in milliseconds after which work counts as slow: until then its progress would only flash. */
const slowMs = 700;

/** Work with a progress: `report` replaces the text after its title. */
export type ReportedWork<T> = (signal: AbortSignal, report: (detail: string) => void) => Promise<T>;

const native = {
  information: (text: string, buttons: readonly string[]) =>
    vscode.window.showInformationMessage(toMessageText(text), ...buttons),
  warning: (text: string, buttons: readonly string[]) =>
    vscode.window.showWarningMessage(toMessageText(text), ...buttons),
  error: (text: string, buttons: readonly string[]) => vscode.window.showErrorMessage(toMessageText(text), ...buttons),
} as const;
type MessageKind = keyof typeof native;

/** A message with buttons that waits for an answer. */
export interface OpenMessage {
  /** Resolves to the label of the pressed button, possibly after any time. */
  readonly answer: Thenable<string | undefined>;
  /** Takes it away unanswered. A notification of the editor stays. */
  end(): void;
}

/**
 * Says something to the user: above the composer while a conversation is visible, since a notification of the editor
 * would cover the composer; otherwise as such a notification.
 */
export class Messages {
  readonly #banners: Banners | undefined;

  /** Without banners everything is a notification. */
  constructor(banners?: Banners) {
    this.#banners = banners;
  }

  inform(text: string): void {
    this.#say("information", text);
  }

  warn(text: string): void {
    this.#say("warning", text);
  }

  showError(text: string): void {
    this.#say("error", text);
  }

  /**
   * Says something with buttons, until the user or the code ends it. `onLost` is called when it disappears because its
   * conversation was closed.
   */
  ask(kind: MessageKind, text: string, buttons: readonly string[], onLost: () => void = () => {}): OpenMessage {
    let banner: ShownBanner | undefined;
    const answer = new Promise<string | undefined>((resolve) => {
      const take = (end: BannerEnd): void => {
        if (end === "lost") onLost();
        resolve(typeof end === "number" ? buttons[end] : undefined);
      };
      banner = this.#banners?.show(kind, toMessageText(text), buttons, take);
      if (!banner) resolve(native[kind](text, buttons));
    });
    return { answer, end: () => banner?.end() };
  }

  /** Runs work and shows it while it runs. */
  async showWork<T>(title: string, canCancel: boolean, work: ReportedWork<T>): Promise<T> {
    const controller = new AbortController();
    const banner = this.#showProgress(title, canCancel ? controller : undefined);
    if (!banner)
      return this.#showNatively(title, canCancel ? controller : undefined, (report) => work(controller.signal, report));
    try {
      return await work(controller.signal, (detail) => banner.setText(toMessageText(`${title}: ${detail}`)));
    } finally {
      banner.end();
    }
  }

  /** Runs work, and shows it once it is slow. Resolves to undefined when the user cancels it there. */
  async showSlowWork<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const controller = new AbortController();
    try {
      return await this.showOnceSlow(title, work(controller.signal), controller);
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    }
  }

  /** Shows work that runs once it is slow. `controller`: cancels it; without one it cannot be canceled. */
  async showOnceSlow<T>(title: string, running: Promise<T>, controller?: AbortController): Promise<T> {
    let banner: ShownBanner | undefined;
    const timer = setTimeout(() => {
      banner = this.#showProgress(title, controller);
      if (!banner) void this.#showNatively(title, controller, () => running.catch(() => {}));
    }, slowMs);
    try {
      return await running;
    } finally {
      clearTimeout(timer);
      banner?.end();
    }
  }

  #say(kind: MessageKind, text: string): void {
    if (!this.#banners?.show(kind, toMessageText(text))) void native[kind](text, []);
  }

  #showProgress(title: string, controller: AbortController | undefined): ShownBanner | undefined {
    return this.#banners?.show(
      "progress",
      toMessageText(title),
      controller ? [dialogText.cancel()] : [],
      (end) => end === 0 && controller?.abort(),
    );
  }

  #showNatively<T>(
    title: string,
    controller: AbortController | undefined,
    work: (report: (detail: string) => void) => Promise<T>,
  ): Thenable<T> {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: toLabelText(title),
      cancellable: controller !== undefined,
    };
    return vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => controller?.abort());
      return work((detail) => progress.report({ message: toLabelText(detail) }));
    });
  }
}
