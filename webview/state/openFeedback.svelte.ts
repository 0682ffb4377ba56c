import type { Banner } from "../../extension/shared/contract/banner.ts";
import type { Attachment } from "../../extension/shared/contract/composer/attachments.ts";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { Refusal } from "../../extension/shared/contract/refusal.ts";
import type {
  BannersMessage,
  OpenFailure,
  OpenFailureMessage,
  RefusalMessage,
} from "../../extension/shared/contract/toWebview.ts";
import { formatOpenFailure } from "../../extension/shared/text/opening.ts";
import { panelText } from "../../extension/shared/text/panel.ts";
import type { LinkTarget } from "../markdown/links.ts";

/** Time in milliseconds in which the host may report that opening failed; it does not report success. */
const answerMs = 30_000;
/** Time in milliseconds for which a refusal is shown. */
const refusalMs = 10_000;

/**
 * Opens files and pages through the host. A failure appears next to the pressed link, or in a separate row if that link
 * no longer exists; so does the reason why any other action did nothing.
 */
export class OpenFeedback {
  /** The failure that the separate row shows. */
  failure: { readonly target: string; readonly reason: OpenFailure } | undefined = $state.raw();
  /** The reason why the last action of the user did nothing, for a while. */
  refusal: { readonly code: Refusal } | undefined = $state.raw();
  /** The work that the host does or did for the conversation, the oldest first. */
  banners: readonly Banner[] = $state.raw([]);
  #hiding: ReturnType<typeof setTimeout> | undefined;
  readonly #send: (message: FromWebview) => void;
  /** Recently pressed links by target, with the target's display name. */
  readonly #pressed = new Map<string, { readonly link: Element; readonly name: string }>();

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  open(target: Exclude<LinkTarget, { kind: "note" }>, link: Element): void {
    const name = target.kind === "web" ? target.url : target.path;
    this.#ask(
      name,
      name,
      link,
      target.kind === "web"
        ? { type: "openLink", url: target.url }
        : { type: "openFile", path: target.path, line: target.line },
    );
  }

  openFile(path: string, line: number | undefined, link: Element): void {
    this.open({ kind: "file", path, line }, link);
  }

  openAttachment({ id, name }: Attachment, link: Element): void {
    this.#ask(id, name, link, { type: "openAttachment", id });
  }

  /** Inserts the text of a pasted-text attachment into the message. */
  unfold({ id, name }: Attachment, link: Element): void {
    this.#ask(id, name, link, { type: "unfoldAttachment", id });
  }

  openMention(text: string, link: Element): void {
    this.#ask(text, text, link, { type: "openMention", text });
  }

  /** Opens an image that a tool call returned. */
  openImage(toolId: string, index: number, link: Element): void {
    this.#ask(toolId, panelText.toolImage(index + 1), link, { type: "openImage", toolId, index });
  }

  /** Opens the complete output of a tool call. */
  openOutput(toolId: string, link: Element): void {
    this.#ask(toolId, panelText.output(), link, { type: "openOutput", toolId });
  }

  take(message: OpenFailureMessage | RefusalMessage | BannersMessage): void {
    if (message.type === "banners") {
      this.banners = message.banners;
      return;
    }
    if (message.type === "refused") return this.#refuse(message.refusal);
    const { target, reason } = message;
    const { link, name = target } = this.#pressed.get(target) ?? {};
    this.#pressed.delete(target);
    if (link?.isConnected) sayAt(link, `(${formatOpenFailure(reason)})`);
    else {
      this.failure = { target: name, reason };
      this.refusal = undefined;
    }
  }

  #refuse(refusal: Refusal): void {
    clearTimeout(this.#hiding);
    this.failure = undefined;
    this.refusal = { code: refusal };
    this.#hiding = setTimeout(() => {
      this.refusal = undefined;
    }, refusalMs);
  }

  clear(): void {
    this.dismiss();
    this.#pressed.clear();
    this.banners = [];
  }

  /** Hides the row of a failure or a refusal. */
  dismiss(): void {
    clearTimeout(this.#hiding);
    this.failure = undefined;
    this.refusal = undefined;
  }

  #ask(target: string, name: string, link: Element, message: FromWebview): void {
    const pressed = { link, name };
    this.#pressed.set(target, pressed);
    setTimeout(() => {
      if (this.#pressed.get(target) === pressed) this.#pressed.delete(target);
    }, answerMs);
    findFeedback(link)?.remove();
    this.failure = undefined;
    this.#send(message);
  }
}

function sayAt(link: Element, text: string): void {
  findFeedback(link)?.remove();
  const said = document.createElement("span");
  said.className = "unopened muted";
  said.role = "alert";
  said.textContent = text;
  // The content of a button is its accessible name, so the text is added after it.
  if (link instanceof HTMLButtonElement) link.after(said);
  else link.append(said);
}

function findFeedback(link: Element): Element | null {
  if (!(link instanceof HTMLButtonElement)) return link.querySelector(".unopened");
  return link.nextElementSibling?.matches(".unopened") ? link.nextElementSibling : null;
}
