import { describeCall } from "../../extension/core/conversation/tools/describeCall.ts";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { Item, ToolItem } from "../../extension/shared/contract/items.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ConversationSnapshot, ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { PanelPage } from "./page.ts";
import { median, ms, type Row, times } from "./row.ts";
import { allowanceMs, longestStop, replyAtOnce, stopAgainst } from "./stall.ts";
import { getText } from "./transcripts.ts";

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

/** A reply of a megabyte with everything that replies have. */
const chapter = (index: number): string =>
  [
    `## Chapter ${index}`,
    "Some *words* with `code`, **more** of [it](https://example.com/a), src/reader.ts:12 and #12. ".repeat(4),
    lines(10, (item) => `- item ${item} with \`code\` in it`),
    `| a | b |\n| --- | --- |\n${lines(8, (row) => `| row ${row} | ${row * 7} |`)}`,
    `\`\`\`ts\n${lines(20, (line) => `const value${line} = compute(${line}); // comment`)}\n\`\`\``,
  ].join("\n\n");
const megabyte = Array.from({ length: 700 }, (_, index) => chapter(index))
  .join("\n\n")
  .slice(0, 1_000_000);

/** Output of a test runner: 20,000 lines in colors. */
const ansi = lines(
  20_000,
  (index) =>
    `\u001b[32m✓\u001b[0m test/unit/file${index % 90}.test.ts \u001b[2m>\u001b[22m case ${index} \u001b[33m${index % 40} ms\u001b[0m`,
);

const command: ToolItem = {
  kind: "tool",
  id: "run",
  tool: "Bash",
  toolKind: "command",
  subject: "npm test",
  state: "done",
  threadSize: 0,
};
const agent: ToolItem = {
  ...command,
  id: "agent",
  tool: "Agent",
  toolKind: "agent",
  subject: "look at all of it",
  threadSize: 20_000,
};
const step = (index: number): Item => ({ ...command, id: `s${index}`, subject: `npm test -- file${index}` });
const state: ConversationState = { ...createEmptyState("/w"), status: "idle", title: "t" };
const snapshot = (items: readonly Item[], open: readonly string[] = []): ConversationSnapshot => ({
  type: "snapshot",
  state,
  page: { thread: mainThread, at: { kind: "end" }, items, hasOlder: false, hasNewer: false },
  draft: "",
  view: { open },
  options: { ...defaultOptions, starters: [] },
});
const prompt: Item = { kind: "prompt", id: "p", text: "Tell me." };

function stopRow(what: string, { measured, floor }: { readonly measured: number; readonly floor: number }): Row {
  return {
    what: `${what}: longest stop of the page, against a <pre>`,
    measured: `${ms(measured)} / ${ms(floor)}`,
    target: `≤ <pre> + ${allowanceMs} ms`,
    isMet: measured <= floor + allowanceMs,
  };
}

async function reply(panel: PanelPage): Promise<Row[]> {
  await panel.post(snapshot([prompt]));
  const { messages, back } = replyAtOnce(megabyte);
  return [stopRow("a reply of 1 MB at once", await stopAgainst(panel, megabyte, messages, back))];
}

/** In the host, where a card's details are made when it opens, and in the page, which draws them. */
async function output(panel: PanelPage): Promise<Row[]> {
  const describe = (): ReturnType<typeof describeCall> =>
    describeCall({ tool: "Bash", thread: mainThread, input: { command: "npm test" }, output: ansi });
  const took = Array.from({ length: 5 }, () => {
    const start = performance.now();
    describe();
    return performance.now() - start;
  });
  await panel.post(snapshot([prompt, command], [command.id]));
  const details = describe();
  const shown = details.kind === "command" ? details.output.text : "";
  const messages: readonly ToWebview[] = [{ type: "details", toolId: command.id, details }];
  const back: readonly ToWebview[] = [snapshot([prompt]), snapshot([prompt, command], [command.id])];
  return [
    {
      what: `20,000 lines in colors, ${(ansi.length / 1e6).toFixed(1)} MB: to the details of a card, in the host`,
      measured: ms(median(took)),
      target: "",
    },
    stopRow("20,000 lines in colors: a card that opens", await stopAgainst(panel, shown, messages, back)),
  ];
}

/**
 * A card opens on the last page of a subagent's steps; then its reader asks for earlier ones, up to all that a page
 * holds.
 */
async function steps(panel: PanelPage): Promise<Row[]> {
  const page = (from: number, at: { kind: "end" } | { kind: "before"; id: string }): ToWebview => ({
    type: "page",
    page: {
      thread: agent.id,
      at,
      items: Array.from({ length: 100 }, (_, index) => step(from + index)),
      hasOlder: true,
      hasNewer: false,
    },
  });
  await panel.post(snapshot([prompt, agent], [agent.id]));
  const opening = await longestStop(panel, { messages: [page(19_900, { kind: "end" })], back: [] });
  const stops: number[] = [];
  for (let from = 19_800; from >= 18_000; from -= 100)
    stops.push(
      await longestStop(panel, { messages: [page(from, { kind: "before", id: `s${from + 100}` })], back: [] }),
    );
  return [
    {
      what: "a subagent with 20,000 rows: its card opens, longest stop of the page",
      measured: ms(opening),
      target: "≤ 50 ms",
      isMet: opening <= 50,
    },
    {
      what: "the same: 100 earlier rows in front of 1,900, against in front of 100",
      measured: `${times((stops.at(-1) ?? 0) / (stops[0] ?? 1))} (${ms(stops.at(-1) ?? 0)})`,
      target: "",
    },
  ];
}

/** Measures the memory of the page's own script after a long conversation that arrives row by row. */
async function heap(panel: PanelPage, rest = ""): Promise<Row[]> {
  const session = await panel.page.context().newCDPSession(panel.page);
  const used = async (): Promise<number> => {
    for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
    return (await session.send("Runtime.getHeapUsage")).usedSize;
  };
  /** Everything that was handed over is drawn, and nothing waits to be. */
  const isIdle = (): Promise<void> =>
    panel.page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
        ),
    );
  const item = (index: number): Item => ({
    kind: "text",
    id: `i${index}`,
    text: `Reply ${index} with \`code\`.\n\n- one\n- **two**${rest}`,
    isStreaming: false,
  });
  await panel.post(snapshot(Array.from({ length: 100 }, (_, index) => item(index))));
  await isIdle();
  const few = await used();
  for (let from = 100; from < 10_000; from += 100)
    await panel.post({
      type: "changes",
      deltas: Array.from({ length: 100 }, (_, index) => ({
        kind: "put",
        thread: mainThread,
        item: item(from + index),
      })),
    });
  await isIdle();
  const many = await used();
  return [
    {
      what: `heap of the page after 10,000 items${rest === "" ? "" : " of 1,000 characters"}, against after 100`,
      measured: `${times(many / few)} (${(many / 1e6).toFixed(1)} / ${(few / 1e6).toFixed(1)} MB)`,
      target: "≤ 1.3×",
      isMet: many <= few * 1.3,
    },
  ];
}

/** Measures long content: a reply, an output, a subagent's work, a conversation. */
export async function bench(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const heapOfLong = (panel: PanelPage): Promise<Row[]> => heap(panel, `\n\n${getText(960, 1)}`);
  for (const part of [reply, output, steps, heap, heapOfLong]) {
    const panel = await PanelPage.open(() => {});
    try {
      rows.push(...(await part(panel)));
    } finally {
      await panel.close();
    }
  }
  return rows;
}
