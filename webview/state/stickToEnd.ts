/** Closer to the end than this counts as being there, in pixels. */
const near = 24;

export interface StickOptions {
  readonly scroller: HTMLElement;
  /** The element whose growth moves the end. */
  readonly content: HTMLElement;
  readonly isFollowing: () => boolean;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/** What a reader does to scroll; the list's own corrections of the position come with none of these. */
export const gestures = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Keeps the end in view while it is followed. The reader moving up stops it, by however little: by a
 * gesture, or by a jump while nothing changed its size. Moving down to the end starts it again. What
 * the list corrects as it measures its rows does neither. Returns a function that ends it.
 */
export function stickToEnd({ scroller, content, isFollowing, setFollowing }: StickOptions): () => void {
  let last = { top: scroller.scrollTop, height: scroller.scrollHeight };
  let hasGesture = false;
  const distance = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  const remember = (): void => {
    last = { top: scroller.scrollTop, height: scroller.scrollHeight };
  };
  const onGesture = (): void => {
    hasGesture = true;
  };
  const onScroll = (): void => {
    const moved = scroller.scrollTop - last.top;
    const isReader = hasGesture || scroller.scrollHeight === last.height;
    hasGesture = false;
    if (isReader && moved < -1 && distance() > 1) setFollowing(false);
    else if (moved > 0 && distance() <= near) setFollowing(true);
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
