import type { BenchWindow } from "./benchEditor.ts";
import { type EditorTurn, runTurn } from "./editorTurn.ts";
import { percentile } from "./row.ts";

/** A turn whose reply is streamed, with what its page did meanwhile. */
export interface StreamedTurn extends EditorTurn {
  /** Moments of frames, and for each the number of the newest mark that was painted; -1 for none. */
  readonly frames: readonly { readonly time: number; readonly mark: number }[];
  /** The longest task of the panel's page in milliseconds; 0 where none was longer than 50. */
  readonly longest: number;
}

/** Moments at which the program wrote the marks of a reply, by their numbers. */
export type Marks = Readonly<Record<string, number>>;

declare global {
  interface Window {
    benchStream: { isRunning: boolean; frames: { time: number; mark: number }[]; longest: number };
  }
}

/** Runs in the panel's document: notes its frames and long tasks until `isRunning` is false. */
function watchStream(): void {
  const noted: Window["benchStream"] = { isRunning: true, frames: [], longest: 0 };
  window.benchStream = noted;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.longest = Math.max(noted.longest, duration);
  }).observe({ type: "longtask" });
  const findMark = (): number => {
    const text = document.querySelector("[role=log]")?.textContent ?? "";
    return Number(/\[(\d+)\][^[]*$/.exec(text.slice(-2_000))?.[1] ?? -1);
  };
  const look = (): void => {
    const mark = findMark();
    // After the frame is painted.
    setTimeout(() => noted.frames.push({ time: performance.timeOrigin + performance.now(), mark }), 0);
    if (noted.isRunning) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Sends a prompt that leads to a streamed reply, and waits until all of it is painted. */
export async function runStreamedTurn(window: BenchWindow, prompt: string, end: string): Promise<StreamedTurn> {
  await window.inPanel(watchStream);
  const turn = await runTurn(window, prompt, end);
  const { frames, longest } = await window.inPanel(() => {
    globalThis.window.benchStream.isRunning = false;
    return globalThis.window.benchStream;
  });
  return { ...turn, frames, longest };
}

/** Returns the share of the frames of a turn that came more than half a frame late. */
export function findDropped({ frames, pressed, painted }: StreamedTurn): number {
  const times = frames.map(({ time }) => time).filter((time) => time >= pressed && time <= painted);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return gaps.filter((gap) => gap > 25).length / Math.max(1, gaps.length);
}

/** Returns how long the marks of a turn took from the program to the screen, of which `share` took less. */
export function findDelay({ frames }: StreamedTurn, written: Marks, share: number): number {
  const delays = Object.entries(written).flatMap(([mark, wrote]) => {
    const frame = frames.find((each) => each.mark >= Number(mark));
    return frame ? frame.time - wrote : [];
  });
  const count = Object.keys(written).length;
  if (delays.length < count * 0.9) throw new Error(`Only ${delays.length} of ${count} marks were painted.`);
  return percentile(delays, share);
}
