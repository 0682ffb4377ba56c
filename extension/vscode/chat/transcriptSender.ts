import { mainThread } from "../../shared/contract/ids.ts";
import type { Page, PageAnchor } from "../../shared/contract/toWebview.ts";
import type { Handlers } from "./inbox.ts";
import type { Outbox } from "./outbox.ts";
import type { PanelContext } from "./panelContext.ts";

/** Number of items in one page of the transcript: several screens, and still a small message. */
const pageSize = 100;

/** Sends the parts of the transcript that the page requests, and knows which threads its open cards show. */
export class TranscriptSender {
  readonly #panel: Pick<PanelContext, "open" | "answering">;
  readonly #outbox: Outbox;
  /** Ids of the threads whose cards are open. */
  readonly #cards = new Set<string>();

  constructor(panel: Pick<PanelContext, "open" | "answering">, outbox: Outbox) {
    this.#panel = panel;
    this.#outbox = outbox;
  }

  /** The newest page of the main thread. */
  get newest(): Page {
    return this.#read(mainThread, { kind: "end" });
  }

  /** Closes all threads: the page is gone, or shows another conversation. */
  closeThreads(): void {
    for (const thread of this.#cards) this.#outbox.closeThread(thread);
    this.#cards.clear();
  }

  /** Returns the handlers of the page's intentions for its transcript. */
  createHandlers() {
    const { open, answering } = this.#panel;
    return {
      loadPage: ({ thread, at }) =>
        answering(async ({ conversation }, reply) =>
          reply({ type: "page", page: await conversation.transcript.loadPage(thread, at, pageSize) }),
        ),
      showPrompt: ({ from, step }) =>
        answering(async ({ conversation }, reply) => {
          const id = await conversation.transcript.prompts.findBeside(from, step);
          if (id !== undefined) reply({ type: "showItem", id });
        }),
      openThread: async ({ thread, isOpen }) => {
        if (!isOpen) {
          this.#cards.delete(thread);
          return this.#outbox.closeThread(thread);
        }
        const shown = open();
        this.#cards.add(thread);
        await shown.conversation.transcript.loadThread(thread);
        // The card may have been closed while the thread was loading.
        if (shown !== open() || !this.#cards.has(thread)) return;
        this.#outbox.openThread(thread);
        this.#outbox.send({ type: "page", page: this.#read(thread, { kind: "end" }) });
      },
      openDetails: ({ toolId }) =>
        answering(async ({ conversation }, reply) => {
          const details = await conversation.transcript.calls.findDetails(toolId);
          if (!details) return "noDetails";
          reply({ type: "details", toolId, details });
          return undefined;
        }),
    } satisfies Partial<Handlers>;
  }

  #read(thread: string, at: PageAnchor): Page {
    return this.#panel.open().conversation.transcript.page(thread, at, pageSize);
  }
}
