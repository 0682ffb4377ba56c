/** Maximum time in ms between the two presses. */
const maxMs = 800;

/** Recognizes two presses of Escape in a row, with no other key between them. */
export class DoubleEscape {
  #pressedAt: number | undefined;

  /** Returns true for the second press. Call for every key. */
  isSecond(event: KeyboardEvent): boolean {
    const before = this.#pressedAt;
    const isPress =
      event.key === "Escape" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isSecond = isPress && before !== undefined && event.timeStamp - before <= maxMs;
    this.#pressedAt = isPress && !isSecond ? event.timeStamp : undefined;
    return isSecond;
  }
}
