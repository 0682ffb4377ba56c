import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stickToEnd } from "../../webview/transcript/stickToEnd.ts";

let resized: () => void = () => {};
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(changed: () => void) {
        resized = changed;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A list of 1,000 pixels of which 400 are shown, at its end. */
function sticking() {
  const scroller = document.createElement("div");
  const button = scroller.appendChild(document.createElement("button"));
  const size = { clientHeight: 400, scrollHeight: 1_000 };
  let top = 600;
  let isFollowing = true;
  let shown = {};
  const most = () => size.scrollHeight - size.clientHeight;
  Object.defineProperties(scroller, {
    clientHeight: { get: () => size.clientHeight },
    scrollHeight: { get: () => size.scrollHeight },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(most(), Math.max(0, to));
      },
    },
  });
  stickToEnd({
    scroller,
    content: scroller,
    shown: () => shown,
    isFollowing: () => isFollowing,
    setFollowing: (is) => {
      isFollowing = is;
    },
  });
  const scrollTo = (to: number) => {
    scroller.scrollTop = to;
    scroller.dispatchEvent(new Event("scroll"));
  };
  return {
    size,
    scroller,
    /** Another page of the same size takes the place of the one that is shown. */
    replace() {
      shown = {};
    },
    button,
    scrollTo,
    /** Imitates the page with a list that got another size: it never shows more than there is. */
    resize(change: Partial<typeof size>) {
      Object.assign(size, change);
      scrollTo(top);
      resized();
    },
    state: () => ({ isFollowing, isAtEnd: top === most() }),
  };
}
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const following = { isFollowing: true, isAtEnd: true };

it("keeps the end as the list grows and its place grows and shrinks", () => {
  const { resize, state } = sticking();
  resize({ scrollHeight: 1_500 });
  expect(state()).toEqual(following);
  resize({ clientHeight: 500 });
  expect(state()).toEqual(following);
  resize({ clientHeight: 150 });
  expect(state()).toEqual(following);
});

it("keeps following the end when the list corrects its place for an equally long page", () => {
  const { replace, scrollTo, state } = sticking();
  replace();
  scrollTo(450);
  expect(state()).toEqual(following);
  scrollTo(450);
  expect(state().isFollowing).toBe(false);
});

it("follows the end after a correction in the next frame, not after a later jump", async () => {
  const { resize, scrollTo, state } = sticking();
  resize({ scrollHeight: 1_500 });
  scrollTo(1_032);
  expect(state()).toEqual(following);
  await nextFrame();
  await nextFrame();
  scrollTo(1_032);
  expect(state().isFollowing).toBe(false);
});

it("follows the end after the page scrolled for a place that shrank again", () => {
  const { size, scrollTo, state } = sticking();
  size.clientHeight = 200;
  scrollTo(570);
  expect(state().isFollowing).toBe(true);
});

it("stops following when the reader scrolls up, and follows again at the end", () => {
  const { scroller, scrollTo, resize, state } = sticking();
  scroller.dispatchEvent(new Event("wheel"));
  resize({ scrollHeight: 1_200 });
  scroller.dispatchEvent(new Event("wheel"));
  scrollTo(700);
  resize({ scrollHeight: 1_300 });
  expect(state()).toEqual({ isFollowing: false, isAtEnd: false });
  scrollTo(900);
  expect(state()).toEqual(following);
});

it("counts keys and the scroll bar, but no pressed button, as scrolling", () => {
  for (const [press, isFollowing] of [
    [
      ({ button }: ReturnType<typeof sticking>) => button.dispatchEvent(new Event("pointerdown", { bubbles: true })),
      true,
    ],
    [
      ({ button }: ReturnType<typeof sticking>) =>
        button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })),
      true,
    ],
    [
      ({ scroller }: ReturnType<typeof sticking>) =>
        scroller.dispatchEvent(new KeyboardEvent("keydown", { key: "PageUp" })),
      false,
    ],
    [({ scroller }: ReturnType<typeof sticking>) => scroller.dispatchEvent(new Event("pointerdown")), false],
  ] as const) {
    const stuck = sticking();
    press(stuck);
    // The list found its rows shorter than it had thought, while it got more of them.
    stuck.size.scrollHeight = 1_100;
    stuck.scrollTo(560);
    expect(stuck.state().isFollowing).toBe(isFollowing);
  }
});
