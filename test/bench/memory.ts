import path from "node:path";
import { temporaryHome } from "../host/environment.mjs";
import { runCommand } from "../host/workbench.mjs";
import { BenchEditor, type BenchWindow, readUntil } from "./benchEditor.ts";
import { runTurn } from "./editorTurn.ts";
import { observer } from "./observer.ts";
import { ms, type Row, times } from "./row.ts";

const many = 20;
const few = 2;
const turns = 10;
const itemsOfTurn = 100;
const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Returns the bytes of the extension host's objects. */
async function readHeap(editor: BenchEditor, window: BenchWindow): Promise<number> {
  const before = editor.readObserved().heap?.length ?? 0;
  await runCommand(window.page, "Observe Heap");
  const { heap = [] } = await readUntil(
    () => editor.readObserved(),
    (observed) => (observed.heap?.length ?? 0) > before,
  );
  return heap.at(-1) ?? Number.NaN;
}

/** Longer than the time after which hidden conversations release their items. */
const trimMs = 75_000;
/** Longer, with that time, than the time after which they are paused, which is looked at every minute. */
const pauseMs = 120_000;

/**
 * The heap of the extension host in the real editor with conversations of 1,000 items, of which the last one is shown:
 * once the hidden ones released their items, and once they are paused, against two whose turns just ended.
 * `memoryParts` measures conversations that were opened from the list.
 */
export async function bench(file: string): Promise<Row[]> {
  const settings = { "tandem.maxRunningConversations": many + few, "tandem.pauseAfterMinutes": 2 };
  const own = temporaryHome("tandem-bench-");
  const env = { CLAUDE_CONFIG_DIR: path.join(own.home, "config") };
  const editor = await BenchEditor.start({
    file,
    settings: { ...settings, "tandem.environment": env },
    peer: observer,
  });
  try {
    const window = await editor.openWindow();
    // Code that the first turns load and compile belongs to no conversation.
    await runTurn(window, `${itemsOfTurn} items, then warm`, "warm");
    await window.openNewConversation();
    await runTurn(window, "0 items, then empty", "empty");
    const empty = await readHeap(editor, window);
    const measure = async (): Promise<number> => (await readHeap(editor, window)) - empty;
    let two = Number.NaN;
    const used = { host: 0, pages: 0 };
    for (let count = 1; count <= many; count++) {
      await window.openNewConversation();
      for (let turn = 1; turn <= turns; turn++) {
        const { host, pages } = await runTurn(
          window,
          `${itemsOfTurn} items, then ${count}.${turn}`,
          `${count}.${turn}`,
        );
        used.host += host;
        used.pages += pages;
      }
      if (count === few) two = await measure();
    }
    await window.page.waitForTimeout(trimMs);
    const twenty = await measure();
    await window.page.waitForTimeout(pauseMs);
    const paused = await measure();
    const what = `heap of ${many} conversations of ${turns} turns with ${itemsOfTurn} items in the editor`;
    return [
      {
        what: `${what} with their processes, against ${few}`,
        measured: `${times(twenty / two)} (${mb(twenty)} / ${mb(two)})`,
        target: "≤ 1.3×",
        isMet: twenty / two <= 1.3,
      },
      {
        what: `${what}, all but the shown one paused, against ${few}`,
        measured: `${times(paused / two)} (${mb(paused)} / ${mb(two)})`,
        target: "≤ 1.3×",
        isMet: paused / two <= 1.3,
      },
      { what: "heap of the extension host of that window before them", measured: mb(empty), target: "" },
      {
        what: `processor time of the extension host for a turn of ${itemsOfTurn} items, mean of all of them; of all pages`,
        measured: `${ms(used.host / (many * turns))}; ${ms(used.pages / (many * turns))}`,
        target: "",
      },
    ];
  } finally {
    await editor.close();
    own.remove();
  }
}
