/** Maximum distance in pixels at which the view counts as being at the end. */
const near = 24;

export interface StickOptions {
  readonly scroller: HTMLElement;
  /** The element whose growth moves the end. */
  readonly content: HTMLElement;
  /** Returns the shown content; a different object after each change. */
  readonly shown: () => unknown;
  readonly isFollowing: () => boolean;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** Events of gestures with which the user scrolls; the list's own position corrections do not trigger them. */
export const gestures = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Keys that scroll up. Other keys are meant for the focused element. */
const keysUp: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", " "]);

/** Returns whether an event may scroll: pressing a button inside does not, pressing the scroll bar does. */
function canScroll(event: Event, scroller: HTMLElement): boolean {
  if (event instanceof KeyboardEvent) return keysUp.has(event.key);
  return event.type !== "pointerdown" || event.target === scroller;
}

/**
 * Keeps the end in view while it is followed. Moving up by any distance stops that, if it is the user's: by a gesture,
 * or by a jump while neither the size nor the content changed. Moving down to the end starts it again. Position
 * corrections of the list, which follow a change of size within two frames, and size changes of the page do neither;
 * the view returns to the end. Returns a function that stops it.
 */
export function stickToEnd({ scroller, content, shown, isFollowing, setFollowing }: StickOptions): () => void {
  const now = () => ({
    top: scroller.scrollTop,
    height: scroller.scrollHeight,
    visible: scroller.clientHeight,
    shown: shown(),
  });
  let last = now();
  let hasGesture = false;
  const resizing = new Resizing();
  const distance = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  const remember = (): void => {
    last = now();
  };
  const onGesture = (event: Event): void => {
    if (canScroll(event, scroller)) hasGesture = true;
  };
  const onScroll = (): void => {
    const moved = scroller.scrollTop - last.top;
    const isSame =
      !resizing.isUnderWay &&
      scroller.scrollHeight === last.height &&
      scroller.clientHeight === last.visible &&
      shown() === last.shown;
    const isReader = hasGesture || isSame;
    hasGesture = false;
    if (isReader && moved < -1 && distance() > 1) setFollowing(false);
    else if (moved > 0 && distance() <= near) setFollowing(true);
    // New content may have the same size as the old: then no resize is reported, and the list stays at the old
    // position.
    if (!isReader) toEnd();
    remember();
  };
  const toEnd = (): void => {
    if (!isFollowing()) return;
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  };
  const observer = new ResizeObserver(() => {
    resizing.note();
    toEnd();
  });
  observer.observe(content);
  observer.observe(scroller);
  scroller.addEventListener("scroll", onScroll, { passive: true });
  for (const gesture of gestures) scroller.addEventListener(gesture, onGesture, { passive: true });
  return () => {
    observer.disconnect();
    resizing.end();
    scroller.removeEventListener("scroll", onScroll);
    for (const gesture of gestures) scroller.removeEventListener(gesture, onGesture);
  };
}

/** Tells whether a change of size is under way, which the list answers within two frames. */
class Resizing {
  #frame: number | undefined;

  get isUnderWay(): boolean {
    return this.#frame !== undefined;
  }

  note(): void {
    this.end();
    this.#frame = requestAnimationFrame(() => {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = undefined;
      });
    });
  }

  end(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
