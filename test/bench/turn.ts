import { BenchEditor } from "./benchEditor.ts";
import { type EditorTurn, runTurn } from "./editorTurn.ts";
import { median, ms, type Row } from "./row.ts";

const rounds = Number(process.env["TANDEM_BENCH_ROUNDS"] ?? 5);
const sizes = [200, 1_000, 10_000] as const;
/** Targets in milliseconds on a machine of two cores that does nothing else. */
const maxMs = { 200: 350, 1000: 500, 10000: 1_200 };
const maxHostMs = 1_000;
const maxLogBytes = 200_000;

/** Runs turns of all sizes in a new window, the smallest first, so that it is the first message of the window. */
async function measureWindow(editor: BenchEditor, round: number): Promise<Record<number, EditorTurn>> {
  const window = await editor.openWindow();
  try {
    const turns: Record<number, EditorTurn> = {};
    for (const items of sizes) {
      const end = `${items}-${round}`;
      turns[items] = await runTurn(window, `${items} items, then ${end}`, end);
      // Work that follows a turn, such as reading the list of conversations, belongs to no other turn.
      await window.page.waitForTimeout(2_000);
    }
    return turns;
  } finally {
    await window.close();
  }
}

/**
 * Turns in the real editor, from Enter to the painted row, with everything that listens to them. `turnParts` measures
 * the same without an editor, for finding causes.
 */
export async function bench(file: string): Promise<Row[]> {
  const editor = await BenchEditor.start({ file });
  const turns: Record<number, EditorTurn>[] = [];
  try {
    for (let round = 0; round < rounds; round++) turns.push(await measureWindow(editor, round));
    const of = (items: number, read: (turn: EditorTurn) => number): number =>
      median(turns.map((turn) => (turn[items] ? read(turn[items]) : Number.NaN)));
    const time = (items: number): number => of(items, ({ pressed, painted }) => painted - pressed);
    const log = editor.logSize();
    return [
      ...sizes.map((items) => ({
        what: `a turn of ${items.toLocaleString("en")} items in the editor, Enter to the last item painted`,
        measured: ms(time(items)),
        target: `≤ ${maxMs[items]} ms on a quiet machine`,
        isMet: time(items) <= maxMs[items],
      })),
      ...sizes.map((items) => ({
        what: `processor time of the extension host for ${items.toLocaleString("en")} items; of all pages`,
        measured: `${ms(of(items, ({ host }) => host))}; ${ms(of(items, ({ pages }) => pages))}`,
        ...(items === 10_000
          ? { target: `≤ ${maxHostMs} ms; –`, isMet: of(items, ({ host }) => host) <= maxHostMs }
          : { target: "" }),
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
