import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { open, permission, useFakePage, wait } from "./appSetup.ts";

useFakePage();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const { body: _, ...noBody } = permission;
const common = { id: "r1", toolId: "t1", revision: 3, notes: [] };
const fenced = "```\nls\n```";

it.each([
  ["a table", ".table", "| a |\n|---|\n| b |", "Approve plan"],
  ["a plan", ".plan", "a", "Approve plan"],
])("counts %s as shown only once its end to the side was on the screen", (_, part, plan, allow) => {
  for (const height of ["scrollHeight", "clientHeight"] as const)
    vi.spyOn(Element.prototype, height, "get").mockReturnValue(100);
  vi.spyOn(Element.prototype, "scrollWidth", "get").mockImplementation(function (this: Element) {
    return this.matches(part) ? 900 : 0;
  });
  vi.spyOn(Element.prototype, "clientWidth", "get").mockImplementation(function (this: Element) {
    return this.matches(part) ? 300 : 0;
  });
  open({ requests: [{ ...common, kind: "plan", text: plan, plan, isEdited: false } as unknown as RequestView] });
  wait();
  screen.getByRole("button", { name: "Review 1 more line" });
  const element = document.querySelector(`.card ${part}`) as Element;
  Object.assign(element, { scrollLeft: 600 });
  element.dispatchEvent(new Event("scroll"));
  flushSync();
  screen.getByRole("button", { name: allow });
});

it("wraps long code lines in a plan, so that their end is seen before deciding", () => {
  open({
    requests: [{ ...common, kind: "plan", text: fenced, plan: fenced, isEdited: false } as unknown as RequestView],
  });
  expect(document.querySelector(".card .plan pre")?.classList).toContain("broken");
});

it("shows an input that nests too deep for a tree as text", () => {
  const nest = (depth: number): unknown => (depth === 0 ? "end" : { k: nest(depth - 1) });
  const body = JSON.stringify(nest(9), undefined, 2);
  open({ requests: [{ ...noBody, tool: "mcp__a__b", toolKind: "mcp", body } as RequestView] });
  expect(document.querySelector(".card pre.verbatim")?.textContent).toContain('"k": "end"');
});

it("looks again at a text that has other lines in another width", () => {
  let width = 300;
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(listener: () => void) {
        resized.push(listener);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, "clientWidth", "get").mockImplementation(() => width);
  const high = vi.spyOn(Element.prototype, "scrollHeight", "get");
  high.mockImplementation(() => 2_000);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockImplementation(() => 240);
  open({ requests: [{ ...noBody, body: "ls" }] });
  for (const element of document.querySelectorAll(".verbatim, .content, .card .words")) {
    Object.assign(element, { scrollTop: 1_000 });
    element.dispatchEvent(new Event("scroll"));
    Object.assign(element, { scrollTop: 0 });
  }
  // Half of the text was seen. As broad as now, it has half the lines.
  width = 600;
  high.mockImplementation(() => 1_000);
  for (const listener of resized) listener();
  wait();
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
});
