/** How long something stands on the screen before it can be decided, in milliseconds. */
export const guardMs = 500;

/**
 * Keeps what was meant for something else from deciding. A press counts only when it was made half a second after what it
 * hits had been painted where it stands: not one that was under way when a card appeared, took the place of another, moved or
 * changed, nor one of a burst of presses, also on a page that was too busy to take it in time; nor the second click of a double click.
 */
export class Deliberation {
  /** It stood long enough. */
  isArmed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #box = "";
  /** When it was on the screen; on the clock of events, in milliseconds. */
  #shownAt = Number.POSITIVE_INFINITY;
  /** When the button or the key went down that a click ends. */
  #pressedAt: number | undefined;

  /** What is shown is new: it has to stand for a while again. */
  restart(): void {
    this.#stop();
    this.isArmed = false;
    this.#shownAt = Number.POSITIVE_INFINITY;
    // The first frame is the one that paints it, the second one follows the paint.
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        this.#shownAt = performance.now();
        this.#timer = setTimeout(() => {
          this.isArmed = document.visibilityState === "visible";
        }, guardMs);
      });
    });
  }

  /** Starts with an element, and anew whenever it moves or changes its size. Returns a function that ends it. */
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
      // One of a burst of presses that began before it was there: whoever presses on has not read it.
      if (event.type === "pointerdown" || key === "Enter" || key === " ") this.notePress(event.timeStamp);
      else this.#pressedAt = event.timeStamp;
    };
    // What moves it is a change of the size of something beside it, or beside what it is in.
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

  /** Keeps a key that is held down from clicking what has the focus, or what takes it next, again and again. */
  readonly ignoreKeyRepeat = (event: KeyboardEvent): void => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  };

  /** A key that is no press of the button itself was made for it. */
  notePress(timeStamp: number): void {
    this.#pressedAt = timeStamp;
    if (timeStamp - this.#shownAt < guardMs) this.restart();
  }

  /** A click handler that acts on a deliberate click only; a key counts as one. */
  guard(action: () => void): (event: MouseEvent) => void {
    return (event) => {
      const pressedAt = Math.min(this.#pressedAt ?? event.timeStamp, event.timeStamp);
      this.#pressedAt = undefined;
      if (this.isArmed && event.detail <= 1 && pressedAt - this.#shownAt >= guardMs) action();
      else this.restart();
    };
  }

  #stop(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
