import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";
import { SvelteMap } from "svelte/reactivity";

const key = Symbol("shown whole");

/** Height of a line where the style names none, in pixels. */
const usualLine = 18;

/** Width beside a box that is no text but rounding or a gap, in pixels. */
const usualGap = 16;

/**
 * The parts of a request that were on the screen. A box that scrolls counts as shown once its end was visible, also to
 * the side, or the user pressed "Show all". Answers that allow are offered when nothing is left: that a text is in the
 * page does not mean that anyone could read it.
 */
export class ShownWhole {
  /** True after the user pressed "Show all": the boxes then have their full height. */
  isAllShown = $state(false);
  /** Lines of boxes that were on no screen yet. */
  readonly #left = new SvelteMap<Element, number>();
  /** Boxes that count as shown until their text changes. */
  readonly #seen = new WeakSet<Element>();

  /** Number of lines, as they are wrapped, that were on no screen. */
  get linesLeft(): number {
    return this.isAllShown ? 0 : [...this.#left.values()].reduce((sum, lines) => sum + lines, 0);
  }

  showAll(): void {
    this.isAllShown = true;
  }

  /** Ends what the user asked for: it counts as shown, and a box that appears from now on does not. */
  settle(): void {
    if (!this.isAllShown) return;
    for (const element of this.#left.keys()) this.#seen.add(element);
    this.#left.clear();
    this.isAllShown = false;
  }

  /** Begins anew, because another text is shown. */
  reset(): void {
    this.isAllShown = false;
  }

  /** Returns what counts the lines of a text that an element stands for as left, as long as it is there. */
  readonly fold =
    (text: string): Attachment<HTMLElement> =>
    (element) => {
      this.#left.set(element, countLines(text));
      return () => void this.#left.delete(element);
    };

  /** Watches a box that scrolls inside itself, with what is in it. */
  readonly watch: Attachment<HTMLElement> = (element) => {
    let [seenTo, seenAcross, width] = [0, 0, 0];
    const note = (): void => {
      const { scrollTop, clientHeight, scrollHeight, scrollLeft, clientWidth, scrollWidth } = element;
      // Not laid out: folded, or in a closed part.
      if (clientHeight === 0 && (scrollHeight === 0 || element.offsetParent === null))
        return void this.#left.delete(element);
      // In another width the text has other lines.
      if (clientWidth !== width) seenTo = seenAcross = 0;
      width = clientWidth;
      [seenTo, seenAcross] = [
        Math.max(seenTo, scrollTop + clientHeight),
        Math.max(seenAcross, scrollLeft + clientWidth),
      ];
      const line = Number.parseFloat(getComputedStyle(element).lineHeight) || usualLine;
      const below = scrollHeight - seenTo;
      // Less than half a line is rounding, or the padding at the end.
      if (clientHeight > 0 && below < line / 2 && scrollWidth - seenAcross <= usualGap) this.#seen.add(element);
      if (this.#seen.has(element)) this.#left.delete(element);
      else this.#left.set(element, Math.max(1, Math.ceil(below / line)));
    };
    const sizes = new ResizeObserver(note);
    sizes.observe(element);
    const content = new MutationObserver(() => {
      // Another text, of which only what is in the box now was seen.
      seenTo = seenAcross = 0;
      this.#seen.delete(element);
      note();
    });
    content.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener("scroll", note, { passive: true });
    note();
    return () => {
      sizes.disconnect();
      content.disconnect();
      element.removeEventListener("scroll", note);
      this.#left.delete(element);
    };
  };
}

/** Width in characters of a line of a narrow panel. */
const narrowLine = 60;

/** Returns about how many lines a text takes in a panel. */
function countLines(text: string): number {
  return text.split("\n").reduce((count, { length }) => count + Math.max(1, Math.ceil(length / narrowLine)), 0);
}

export function provideShownWhole(shown: ShownWhole): void {
  setContext(key, shown);
}

/** Returns undefined outside of a card: in the transcript nothing is approved. */
export function getShownWhole(): ShownWhole | undefined {
  return getContext(key);
}
