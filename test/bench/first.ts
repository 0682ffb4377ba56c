import { BenchEditor } from "./benchEditor.ts";
import { runTurn } from "./editorTurn.ts";
import { median, ms, type Row } from "./row.ts";

const turns = 15;

/**
 * A short reply in the real editor: from Enter to the program, and from its first byte to the first character on the
 * screen.
 */
export async function bench(file: string): Promise<Row[]> {
  const editor = await BenchEditor.start({ file });
  const sent: number[] = [];
  const shown: number[] = [];
  const whole: number[] = [];
  const host: number[] = [];
  const pages: number[] = [];
  try {
    const window = await editor.openWindow();
    // The first one loads what the others have, and waits for the program.
    for (let turn = 0; turn <= turns; turn++) {
      const measured = await runTurn(window, `first ${turn}`, `${turn}`);
      const { received, wrote } = editor.readNotes<{ received: number; wrote: number }>();
      if (turn === 0) continue;
      sent.push(received - measured.pressed);
      shown.push(measured.painted - wrote);
      whole.push(measured.painted - measured.pressed);
      host.push(measured.host);
      pages.push(measured.pages);
      // Work that follows a turn belongs to no other one.
      await window.page.waitForTimeout(500);
    }
    await window.close();
  } finally {
    await editor.close();
  }
  return [
    { what: "Enter until the program has the prompt, in the editor", measured: ms(median(sent)), target: "" },
    {
      what: "first byte of a reply to its first character painted, in the editor",
      measured: ms(median(shown)),
      target: "",
    },
    { what: "both", measured: ms(median(whole)), target: "" },
    {
      what: "processor time of the extension host for such a turn; of all pages",
      measured: `${ms(median(host))}; ${ms(median(pages))}`,
      target: "",
    },
  ];
}
