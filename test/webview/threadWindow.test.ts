import { expect, it } from "vitest";
import { ThreadWindow } from "../../webview/state/threadWindow.svelte.ts";
import { text } from "./fakeHost.ts";

const page = (from: number, to: number, total: number) => ({
  thread: "",
  start: from,
  total,
  items: Array.from({ length: to - from }, (_, index) => text(`i${from + index}`)),
});
const put = (id: string, value = id) => ({ kind: "put", thread: "", item: text(id, value) }) as const;
const ids = (window: ThreadWindow) => window.items.map((item) => item.id);

it("appends, replaces, grows and removes by id", () => {
  const window = new ThreadWindow();
  window.apply(
    [put("a"), put("b"), { kind: "append", thread: "", id: "a", text: "+" }, put("b", "B"), { kind: "append", thread: "", id: "unknown", text: "x" }],
    true,
  );
  expect(window.items).toMatchObject([{ text: "a+" }, { text: "B" }]);
  window.apply([{ kind: "remove", thread: "", id: "a" }, put("c"), { kind: "append", thread: "", id: "b", text: "!" }], true);
  expect(window.items).toMatchObject([{ text: "B!" }, { text: "c" }]);
});

it("puts an older page in front, without what overlaps", () => {
  const window = new ThreadWindow();
  expect(window.take(page(50, 60, 60))).toBe(false);
  expect(window.take(page(40, 52, 60))).toBe(true);
  expect(window.start).toBe(40);
  expect(ids(window)).toEqual(page(40, 60, 60).items.map((item) => item.id));
});

it("drops a page that was asked for twice", () => {
  const window = new ThreadWindow();
  window.take(page(200, 300, 300));
  window.take(page(100, 200, 300));
  window.take(page(100, 200, 300));
  expect(window.items).toHaveLength(200);
  expect(window.isDetached).toBe(false);
});

it("lets old items go while the end is followed, and keeps places right", () => {
  const window = new ThreadWindow();
  for (let i = 0; i < 2_000; i++) {
    window.apply([put(`i${i}`)], true);
    if (window.isOverfull) window.trim();
  }
  expect(window.items.length).toBeLessThanOrEqual(601);
  expect(window.start + window.items.length).toBe(2_000);
  expect(ids(window)[0]).toBe(`i${window.start}`);
  window.apply([put("i1999", "changed")], true);
  expect(window.items.at(-1)).toMatchObject({ text: "changed" });
  expect(window.hasOlder).toBe(true);
});

it("leaves a changed item alone that it does not hold", () => {
  const window = new ThreadWindow();
  window.take(page(50, 60, 60));
  window.apply(
    [
      { ...put("i3", "changed"), isNew: false },
      { ...put("i60"), isNew: true },
    ],
    true,
  );
  expect(ids(window).at(-1)).toBe("i60");
  expect(ids(window)).not.toContain("i3");
});

it("stops growing while the reader is elsewhere, and says that there is more", () => {
  const window = new ThreadWindow();
  window.apply(
    Array.from({ length: 3_000 }, (_, index) => put(`i${index}`)),
    false,
  );
  expect(window.items).toHaveLength(2_000);
  expect(window.isDetached).toBe(true);
  window.take(page(2_900, 3_000, 3_000));
  expect(window.isDetached).toBe(false);
});
