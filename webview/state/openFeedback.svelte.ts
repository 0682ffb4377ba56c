import type { Attachment } from "../../extension/contract/attachments.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { OpenFailure } from "../../extension/contract/toWebview.ts";
import { formatOpenFailure } from "../../extension/text/opening.ts";
import { panelText } from "../../extension/text/panel.ts";
import type { Target } from "../markdown/links.ts";

/** How long the host may take to say that something was not opened, in milliseconds: of what did open it says nothing. */
const answerMs = 30_000;

/** Has the host open files and pages. Where that fails it is said at the link; of what was asked for elsewhere, in a row of its own. */
export class OpenFeedback {
  /** What could not be opened, and is to be said in that row. */
  failure: { readonly target: string; readonly reason: OpenFailure } | undefined = $state.raw();
  readonly #send: (message: FromWebview) => void;
  /** What was pressed of late, by what it leads to, with what that is called. */
  readonly #pressed = new Map<string, { readonly link: Element; readonly name: string }>();

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  open(target: Exclude<Target, { kind: "note" }>, link: Element): void {
    const name = target.kind === "web" ? target.url : target.path;
    this.#ask(name, name, link, target.kind === "web" ? { type: "openLink", url: target.url } : { type: "openFile", path: target.path, line: target.line });
  }

  openFile(path: string, line: number | undefined, link: Element): void {
    this.open({ kind: "file", path, line }, link);
  }

  openAttachment({ id, name }: Attachment, link: Element): void {
    this.#ask(id, name, link, { type: "openAttachment", id });
  }

  /** Has a text that was pasted put into the message. */
  unfold({ id, name }: Attachment, link: Element): void {
    this.#ask(id, name, link, { type: "unfoldAttachment", id });
  }

  openMention(text: string, link: Element): void {
    this.#ask(text, text, link, { type: "openMention", text });
  }

  /** An image that a call returned. */
  openImage(toolId: string, index: number, link: Element): void {
    this.#ask(toolId, panelText.toolImage(index + 1), link, { type: "openImage", toolId, index });
  }

  /** All that a call put out. */
  openOutput(toolId: string, link: Element): void {
    this.#ask(toolId, panelText.output(), link, { type: "openOutput", toolId });
  }

  take(target: string, reason: OpenFailure): void {
    const { link, name = target } = this.#pressed.get(target) ?? {};
    this.#pressed.delete(target);
    if (link?.isConnected) sayAt(link, `(${formatOpenFailure(reason)})`);
    else this.failure = { target: name, reason };
  }

  clear(): void {
    this.#pressed.clear();
    this.failure = undefined;
  }

  #ask(target: string, name: string, link: Element, message: FromWebview): void {
    const pressed = { link, name };
    this.#pressed.set(target, pressed);
    setTimeout(() => {
      if (this.#pressed.get(target) === pressed) this.#pressed.delete(target);
    }, answerMs);
    saidAt(link)?.remove();
    this.failure = undefined;
    this.#send(message);
  }
}

function sayAt(link: Element, text: string): void {
  saidAt(link)?.remove();
  const said = document.createElement("span");
  said.className = "unopened muted";
  said.role = "alert";
  said.textContent = text;
  // What is in a button is no more than its name.
  if (link instanceof HTMLButtonElement) link.after(said);
  else link.append(said);
}

function saidAt(link: Element): Element | null {
  if (!(link instanceof HTMLButtonElement)) return link.querySelector(".unopened");
  return link.nextElementSibling?.matches(".unopened") ? link.nextElementSibling : null;
}
