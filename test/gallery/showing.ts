import { flushSync, mount, unmount } from "svelte";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { FromPage, PageContent } from "../../extension/shared/contract/pages/pages.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import App from "../../webview/App.svelte";
import type { Host } from "../../webview/host.ts";
import PageApp from "../../webview/pages/PageApp.svelte";
import { ChatState } from "../../webview/state/chatState.svelte.ts";
import { answersTo, getSnapshot } from "./answersTo.ts";
import { perform } from "./perform.ts";
import type { GalleryState, Step } from "./state.ts";

const conversation = "gallery" as ConversationId;

/** The real page with a host that shows it a state. It goes on only when it is told to. */
export class Showing {
  readonly #chat: ChatState;
  readonly #app: object;
  readonly #waiting: ToWebview[];
  readonly #steps: Step[];

  constructor(shown: GalleryState, target: Element) {
    this.#steps = [...(shown.steps ?? [])];
    this.#waiting = [getSnapshot(shown), ...(shown.messages ?? [])];
    const host: Host = {
      send: ({ message }) => void this.#waiting.push(...answersTo(shown, message)),
      onMessage: () => {},
      takeTyped: () => undefined,
      saveState: () => {},
      savedState: () => undefined,
    };
    this.#chat = new ChatState(host);
    this.#app = shown.page ? mountPage(shown.page, target) : mount(App, { target, props: { chat: this.#chat } });
  }

  /** Steps that are still to be done in the page. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Says what waits to be said, or does the next step. False when neither can be done now. */
  advance(): boolean {
    flushSync();
    const message = this.#waiting.shift();
    if (!message) return this.#takeStep();
    this.#chat.receive({ conversation, message });
    flushSync();
    return true;
  }

  end(): void {
    void unmount(this.#app);
  }

  #takeStep(): boolean {
    const [step] = this.#steps;
    if (!step || !perform(step)) return false;
    this.#steps.shift();
    flushSync();
    return true;
  }
}

/** The page of an editor tab, with a host that says its content as soon as the page asks. */
function mountPage(message: PageContent, target: Element): object {
  let say = (_content: PageContent): void => {};
  const host = {
    onMessage: (listener: (content: PageContent) => void) => {
      say = listener;
    },
    send: ({ type }: FromPage) => type === "ready" && say(message),
  };
  return mount(PageApp, { target, props: { host } });
}
