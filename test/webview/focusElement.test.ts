import { expect, it, vi } from "vitest";
import { focusElement } from "../../webview/ui/focusElement.ts";

/** A box of 100 pixels with more inside it, and a button in it at a position from the top of the page. */
function build(overflow: string, top: number) {
  document.body.innerHTML = `<div style="overflow-y: ${overflow}"><button>x</button></div>`;
  const [box, button] = [
    document.querySelector("div") as HTMLElement,
    document.querySelector("button") as HTMLButtonElement,
  ];
  for (const [name, value] of Object.entries({ scrollHeight: 500, clientHeight: 100, clientTop: 0 }))
    Object.defineProperty(box, name, { value });
  box.getBoundingClientRect = () => new DOMRect(0, 50, 100, 100);
  button.getBoundingClientRect = () => new DOMRect(0, top, 100, 20);
  box.scrollTop = 40;
  return { box, button };
}

it.each([
  ["a button that is visible", 60, 40],
  ["a button above the visible part", 30, 20],
  ["a button below the visible part", 140, 50],
])("scrolls the box around %s only as far as needed", (_, top, scrolled) => {
  const { box, button } = build("auto", top);
  focusElement(button);
  expect([document.activeElement, box.scrollTop]).toEqual([button, scrolled]);
});

it("scrolls neither a box that only hides its rest nor anything by itself", () => {
  const { box, button } = build("hidden", 140);
  const focus = vi.spyOn(button, "focus");
  focusElement(button);
  expect([box.scrollTop, focus.mock.calls]).toEqual([40, [[{ preventScroll: true }]]]);
});
