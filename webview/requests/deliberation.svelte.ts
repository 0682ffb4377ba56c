import { DecisionDelay, type DelayClock } from "../../extension/shared/contract/requests/decisionDelay.ts";

/** The clock of events. */
const clock: DelayClock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/**
 * Prevents accidental decisions. A press counts only if
 * - it was made at least half a second after its target was painted at its place: not while a card appeared, replaced
 *   another, moved or changed,
 * - it is not part of a burst of presses, also if the page was too busy to handle them in time,
 * - it is not the second click of a double click.
 */
export class Deliberation {
  /** True once the content was visible long enough. */
  isArmed = $state(false);
  /** Begins when the content was painted. */
  readonly #delay = new DecisionDelay(clock, () => {
    this.isArmed = document.visibilityState === "visible";
  });
  #frame = 0;
  #box = "";
  /** Time at which the button or key went down whose release is a click. */
  #pressedAt: number | undefined;

  /** Restarts the delay, because the content changed. */
  restart(): void {
    this.#stop();
    this.isArmed = false;
    // The first frame paints the content; the second one follows the paint.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => this.#delay.start());
    });
  }

  /**
   * Starts the delay for an element, and restarts it whenever the element moves or changes its size. Returns a function
   * that stops it.
   */
  watch(element: HTMLElement): () => void {
    const again = (): void => this.restart();
    const note = (): void => {
      const { top, left, width, height } = element.getBoundingClientRect();
      const box = `${Math.round(top)} ${Math.round(left)} ${Math.round(width)} ${Math.round(height)}`;
      if (box === this.#box) return;
      this.#box = box;
      this.restart();
    };
    const press = (event: Event): void => {
      const { repeat, key } = event as Partial<KeyboardEvent>;
      if (repeat) return;
      // Part of a burst of presses that began before the content was visible: the user cannot have read it.
      if (event.type === "pointerdown" || key === "Enter" || key === " ") this.notePress(event.timeStamp);
      else this.#pressedAt = event.timeStamp;
    };
    // The element moves when a sibling of it or of an ancestor changes its size.
    const observer = new ResizeObserver(note);
    for (let part: HTMLElement | null = element; part && part !== document.body; part = part.parentElement) {
      for (const sibling of part.parentElement?.children ?? []) observer.observe(sibling);
    }
    document.addEventListener("visibilitychange", again);
    for (const type of ["pointerdown", "keydown"]) element.addEventListener(type, press, true);
    note();
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", again);
      this.#stop();
    };
  }

  /** Prevents a repeating key from clicking the focused button, or the next one to get the focus, repeatedly. */
  readonly ignoreKeyRepeat = (event: KeyboardEvent): void => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  };

  /**
   * Records the time of a press, and restarts the delay if it came too early. Also called for a key pressed outside the
   * button.
   */
  notePress(timeStamp: number): void {
    this.#pressedAt = timeStamp;
    if (!this.#delay.isDeliberate(timeStamp)) this.restart();
  }

  /** Returns a click handler that acts on deliberate clicks only; a key counts as a click. */
  guard(action: () => void): (event: MouseEvent) => void {
    return (event) => {
      const pressedAt = Math.min(this.#pressedAt ?? event.timeStamp, event.timeStamp);
      this.#pressedAt = undefined;
      if (this.isArmed && event.detail <= 1 && this.#delay.isDeliberate(pressedAt)) action();
      else this.restart();
    };
  }

  #stop(): void {
    this.#delay.stop();
    cancelAnimationFrame(this.#frame);
  }
}
