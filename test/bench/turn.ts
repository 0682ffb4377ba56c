import { randomUUID } from "node:crypto";
import path from "node:path";
import { silentLogger } from "../../extension/base/logger.ts";
import { ProcessTransport } from "../../extension/cli/processTransport.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { ToWebview } from "../../extension/contract/toWebview.ts";
import { Outbox } from "../../extension/panel/outbox.ts";
import { Conversation } from "../../extension/session/conversation.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { nothingMentioned } from "../fakes/nothingMentioned.ts";
import { nothingUnsaved } from "../fakes/nothingUnsaved.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { PanelPage } from "./page.ts";
import { ms, type Row, times } from "./row.ts";

interface Measured {
  /** From the prompt to the last item on the screen, in milliseconds. */
  readonly time: number;
  readonly nodes: number;
  /** From a key to its letter on the screen, in milliseconds. */
  readonly key: number;
  readonly longest: number;
}

/** A turn of `items` items through everything: a process, the client, the session, the outbox, the page. */
async function turnOf(items: number): Promise<Measured> {
  const program = path.join(process.cwd(), "test", "bench", "burstCli.mjs");
  const conversation = new Conversation({
    launcher: {
      launch: async () => ({
        transport: new ProcessTransport({
          file: process.execPath,
          args: [program],
          cwd: process.cwd(),
          env: { PATH: process.env["PATH"] ?? "", TANDEM_BENCH_ITEMS: String(items) },
          clock: systemClock,
          mark: randomUUID(),
        }),
        version: "2.1.329",
        isResumed: true,
      }),
    },
    unsaved: nothingUnsaved,
    mentions: nothingMentioned,
    attachments: memoryAttachments(),
    files: {
      watch: () => ({ dispose() {} }),
      isDirty: () => false,
      placeOf: async () => ({ isOutside: false, isReadOnly: false }),
      readDisk: async () => undefined,
    },
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
    id: "c1" as ConversationId,
  });
  const snapshot = (): ToWebview => ({
    type: "snapshot",
    state: conversation.state,
    page: conversation.transcript.page("", { kind: "end" }, 100),
    draft: "",
    view: { open: [] },
    options: { sendKey: "enter", showThinking: "collapsed", fontSize: null, showsFolder: false, starters: [] },
  });
  const panel = await PanelPage.open((message) => {
    if (message.type === "ready") outbox.resync();
  });
  const outbox = new Outbox({ clock: systemClock, post: (message) => panel.post(message), snapshot });
  try {
    conversation.onDidChange((changes) => outbox.add(changes));
    conversation.set({ folder: "/w" });
    await conversation.start();
    outbox.resync();
    await panel.page.getByRole("textbox", { name: "Message" }).waitFor();
    const start = performance.now();
    conversation.submit("go");
    await panel.page.getByText("THE END").waitFor();
    const time = performance.now() - start;
    const { nodes, key, longest } = await panel.page.evaluate(async () => {
      const box = document.querySelector("textarea");
      const from = performance.now();
      if (box) {
        box.focus();
        document.execCommand("insertText", false, "k");
      }
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      const { longTasks } = window as unknown as { longTasks: number[] };
      return { nodes: document.querySelectorAll("*").length, key: performance.now() - from, longest: Math.max(0, ...longTasks) };
    });
    return { time, nodes, key, longest };
  } finally {
    outbox.dispose();
    await conversation.close();
    await panel.close();
  }
}

export async function bench(): Promise<Row[]> {
  await turnOf(200);
  const [small, large] = [await turnOf(1_000), await turnOf(10_000)];
  const growth = large.time / small.time;
  return [
    { what: "a turn of 1,000 items, prompt to last item painted", measured: ms(small.time), target: "about 1 s", isMet: small.time <= 1_500 },
    { what: "a turn of 10,000 items against 1,000", measured: `${times(growth)} (${ms(large.time)})`, target: "≤ 10×", isMet: growth <= 10 },
    { what: "DOM nodes after 10,000 items against 1,000", measured: `${large.nodes} / ${small.nodes}`, target: "bounded", isMet: large.nodes < 3_000 },
    { what: "a key pressed after 10,000 items, until painted", measured: ms(large.key), target: "≤ 2 frames (33 ms)", isMet: large.key <= 33 },
    { what: "longest task in the page during 10,000 items", measured: ms(large.longest), target: "" },
  ];
}
