/** Closer to the end than this counts as being there, in pixels. */
const near = 24;

export interface StickOptions {
  readonly scroller: HTMLElement;
  /** The element whose growth moves the end. */
  readonly content: HTMLElement;
  readonly isFollowing: () => boolean;
  readonly setFollowing: (isFollowing: boolean) => void;
}

/**
 * Keeps the end in view while it is followed. Only the reader moving up stops it: growth never does,
 * since it does not lower the scroll position. Answers a function that ends it.
 */
export function stickToEnd({ scroller, content, isFollowing, setFollowing }: StickOptions): () => void {
  let lastTop = scroller.scrollTop;
  const distance = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  const onScroll = (): void => {
    const isUp = scroller.scrollTop < lastTop - 1;
    lastTop = scroller.scrollTop;
    if (distance() <= near) setFollowing(true);
    else if (isUp && isFollowing()) setFollowing(false);
  };
  const toEnd = (): void => {
    if (!isFollowing()) return;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  };
  const observer = new ResizeObserver(toEnd);
  observer.observe(content);
  observer.observe(scroller);
  scroller.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener("scroll", onScroll);
  };
}
