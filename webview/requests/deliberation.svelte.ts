/** How long something stands on the screen before it can be decided, in milliseconds. */
export const guardMs = 500;

/**
 * Keeps what was meant for something else from deciding: a click or a key that was under way when a card appeared, took
 * the place of another, moved or changed does nothing for half a second; nor does the second click of a double click.
 */
export class Deliberation {
  /** It stood long enough. */
  isRipe = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #box = "";

  /** What is shown is new: it has to stand for a while again. */
  restart(): void {
    this.isRipe = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.isRipe = document.visibilityState === "visible";
    }, guardMs);
  }

  /** Starts with an element, and anew whenever it moves or changes its size. Returns a function that ends it. */
  watch(element: HTMLElement): () => void {
    const again = (): void => this.restart();
    const note = (): void => {
      const { top, left, width, height } = element.getBoundingClientRect();
      const box = `${Math.round(top)} ${Math.round(left)} ${Math.round(width)} ${Math.round(height)}`;
      if (box === this.#box && this.#timer !== undefined) return;
      this.#box = box;
      this.restart();
    };
    // What moves it is a change of the size of something beside it, or beside what it is in.
    const observer = new ResizeObserver(note);
    for (let part: HTMLElement | null = element; part && part !== document.body; part = part.parentElement) {
      for (const sibling of part.parentElement?.children ?? []) observer.observe(sibling);
    }
    document.addEventListener("visibilitychange", again);
    note();
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", again);
      clearTimeout(this.#timer);
    };
  }

  /** Keeps a key that is held down from clicking what has the focus, or what takes it next, again and again. */
  readonly ignoreRepeats = (event: KeyboardEvent): void => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  };

  /** A click handler that acts on a deliberate click only; a key counts as one. */
  guard(action: () => void): (event: MouseEvent) => void {
    return (event) => {
      if (this.isRipe && event.detail <= 1) action();
    };
  }
}
