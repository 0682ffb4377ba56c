import { BenchEditor } from "./benchEditor.ts";
import { median, ms, type Row } from "./row.ts";
import { findDelay, findDropped, type Marks, runStreamedTurn, type StreamedTurn } from "./streamedTurn.ts";

const rounds = 5;

/**
 * Prose at 2,000 tokens a second in the real editor, from the program to the screen. `paintParts` measures the page
 * alone.
 */
export async function bench(file: string): Promise<Row[]> {
  const editor = await BenchEditor.start({ file });
  const turns: { readonly turn: StreamedTurn; readonly marks: Marks }[] = [];
  try {
    const window = await editor.openWindow();
    for (let round = 0; round <= rounds; round++) {
      const turn = await runStreamedTurn(window, `marked ${round}`, `${round}`);
      // The first one loads what the others have.
      if (round > 0) turns.push({ turn, marks: editor.readNotes<{ readonly marks: Marks }>().marks });
    }
    await window.close();
  } finally {
    await editor.close();
  }
  const of = (read: (each: (typeof turns)[number]) => number): number => median(turns.map(read));
  const longest = of(({ turn }) => turn.longest);
  const delay = (share: number): string => ms(of(({ turn, marks }) => findDelay(turn, marks, share)));
  const what = "2,000 tokens a second in the editor";
  return [
    {
      what: `${what}: longest task in the page`,
      measured: longest === 0 ? "under 50 ms" : ms(longest),
      target: "≤ 50 ms",
      isMet: longest <= 50,
    },
    { what: `${what}: program to screen, median, p99`, measured: `${delay(0.5)}, ${delay(0.99)}`, target: "" },
    {
      what: `${what}: frames that came late`,
      measured: `${(of(({ turn }) => findDropped(turn)) * 100).toFixed(1)} %`,
      target: "",
    },
    {
      what: `${what}, 5 s: processor time of the extension host; of all pages`,
      measured: `${ms(of(({ turn }) => turn.host))}; ${ms(of(({ turn }) => turn.pages))}`,
      target: "",
    },
  ];
}
