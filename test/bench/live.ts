import { BenchEditor } from "./benchEditor.ts";
import { replies } from "./replies.mjs";
import { ms, type Row } from "./row.ts";
import { findDropped, runStreamedTurn } from "./streamedTurn.ts";

/**
 * Long replies and thinking, each streamed at 2,000 tokens a second in the real editor. `liveParts` compares the page
 * alone with plain text.
 */
export async function bench(file: string): Promise<Row[]> {
  const editor = await BenchEditor.start({ file, settings: { "tandem.chat.showThinking": "expanded" } });
  const rows: Row[] = [];
  try {
    const window = await editor.openWindow();
    // Loads what the others have.
    await runStreamedTurn(window, "marked warm", "warm");
    for (const name of Object.keys(replies)) {
      const turn = await runStreamedTurn(window, `stream ${name}`, name);
      const what = `2,000 tokens a second in the editor, ${name}`;
      rows.push(
        {
          what: `${what}: longest task`,
          measured: turn.longest === 0 ? "under 50 ms" : ms(turn.longest),
          target: "≤ 50 ms",
          isMet: turn.longest <= 50,
        },
        { what: `${what}: frames that came late`, measured: `${(findDropped(turn) * 100).toFixed(1)} %`, target: "" },
        {
          what: `${what}: processor time of the extension host; of all pages`,
          measured: `${ms(turn.host)}; ${ms(turn.pages)}`,
          target: "",
        },
      );
    }
    await window.close();
  } finally {
    await editor.close();
  }
  return rows;
}
