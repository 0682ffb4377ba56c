import fs from "node:fs";
import path from "node:path";
import { Banners } from "../../extension/core/conversations/banners.ts";
import type { OpenConversation } from "../../extension/core/conversations/openConversation.ts";
import { WaitingRequests } from "../../extension/core/conversations/requests/waitingRequests.ts";
import { SessionIndex } from "../../extension/node/transcripts/sessionIndex.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import { ConversationPanel } from "../../extension/vscode/chat/conversationPanel.ts";
import type { PanelActions } from "../../extension/vscode/chat/panelActions.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { openWindow } from "./openWindow.ts";
import { PanelPage } from "./page.ts";
import { median, ms, type Row, times } from "./row.ts";
import { TranscriptHome } from "./transcripts.ts";

const rounds = 7;

/** Opening saved conversations and going from one to another, from the click to the end on the screen. */
async function opening(): Promise<Row[]> {
  const home = new TranscriptHome();
  const panel = await PanelPage.open(
    (message) => void view?.receive({ conversation: message.type === "ready" ? null : view.conversation, message }),
  );
  let view: ConversationPanel | undefined;
  try {
    const small = home.write(100, 5_000, "THE END of the small one");
    const large = [
      home.write(10_000, 5_500, "THE END of the first"),
      home.write(10_000, 5_500, "THE END of the second"),
    ] as const;
    const size = fs.statSync(path.join(home.transcripts, `${large[0]}.jsonl`)).size;
    const show = async (open: OpenConversation, text: string): Promise<number> => {
      const start = performance.now();
      if (view) view.bind(open);
      else throw new Error("there is no panel");
      await open.open();
      await panel.page.getByText(text).waitFor();
      await panel.page.evaluate(
        () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))),
      );
      return performance.now() - start;
    };
    const time = async (sessionId: string, text: string): Promise<number> => {
      // A window of its own each time: nothing is held of what was read before.
      const { conversations, options } = fresh(home, panel);
      const blank = conversations.create();
      view = new ConversationPanel(blank, options);
      await view.receive({ conversation: null, message: { type: "ready" } });
      await panel.page.getByRole("heading", { name: "Start a conversation" }).waitFor();
      const taken = await show(
        conversations.openSaved({ sessionId, folder: home.folder, title: "t", firstPrompt: "", time: 0 }),
        text,
      );
      view.dispose();
      await conversations.close();
      return taken;
    };
    await time(small, "THE END of the small one");
    const times_: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      times_[0].push(await time(small, "THE END of the small one"));
      times_[1].push(await time(large[0], "THE END of the first"));
    }
    const [smallTime, largeTime] = [median(times_[0]), median(times_[1])];
    const { conversations, options } = fresh(home, panel);
    const [first, second] = large.map((sessionId) =>
      conversations.openSaved({ sessionId, folder: home.folder, title: sessionId, firstPrompt: "", time: 0 }),
    );
    if (!first || !second) throw new Error("nothing was opened");
    view = new ConversationPanel(conversations.create(), options);
    await view.receive({ conversation: null, message: { type: "ready" } });
    for (const open of [first, second]) await open.open();
    for (const open of [first, second]) await open.conversation.transcript.loadPages(Number.POSITIVE_INFINITY);
    const switches: number[] = [];
    for (let round = 0; round < 2 * rounds; round++)
      switches.push(
        await show(
          round % 2 === 0 ? first : second,
          round % 2 === 0 ? "THE END of the first" : "THE END of the second",
        ),
      );
    view.dispose();
    await conversations.close();
    const ratio = largeTime / smallTime;
    return [
      {
        what: `opening 10,000 saved items, ${Math.round(size / 1e6)} MB, to painted, against 100 items`,
        measured: `${times(ratio)} (${ms(largeTime)} / ${ms(smallTime)})`,
        target: "≤ 1.5×",
        isMet: ratio <= 1.5,
      },
      {
        what: "switching between two conversations of 10,000 items, to painted",
        measured: ms(median(switches)),
        target: "≤ 100 ms",
        isMet: median(switches) <= 100,
      },
    ];
  } finally {
    await panel.close();
    home.remove();
  }
}

function fresh(home: TranscriptHome, panel: PanelPage) {
  const conversations = openWindow(home, systemClock);
  const options = {
    conversations,
    waiting: new WaitingRequests(conversations, systemClock, silentLogger),
    actions: {
      selection: { onDidChange: () => ({ dispose() {} }), of: () => undefined },
      lookForFiles: async () => [],
    } as unknown as PanelActions,
    panelOptions: () => ({ ...defaultOptions, starters: [] }) as const,
    clock: systemClock,
    logger: silentLogger,
    page: { started: () => {}, runs: () => {}, failed: () => {} },
    checkFiles: async () => {},
    banners: new Banners({ find: () => undefined, clock: systemClock, onError() {} }),
    say: (refusal: string) => {
      throw new Error(refusal);
    },
    report: (error: unknown) => {
      throw error;
    },
    post: (envelope: Parameters<PanelPage["postEnvelope"]>[0]) => panel.postEnvelope(envelope),
  };
  return { conversations, options };
}

/** Listing 2,000 conversations, against a loop that reads the same ends of the same files. */
async function listing(): Promise<Row[]> {
  const home = new TranscriptHome();
  try {
    for (let count = 0; count < 2_000; count++) home.write(count % 20 === 0 ? 400 : 30, 700, "the end");
    let cached: string | undefined;
    const index = () =>
      new SessionIndex({
        environment: home.environment,
        folders: () => [home.folder],
        cache: {
          load: () => cached,
          save: (text) => {
            cached = text;
          },
          setAside: () => {},
        },
        clock: systemClock,
        logger: silentLogger,
      });
    const measure = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const [loop, cold, warm]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < 5; round++) {
      loop.push(await measure(() => readEnds(home.transcripts)));
      cached = undefined;
      cold.push(
        await measure(async () => {
          if ((await index().list()).length !== 2_000) throw new Error("not all were listed");
        }),
      );
      warm.push(await measure(() => index().list()));
    }
    const row = (name: string, taken: number[]): Row => {
      const ratio = median(taken) / median(loop);
      return {
        what: `listing 2,000 conversations, index ${name}, against a loop that reads both ends of each`,
        measured: `${times(ratio)} (${ms(median(taken))} / ${ms(median(loop))})`,
        target: "≤ 1.5×",
        isMet: ratio <= 1.5,
      };
    };
    return [row("cold", cold), row("warm", warm)];
  } finally {
    home.remove();
  }
}

/** Reads what a list needs at least: 64 KiB at both ends, parsed, 16 files at once. */
async function readEnds(folder: string): Promise<void> {
  const next = fs.readdirSync(folder).values();
  const work = async (): Promise<void> => {
    for (const name of next) {
      const handle = await fs.promises.open(path.join(folder, name), "r");
      const { size } = await handle.stat();
      const length = Math.min(64 * 1024, size);
      for (const from of size > length ? [0, size - length] : [0]) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
        for (const line of buffer.toString("utf8", 0, bytesRead).split("\n")) {
          try {
            JSON.parse(line);
          } catch {
            // Cut at the edge.
          }
        }
      }
      await handle.close();
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

export async function bench(): Promise<Row[]> {
  return [...(await opening()), ...(await listing())];
}
