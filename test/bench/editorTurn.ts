import type { BenchWindow } from "./benchEditor.ts";

/**
 * A turn in a window of the editor. Moments are milliseconds since 1970, on the clock that all processes of this
 * machine share.
 */
export interface EditorTurn {
  readonly pressed: number;
  /** The end of its last item was painted. */
  readonly painted: number;
  /** Milliseconds of processor time: of the extension host, and of all pages of the window. */
  readonly host: number;
  readonly pages: number;
}

declare global {
  interface Window {
    /** Moments of Enter, and of a text that was painted in the conversation afterwards. */
    benchPainted: Promise<{ readonly pressed: number; readonly painted: number }>;
  }
}

/** Runs in the panel's document, before Enter. */
function watchPaint(text: string): void {
  window.benchPainted = new Promise((resolve, reject) => {
    const now = (): number => performance.timeOrigin + performance.now();
    setTimeout(() => reject(new Error("The last item was not painted within a minute.")), 60_000);
    let pressed = Number.NaN;
    addEventListener("keydown", () => (pressed = now()), { capture: true, once: true });
    const look = (): void => {
      if (document.querySelector("[role=log]")?.textContent?.includes(text))
        setTimeout(() => resolve({ pressed, painted: now() }), 0);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/**
 * Sends a prompt that `editorCli.mjs` knows, with Enter, and waits until the last item of its turn is painted. `end` is
 * the name in the prompt.
 */
export async function runTurn(window: BenchWindow, prompt: string, end: string): Promise<EditorTurn> {
  await window.panel.getByRole("textbox", { name: "Message" }).fill(prompt);
  await window.inPanel(watchPaint, `The end: ${end}.`);
  const before = await window.processorTimes();
  await window.page.keyboard.press("Enter");
  const moments = await window.inPanel(() => globalThis.window.benchPainted);
  const after = await window.processorTimes();
  return { ...moments, host: after.host - before.host, pages: after.pages - before.pages };
}
