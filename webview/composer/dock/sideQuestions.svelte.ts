import type { FromWebview } from "../../../extension/shared/contract/fromWebview.ts";
import type { ContextMessage, FileHunks, SideQuestionAnswer } from "../../../extension/shared/contract/toWebview.ts";
import { ShownHunks } from "../../transcript/shownHunks.svelte.ts";

export interface ShownContext extends Omit<ContextMessage, "type"> {
  readonly isAnswered: boolean;
}

/** Manages answers that are not part of the conversation: context usage, hunks of changed files, and side questions. */
export class SideQuestions {
  /** Undefined while hidden; has no usage until the CLI reports it, or if the CLI cannot report it. */
  context: ShownContext | undefined = $state.raw();
  aside: { readonly question: string; readonly answer?: SideQuestionAnswer["answer"] } | undefined = $state.raw();
  /** Hunks of changed files. */
  readonly hunks: ShownHunks;
  readonly #send: (message: FromWebview) => void;
  #asked = 0;

  constructor(send: (message: FromWebview) => void) {
    this.#send = send;
    this.hunks = new ShownHunks(send);
  }

  /** Shows or hides the context usage. */
  toggleContext(): void {
    this.context = this.context ? undefined : { isAnswered: false };
    if (this.context) this.#send({ type: "readContext" });
  }

  ask(question: string): void {
    this.aside = { question };
    this.#send({ type: "askAside", id: ++this.#asked, question });
  }

  closeAside(): void {
    this.aside = undefined;
    this.#asked++;
  }

  take(message: ContextMessage | SideQuestionAnswer | FileHunks): void {
    if (message.type === "fileHunks") this.hunks.take(message);
    else if (message.type === "context")
      this.context = this.context && { isAnswered: true, usage: message.usage, limits: message.limits };
    else if (message.id === this.#asked && this.aside) this.aside = { ...this.aside, answer: message.answer };
  }

  /** Resets the state, when another conversation is shown. */
  clear(): void {
    this.context = undefined;
    this.hunks.clear();
    this.closeAside();
  }
}
