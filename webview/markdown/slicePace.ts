/** Bounds of a slice, in characters: most replies come at once; the slowest machine takes the smallest one in a frame. */
const [smallest, first, largest] = [1_500, 3_000, 16_000];
/** A frame that took longer than this halves the slice, one that took less than the other lets it grow; in milliseconds. */
const [slowMs, quickMs] = [34, 20];

/**
 * How much of a long text is taken in at once: slices come a frame apart, so that the webview stays alive, and are as long as
 * this machine draws in about one frame, whatever is in them.
 */
export class SlicePace {
  /** Characters of the next slice. */
  size = first;
  #last: number | undefined;

  /** A frame begins, at a time in milliseconds; the one before drew a slice. */
  frame(now: number): void {
    const took = this.#last === undefined ? undefined : now - this.#last;
    this.#last = now;
    if (took === undefined) return;
    if (took > slowMs) this.size = Math.max(smallest, this.size / 2);
    else if (took < quickMs) this.size = Math.min(largest, this.size * 1.5);
  }

  /** Nothing is behind: what comes next is no frame after this one. */
  rest(): void {
    this.#last = undefined;
  }
}
