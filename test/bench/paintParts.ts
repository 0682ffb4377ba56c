import { type ConversationState, createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { PanelPage } from "./page.ts";
import { median, ms, percentile, type Row, times } from "./row.ts";

const tokensPerSecond = 2_000;
const seconds = 5;
const frameMs = 16;

const markdown = "Some **bold** words and `code` in a sentence that goes on. ";

/** Streams 2,000 tokens a second into the page, by the page's own clock, and measures from message to paint. */
export async function bench(): Promise<Row[]> {
  const panel = await PanelPage.open(() => {});
  try {
    const state: ConversationState = { ...createEmptyState("/w"), status: "working", title: "t" };
    const earlier = Array.from(
      { length: 100 },
      (_, index) =>
        ({ kind: "text", id: `e${index}`, text: "An earlier reply.\n\n- with\n- a list", isStreaming: false }) as const,
    );
    const snapshot: ToWebview = {
      type: "snapshot",
      state,
      page: { thread: "", at: { kind: "end" }, items: earlier, hasOlder: true, hasNewer: false },
      draft: "",
      view: { open: [] },
      options: { ...defaultOptions, starters: [] },
    };
    await panel.post(snapshot);
    await panel.post({
      type: "changes",
      deltas: [{ kind: "put", thread: "", item: { kind: "text", id: "live", text: "", isStreaming: true } }],
    });
    const result = await panel.page.evaluate(
      async ({ text, perFrame, frames, every }) => {
        const { longTasks } = window as unknown as { longTasks: number[] };
        longTasks.length = 0;
        const paints: number[] = [];
        const idle: number[] = [];
        const afterPaint = (): Promise<void> =>
          new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        // The floor of this page: what an empty frame takes.
        for (let i = 0; i < 60; i++) {
          const start = performance.now();
          await afterPaint();
          idle.push(performance.now() - start);
        }
        let sent = 0;
        const begin = performance.now();
        for (let frame = 0; frame < frames; frame++) {
          const due = begin + frame * every;
          while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
          const words =
            Array.from({ length: perFrame }, () =>
              text.slice((sent * 5) % text.length, ((sent++ * 5) % text.length) + 5),
            ).join("") + (frame % 20 === 19 ? "\n\n" : "");
          const start = performance.now();
          const message: ToWebview = {
            type: "changes",
            deltas: [{ kind: "append", thread: "", id: "live", text: words }],
          };
          window.dispatchEvent(new MessageEvent("message", { data: { conversation: "c", message } }));
          void afterPaint().then(() => paints.push(performance.now() - start));
        }
        await afterPaint();
        // The page ignores a message that it does not know.
        const drawn = document.querySelector('[role="log"]')?.textContent?.split("Some bold words").length ?? 0;
        if (drawn < 100) throw new Error(`Only ${drawn} sentences of the streamed text were drawn.`);
        return { paints, idle, longest: Math.max(0, ...longTasks) };
      },
      {
        text: markdown,
        perFrame: Math.round((tokensPerSecond * frameMs) / 1000),
        frames: Math.round((seconds * 1000) / frameMs),
        every: frameMs,
      },
    );
    const floor = median(result.idle);
    const what = "2,000 tokens a second";
    return [
      {
        what: `${what}: longest task in the page`,
        measured: result.longest === 0 ? "under 50 ms" : ms(result.longest),
        target: "≤ 50 ms",
        isMet: result.longest <= 50,
      },
      {
        what: `${what}: message to paint, median against an empty frame`,
        measured: `${times(median(result.paints) / floor)} (${ms(median(result.paints))})`,
        target: "",
      },
      {
        what: `${what}: message to paint, p99`,
        measured: `${times(percentile(result.paints, 0.99) / floor)} (${ms(percentile(result.paints, 0.99))})`,
        target: "",
      },
    ];
  } finally {
    await panel.close();
  }
}
