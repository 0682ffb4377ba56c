import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { OpenFailure } from "../../extension/contract/toWebview.ts";
import { openFailureText } from "../../extension/text/opening.ts";
import type { Target } from "../markdown/links.ts";

/** How long the host may take to say that something was not opened, in milliseconds: of what did open it says nothing. */
const answerMs = 30_000;

/** Has the host open files and pages. Where that fails it is said at the link; of what was asked for elsewhere, in a row of its own. */
export class Opening {
  /** What could not be opened, and is to be said in that row. */
  failure: { readonly target: string; readonly reason: OpenFailure } | undefined = $state.raw();
  readonly #send: (message: FromWebview) => void;
  /** The links that were pressed of late, by what they lead to. */
  readonly #pressed = new Map<string, { readonly link: Element }>();

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
  }

  open(target: Exclude<Target, { kind: "note" }>, link: Element): void {
    const name = target.kind === "web" ? target.url : target.path;
    const pressed = { link };
    this.#pressed.set(name, pressed);
    setTimeout(() => {
      if (this.#pressed.get(name) === pressed) this.#pressed.delete(name);
    }, answerMs);
    link.querySelector(".unopened")?.remove();
    this.failure = undefined;
    this.#send(target.kind === "web" ? { type: "openLink", url: target.url } : { type: "openFile", path: target.path, line: target.line });
  }

  take(target: string, reason: OpenFailure): void {
    const link = this.#pressed.get(target)?.link;
    this.#pressed.delete(target);
    if (link?.isConnected) sayAt(link, `(${openFailureText(reason)})`);
    else this.failure = { target, reason };
  }

  clear(): void {
    this.#pressed.clear();
    this.failure = undefined;
  }
}

function sayAt(link: Element, text: string): void {
  const said = document.createElement("span");
  said.className = "unopened muted";
  said.role = "alert";
  said.textContent = text;
  link.append(said);
}
