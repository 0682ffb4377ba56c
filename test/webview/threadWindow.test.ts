// @vitest-environment node
import { expect, it } from "vitest";
import type { Page, PageAnchor } from "../../extension/shared/contract/toWebview.ts";
import { ThreadWindow } from "../../webview/transcript/threadWindow.svelte.ts";
import { text } from "./fakeHost.ts";

const total = 300;
/** Items `from` to `to` of a thread of 300. */
const page = (at: PageAnchor, from: number, to: number): Page => ({
  thread: "",
  at,
  items: Array.from({ length: to - from }, (_, index) => text(`i${from + index}`)),
  hasOlder: from > 0,
  hasNewer: to < total,
});
const end = (from: number) => page({ kind: "end" }, from, total);
const put = (id: string, value = id) => ({ kind: "put", thread: "", item: text(id, value) }) as const;
const ids = (window: ThreadWindow) => window.items.map((item) => item.id);
const getIds = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `i${from + index}`);

it("appends, replaces, grows and removes by id", () => {
  const window = new ThreadWindow();
  window.apply(
    [
      put("a"),
      put("b"),
      { kind: "append", thread: "", id: "a", text: "+" },
      put("b", "B"),
      { kind: "append", thread: "", id: "unknown", text: "x" },
    ],
    true,
  );
  expect(window.items).toMatchObject([{ text: "a+" }, { text: "B" }]);
  window.apply(
    [{ kind: "remove", thread: "", id: "a" }, put("c"), { kind: "append", thread: "", id: "b", text: "!" }],
    true,
  );
  expect(window.items).toMatchObject([{ text: "B!" }, { text: "c" }]);
});

it("puts an older page in front, and knows when there is nothing before it", () => {
  const window = new ThreadWindow();
  expect(window.take(end(200))).toBe(false);
  expect(window.hasOlder).toBe(true);
  expect(window.take(page({ kind: "before", id: "i200" }, 100, 200))).toBe(true);
  expect(window.take(page({ kind: "before", id: "i100" }, 0, 100))).toBe(true);
  expect(window.hasOlder).toBe(false);
  expect(ids(window)).toEqual(getIds(0, 300));
});

it("drops a page requested twice, or next to an item that is gone", () => {
  const window = new ThreadWindow();
  window.take(end(200));
  const older = page({ kind: "before", id: "i200" }, 100, 200);
  window.take(older);
  expect(window.take(older)).toBe(false);
  window.take(page({ kind: "after", id: "i250" }, 251, 300));
  expect(ids(window)).toEqual(getIds(100, 300));
});

it("moves to a place in the middle, then page by page to the end", () => {
  const window = new ThreadWindow();
  window.take(end(200));
  window.take(page({ kind: "around", id: "i50" }, 0, 100));
  expect([window.hasOlder, window.hasNewer]).toEqual([false, true]);
  window.apply([put("i300")], false);
  expect(ids(window).at(-1)).toBe("i99");
  window.take(page({ kind: "after", id: "i99" }, 100, 300));
  expect(window.hasNewer).toBe(false);
  window.apply([put("i300")], false);
  expect(ids(window)).toEqual(getIds(0, 301));
});

it("lets old items go while the end is followed, and finds the others still", () => {
  const window = new ThreadWindow();
  for (let i = 0; i < 2_000; i++) {
    window.apply([put(`i${i}`)], true);
    if (window.isOverfull) window.trim();
  }
  expect(window.items.length).toBeLessThanOrEqual(601);
  expect(window.hasOlder).toBe(true);
  window.apply([put("i1999", "changed")], true);
  expect(window.items.at(-1)).toMatchObject({ text: "changed" });
});

it("leaves a changed item alone that it does not hold", () => {
  const window = new ThreadWindow();
  window.take(end(250));
  window.apply(
    [
      { ...put("i3", "changed"), isNew: false },
      { ...put("i300"), isNew: true },
    ],
    true,
  );
  expect(ids(window)).toEqual(getIds(250, 301));
});

it("stops growing while the reader is elsewhere, and says that there is more", () => {
  const window = new ThreadWindow();
  window.apply(
    Array.from({ length: 3_000 }, (_, index) => put(`i${index}`)),
    false,
  );
  expect(window.items).toHaveLength(2_000);
  expect(window.hasNewer).toBe(true);
  window.take(end(200));
  expect(window.hasNewer).toBe(false);
});
