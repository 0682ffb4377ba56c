import { type ConversationState, createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { PanelPage } from "./page.ts";
import { ms, type Row } from "./row.ts";

/** Maximum time in milliseconds for which a reply may stop the page, beyond its bare text. */
export const allowanceMs = 50;
const rounds = 3;
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

/** Replies of 200,000 characters, and the ones that stopped the page in the attack on the spine. */
const replies: Readonly<Record<string, string>> = {
  paragraphs: lines(
    1_800,
    (index) =>
      `Paragraph ${index} with *emphasis*, \`code\`, **more** of [it](http://a.b/c), and words until its end is reached.\n`,
  ),
  "one line": "Some words with *emphasis*, `code` and **more** of [it](http://a.b/c). ".repeat(2_850),
  "a list of 5,000 items": lines(5_000, (index) => `- item ${index} with *words* and \`code\` in it`),
  "a nested list": lines(5_000, (index) => `${"  ".repeat(index % 8)}- item ${index} with *words* in it`),
  "a table of 3,000 × 20": `|${" h |".repeat(20)}\n|${"---|".repeat(20)}\n${lines(3_000, (index) => `|${` ${index} |`.repeat(20)}`)}`,
  "a code block of 5,000 lines": `\`\`\`ts\n${lines(5_000, (index) => `const value${index} = compute(${index}); // comment`)}\n\`\`\``,
  "quotes, 250 deep": lines(700, () => `${">".repeat(250)} deep down`),
  "lists, 100 deep": lines(1_000, (index) => `${"  ".repeat(index % 100)}- level ${index % 100}`),
  "reference definitions": `${lines(2_500, (index) => `See [${index}] and [other ${index}].\n`)}\n${lines(2_500, (index) => `[${index}]: http://a.b/${index}`)}`,
  "30,000 stars": "*".repeat(30_000),
  "30,000 opened brackets": "[a](".repeat(7_500),
  "200,000 characters without a break": "x".repeat(200_000),
};

/**
 * The longest time for which the page did nothing else, in milliseconds, while it was handed messages, until their end
 * had been drawn: as the panel shows them, or a bare text in a <pre> in the same place. `back` is handed over
 * afterwards, unmeasured.
 */
export async function longestStop(
  panel: PanelPage,
  shown: { readonly plain: string } | { readonly messages: readonly ToWebview[]; readonly back: readonly ToWebview[] },
): Promise<number> {
  return panel.page.evaluate(
    async ({ plain, messages, back }) => {
      const hand = (message: object): void => {
        window.dispatchEvent(new MessageEvent("message", { data: { conversation: "c", message } }));
      };
      const channel = new MessageChannel();
      const beat = (): Promise<void> =>
        new Promise((resolve) => {
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(0);
        });
      const log = document.querySelector('[role="log"]');
      if (!log) throw new Error("the transcript is not there");
      let pre: HTMLElement | undefined;
      let longest = 0;
      let last = performance.now();
      if (plain !== undefined) {
        pre = log.appendChild(document.createElement("pre"));
        pre.style.whiteSpace = "pre-wrap";
        pre.style.overflowWrap = "anywhere";
        pre.textContent = plain;
      } else for (const message of messages) hand(message);
      // Until nothing more is drawn: twenty quiet frames one after the other.
      let quiet = 0;
      let nodes = 0;
      let frame = false;
      requestAnimationFrame(function again() {
        frame = true;
        if (quiet < 20) requestAnimationFrame(again);
      });
      while (quiet < 20) {
        await beat();
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!frame) continue;
        frame = false;
        const count = log.getElementsByTagName("*").length;
        quiet = count === nodes ? quiet + 1 : 0;
        nodes = count;
      }
      pre?.remove();
      for (const message of back) hand(message);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      return longest;
    },
    { plain: undefined, messages: [], back: [], ...shown },
  );
}

/** The best of some rounds of both, in milliseconds: what the machine did beside it is no part of either. */
export async function stopAgainst(
  panel: PanelPage,
  plain: string,
  messages: readonly ToWebview[],
  back: readonly ToWebview[],
): Promise<{ readonly measured: number; readonly floor: number }> {
  const [floors, stops]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    floors.push(await longestStop(panel, { plain }));
    stops.push(await longestStop(panel, { messages, back }));
  }
  return { measured: Math.min(...stops), floor: Math.min(...floors) };
}

/** A reply that comes at once, and what takes it back. */
export function replyAtOnce(text: string): {
  readonly messages: readonly ToWebview[];
  readonly back: readonly ToWebview[];
} {
  const item = { kind: "text", id: "reply", text, isStreaming: false } as const;
  return {
    messages: [{ type: "changes", deltas: [{ kind: "put", thread: mainThread, item }] }],
    back: [{ type: "changes", deltas: [{ kind: "remove", thread: mainThread, id: "reply" }] }],
  };
}

/** Milliseconds until what follows one paragraph of 5 MB is on the screen. */
async function behindLongParagraph(panel: PanelPage): Promise<Row> {
  const text = "Some words with *emphasis*, `code` and **more** of [it](http://a.b/c). ".repeat(72_000);
  const { messages, back } = replyAtOnce(text);
  const next = { kind: "text", id: "next", text: "What follows.", isStreaming: false } as const;
  const start = performance.now();
  for (const message of messages) await panel.post(message);
  await panel.post({ type: "changes", deltas: [{ kind: "put", thread: mainThread, item: next }] });
  await panel.page.waitForFunction(
    () => {
      const log = document.querySelector('[role="log"]')?.getBoundingClientRect();
      const found = [...document.querySelectorAll('[role="log"] p')]
        .find(({ textContent }) => textContent === "What follows.")
        ?.getBoundingClientRect();
      return (
        log !== undefined &&
        found !== undefined &&
        found.height > 0 &&
        found.top >= log.top &&
        found.bottom <= log.bottom
      );
    },
    null,
    { timeout: 180_000, polling: 100 },
  );
  const taken = performance.now() - start;
  for (const message of [
    ...back,
    { type: "changes", deltas: [{ kind: "remove", thread: mainThread, id: "next" }] } as const,
  ])
    await panel.post(message);
  return {
    what: `one paragraph of ${Math.round(text.length / 1e6)} MB: until what follows it is on the screen`,
    measured: ms(taken),
    target: "≤ 60 s",
    isMet: taken <= 60_000,
  };
}

export async function bench(): Promise<readonly Row[]> {
  const panel = await PanelPage.open(() => {});
  try {
    const state: ConversationState = { ...createEmptyState("/w"), status: "idle", title: "t" };
    const prompt = { kind: "prompt", id: "p", text: "Tell me." } as const;
    await panel.post({
      type: "snapshot",
      state,
      page: { thread: "", at: { kind: "end" }, items: [prompt], hasOlder: false, hasNewer: false },
      draft: "",
      view: { open: [] },
      options: { ...defaultOptions, starters: [] },
    });
    const rows: Row[] = [];
    for (const [what, text] of Object.entries(replies)) {
      const { messages, back } = replyAtOnce(text);
      const { measured, floor } = await stopAgainst(panel, text, messages, back);
      rows.push({
        what: `a reply at once, ${what}: longest stop of the page, against a <pre>`,
        measured: `${ms(measured)} / ${ms(floor)}`,
        target: `≤ <pre> + ${allowanceMs} ms`,
        isMet: measured <= floor + allowanceMs,
      });
    }
    rows.push(await behindLongParagraph(panel));
    return rows;
  } finally {
    await panel.close();
  }
}
