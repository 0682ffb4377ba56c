import { render } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { Item } from "../../extension/shared/contract/items.ts";
import { FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const thinking = (text: string): Item => ({ kind: "thinking", id: "t", text, isStreaming: true, startedAt: 0 });

it("keeps what is drawn of thinking that goes on, in boxes of whole lines", async () => {
  const host = new FakeHost();
  const { container, rerender } = render(RowWithChat, { host, items: [thinking("It beg")] });
  const box = container.querySelector(".text") as Element;
  const [first, node] = [box.firstChild, box.firstChild?.firstChild];
  const line = `${"so it goes ".repeat(20)}\n`;
  const whole = `It begins.\n${line.repeat(30)}\nIt e`;
  for (const text of ["It begins", whole.slice(0, 5_000), whole, `${whole}nds.`]) {
    await rerender({ items: [thinking(text)] });
    expect(box.textContent).toBe(text);
  }
  expect([box.firstChild, box.firstChild?.firstChild]).toEqual([first, node]);
  const boxes = [...box.children].map(({ textContent }) => textContent);
  expect(boxes).toHaveLength(4);
  expect(boxes.slice(0, -1).every((text) => text.endsWith("\n"))).toBe(true);
  await rerender({ items: [thinking("Another")] });
  expect(box.textContent).toBe("Another");
});
