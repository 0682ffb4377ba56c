import { type ConversationState, createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { StateDelta } from "../../extension/shared/contract/stateDeltas.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { PanelPage } from "./page.ts";
import { charactersPerPiece, pieceMs, replies } from "./replies.mjs";
import { ms, type Row, times } from "./row.ts";

/** Items that the page holds of a conversation of 10,000: the others stay in the host. */
const held = 600;

interface Run {
  /** Share of frames that came more than half a frame late. */
  readonly dropped: number;
  /** The longest task, in milliseconds; 0 where none was longer than 50. */
  readonly longest: number;
  /** Medians of the time that one update takes, with its layout, in the first and the last tenth. */
  readonly first: number;
  readonly last: number;
}

/** Streams a text into the page: as the panel shows a reply or what was thought, or as bare text in the same place. */
function stream(panel: PanelPage, text: string, kind: "text" | "thinking" | "plain"): Promise<Run> {
  return panel.page.evaluate(
    async ({ text, kind, size, every }) => {
      const isPlain = kind === "plain";
      const { longTasks } = window as unknown as { longTasks: number[] };
      const log = document.querySelector('[role="log"]') as HTMLElement;
      const lengthBefore = log.textContent.length;
      const say = (delta: StateDelta): void => {
        const message: ToWebview = { type: "changes", deltas: [delta] };
        window.dispatchEvent(new MessageEvent("message", { data: { conversation: "c", message } }));
      };
      let plain: HTMLElement | undefined;
      if (isPlain) {
        plain = log.appendChild(document.createElement("pre"));
        plain.style.whiteSpace = "pre-wrap";
      } else if (kind === "text")
        say({ kind: "put", thread: "", item: { kind, id: "live", text: "", isStreaming: true } });
      else
        say({
          kind: "put",
          thread: "",
          item: { kind: "thinking", id: "live", text: "", isStreaming: true, startedAt: Date.now() },
        });
      const frames: number[] = [];
      let isRunning = true;
      requestAnimationFrame(function frame(now) {
        frames.push(now);
        if (isRunning) requestAnimationFrame(frame);
      });
      longTasks.length = 0;
      const updates: number[] = [];
      const begin = performance.now();
      for (let at = 0, count = 0; at < text.length; at += size, count++) {
        // Each comes as a task of its own, also where the page is behind.
        do await new Promise((resolve) => setTimeout(resolve, 1));
        while (performance.now() < begin + count * every);
        const piece = text.slice(at, at + size);
        const start = performance.now();
        if (plain) {
          plain.append(piece);
          log.scrollTop = log.scrollHeight;
        } else {
          say({ kind: "append", thread: "", id: "live", text: piece });
          // Svelte draws the change in a microtask.
          await Promise.resolve();
          await Promise.resolve();
        }
        void log.scrollHeight;
        updates.push(performance.now() - start);
      }
      isRunning = false;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      // Before it goes: that is no part of its coming.
      const longest = Math.max(0, ...longTasks);
      const drawn = log.textContent.length - lengthBefore;
      plain?.remove();
      if (!isPlain) say({ kind: "remove", thread: "", id: "live" });
      // The page ignores a message that it does not know.
      if (drawn < 1_000) throw new Error(`Only ${drawn} characters of the streamed text were drawn.`);
      const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
      const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
      const tenth = Math.max(1, Math.floor(updates.length / 10));
      return {
        dropped: gaps.filter((gap) => gap > 25).length / Math.max(1, gaps.length),
        longest,
        first: middle(updates.slice(0, tenth)),
        last: middle(updates.slice(-tenth)),
      };
    },
    { text, kind, size: charactersPerPiece, every: pieceMs },
  );
}

/** Replies and thinking that stream into a long conversation, against the same as plain text. */
export async function bench(): Promise<readonly Row[]> {
  const panel = await PanelPage.open(() => {});
  try {
    const state: ConversationState = { ...createEmptyState("/w"), status: "working", title: "t" };
    const items = Array.from(
      { length: held },
      (_, index) =>
        ({ kind: "text", id: `e${index}`, text: "An earlier reply.\n\n- with\n- a list", isStreaming: false }) as const,
    );
    await panel.post({
      type: "snapshot",
      state,
      page: { thread: "", at: { kind: "end" }, items, hasOlder: true, hasNewer: false },
      draft: "",
      view: { open: [] },
      options: {
        sendKey: "enter",
        showThinking: "expanded",
        fontSize: null,
        showsFolder: false,
        isBypassAllowed: false,
        starters: [],
      },
    });
    const rows: Row[] = [];
    for (const [what, text] of Object.entries(replies)) {
      const plain = await stream(panel, text, "plain");
      const shown = await stream(panel, text, what === "thinking" ? "thinking" : "text");
      const name = `2,000 tokens a second, ${what}`;
      const growth = shown.last / Math.max(0.1, shown.first);
      const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
      rows.push(
        {
          what: `${name}: longest task`,
          measured: shown.longest === 0 ? "under 50 ms" : ms(shown.longest),
          target: "≤ 50 ms",
          isMet: shown.longest <= 50,
        },
        {
          what: `${name}: dropped frames, against plain text`,
          measured: `${percent(shown.dropped)} / ${percent(plain.dropped)}`,
          target: "≤ plain + 1 %",
          isMet: shown.dropped <= plain.dropped + 0.01,
        },
        {
          what: `${name}: an update at the end, against one at the start`,
          measured: `${times(growth)} (${ms(shown.last)})`,
          target: "≤ 1.5×",
          isMet: growth <= 1.5,
        },
      );
    }
    return rows;
  } finally {
    await panel.close();
  }
}
