/**
 * Bounds of a slice in characters: most replies fit into one slice; the slowest machine handles the smallest in one
 * frame.
 */
const [smallest, first, largest] = [1_500, 3_000, 16_000];
/**
 * Frame times in milliseconds: a longer frame than the first halves the slice, a shorter one than the second lets it
 * grow.
 */
const [slowMs, quickMs] = [34, 20];

/**
 * Determines how much of a long text is parsed per frame. Slices come one frame apart, so that the webview stays
 * responsive, and adapt to what this machine draws in about one frame, for any content.
 */
export class SlicePace {
  /** Number of characters of the next slice. */
  size = first;
  #last: number | undefined;

  /** Records the start of a frame, in milliseconds, and adapts the slice to the duration of the previous frame. */
  frame(now: number): void {
    const took = this.#last === undefined ? undefined : now - this.#last;
    this.#last = now;
    if (took === undefined) return;
    if (took > slowMs) this.size = Math.max(smallest, this.size / 2);
    else if (took < quickMs) this.size = Math.min(largest, this.size * 1.5);
  }

  /** Stops the measurement when no text is left: the next frame does not follow directly. */
  rest(): void {
    this.#last = undefined;
  }
}
