/** Closer to the end than this counts as being there, in pixels. */
const near = 24;

export interface StickOptions {
  readonly scroller: HTMLElement;
  /** The element whose growth moves the end. */
  readonly content: HTMLElement;
  /** Returns what is shown; another object each time that it changes. */
  readonly shown: () => unknown;
  readonly isFollowing: () => boolean;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** What a reader does to scroll; the list's own corrections of the position come with none of these. */
export const gestures = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Keys that scroll up. What else is pressed is for what has the focus. */
const keysUp: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home", " "]);

/** Whether a reader may scroll by it: to press a button inside is none, to press the scroll bar is one. */
function canScroll(event: Event, scroller: HTMLElement): boolean {
  if (event instanceof KeyboardEvent) return keysUp.has(event.key);
  return event.type !== "pointerdown" || event.target === scroller;
}

/**
 * Keeps the end in view while it is followed. The reader moving up stops it, by however little: by a
 * gesture, or by a jump while nothing changed its size or what is shown. Moving down to the end starts
 * it again. What the list corrects as it measures its rows does neither, nor what the page does as the
 * place for it grows and shrinks: the end is gone back to. Returns a function that ends it.
 */
export function stickToEnd({ scroller, content, shown, isFollowing, setFollowing }: StickOptions): () => void {
  const now = () => ({ top: scroller.scrollTop, height: scroller.scrollHeight, visible: scroller.clientHeight, shown: shown() });
  let last = now();
  let hasGesture = false;
  const distance = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  const remember = (): void => {
    last = now();
  };
  const onGesture = (event: Event): void => {
    if (canScroll(event, scroller)) hasGesture = true;
  };
  const onScroll = (): void => {
    const moved = scroller.scrollTop - last.top;
    const isSame = scroller.scrollHeight === last.height && scroller.clientHeight === last.visible && shown() === last.shown;
    const isReader = hasGesture || isSame;
    hasGesture = false;
    if (isReader && moved < -1 && distance() > 1) setFollowing(false);
    else if (moved > 0 && distance() <= near) setFollowing(true);
    // A page of the same size can take the place of another: nothing tells of its size, and the list is where the old one was.
    if (!isReader && shown() !== last.shown) toEnd();
    remember();
  };
  const toEnd = (): void => {
    if (!isFollowing()) return;
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  };
  const observer = new ResizeObserver(toEnd);
  observer.observe(content);
  observer.observe(scroller);
  scroller.addEventListener("scroll", onScroll, { passive: true });
  for (const gesture of gestures) scroller.addEventListener(gesture, onGesture, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener("scroll", onScroll);
    for (const gesture of gestures) scroller.removeEventListener(gesture, onGesture);
  };
}
