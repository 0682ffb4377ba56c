import fs from "node:fs";
import path from "node:path";
import { BenchEditor, type BenchWindow } from "./benchEditor.ts";
import { median, ms, type Row } from "./row.ts";

/** The time that a user waits, and the processor time behind it. */
interface Turn {
  /** From Enter to the last item painted, in milliseconds. */
  readonly time: number;
  /** Milliseconds of processor time: of the extension host, and of all pages of the window. */
  readonly host: number;
  readonly pages: number;
}

const rounds = Number(process.env["TANDEM_BENCH_ROUNDS"] ?? 5);
const sizes = [200, 1_000, 10_000] as const;
/** Targets in milliseconds on a machine of two cores that does nothing else. */
const maxMs = { 200: 350, 1000: 500, 10000: 1_200 };
const maxHostMs = 1_000;
const maxLogBytes = 200_000;

declare global {
  interface Window {
    /** Milliseconds from Enter until a text is painted in the conversation. */
    benchPainted: Promise<number>;
  }
}

/** Runs in the panel's document, before Enter. */
function watchPaint(text: string): void {
  window.benchPainted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("The last item was not painted within a minute.")), 60_000);
    let pressed = Number.NaN;
    addEventListener("keydown", () => (pressed = performance.now()), { capture: true, once: true });
    const look = (): void => {
      if (document.querySelector("[role=log]")?.textContent?.includes(text)) setTimeout(() => resolve(performance.now() - pressed), 0);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Sends a prompt with Enter and waits until the last item of its turn is painted. */
export async function runTurn(window: BenchWindow, items: number, end: string): Promise<Turn> {
  await window.panel.getByRole("textbox", { name: "Message" }).fill(`${items} items, then ${end}`);
  await window.inPanel(watchPaint, `The end: ${end}.`);
  const before = await window.processorTimes();
  await window.page.keyboard.press("Enter");
  const time = await window.inPanel(() => globalThis.window.benchPainted);
  const after = await window.processorTimes();
  return { time, host: after.host - before.host, pages: after.pages - before.pages };
}

/** Runs turns of all sizes in a new window, the smallest first, so that it is the first message of the window. */
async function measureWindow(editor: BenchEditor, round: number): Promise<Record<number, Turn>> {
  const window = await editor.openWindow();
  try {
    const turns: Record<number, Turn> = {};
    for (const items of sizes) {
      turns[items] = await runTurn(window, items, `${items}-${round}`);
      // Work that follows a turn, such as reading the list of conversations, belongs to no other turn.
      await window.page.waitForTimeout(2_000);
    }
    return turns;
  } finally {
    await window.close();
  }
}

/**
 * Turns in the real editor, from Enter to the painted row, with everything that listens to them. `turnParts` measures the same without an editor, for
 * finding causes.
 */
export async function bench(file: string): Promise<Row[]> {
  const program = path.join(process.cwd(), "test", "bench", "itemsCli.mjs");
  fs.accessSync(program, fs.constants.X_OK);
  const editor = await BenchEditor.start({ file, settings: { "tandem.claudePath": program } });
  const turns: Record<number, Turn>[] = [];
  try {
    for (let round = 0; round < rounds; round++) turns.push(await measureWindow(editor, round));
    const of = (items: number, key: keyof Turn): number => median(turns.map((turn) => turn[items]?.[key] ?? Number.NaN));
    const log = editor.logSize();
    return [
      ...sizes.map((items) => ({
        what: `a turn of ${items.toLocaleString("en")} items in the editor, Enter to the last item painted`,
        measured: ms(of(items, "time")),
        target: `≤ ${maxMs[items]} ms on a quiet machine`,
        isMet: of(items, "time") <= maxMs[items],
      })),
      ...sizes.map((items) => ({
        what: `processor time of the extension host for ${items.toLocaleString("en")} items; of all pages`,
        measured: `${ms(of(items, "host"))}; ${ms(of(items, "pages"))}`,
        ...(items === 10_000 ? { target: `≤ ${maxHostMs} ms; –`, isMet: of(items, "host") <= maxHostMs } : { target: "" }),
      })),
      log === undefined
        ? { what: "log of all turns", measured: "not written: the editor's native log is not built here", target: "" }
        : {
            what: "log of all these turns at the default level",
            measured: `${Math.round(log / 1_000)} kB`,
            target: "≤ 200 kB each",
            isMet: log <= maxLogBytes * rounds,
          },
    ];
  } finally {
    await editor.close();
  }
}
