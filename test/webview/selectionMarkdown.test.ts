import { render } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { toMarkdown } from "../../webview/transcript/selectionMarkdown.ts";
import Diff from "../../webview/ui/Diff.svelte";
import { FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

function select(text: string, from?: string) {
  const { container } = render(RowWithChat, {
    host: new FakeHost(),
    items: [{ kind: "text", id: "a", text, isStreaming: false }],
  });
  const selection = document.getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(from === undefined ? container : (container.querySelector(from) ?? container));
  selection?.addRange(range);
  return toMarkdown(selection);
}

it.each([
  "Some **bold**, *leaning*, ~~gone~~ and `code`, a [page](https://example.com/).",
  "## A heading\n\nText\n\n---\n\n> A quote\n>\n> again".replace("\n>\n> again", ""),
  "# First\n\n#### Fourth",
  "See [the reader](src/a.ts:12) and https://example.com/.",
  "As said[^1].\n\n[^1]: Really.",
  "| a | b | c |\n| --- | :-: | --: |\n| 1 | 2 | 3 |",
  "- one\n- two\n  - inner\n- three",
  "3. three\n4. four",
  "- [x] done\n- [ ] to do",
  "| a | b |\n| --- | --- |\n| 1 | `2` |",
  "```js\nlet x = `1`;\n```",
  "1. one\n   - inner\n     more\n2. two",
  "9. nine\n10. ten\n    1. inner",
  "- loose\n\n  again\n- next",
  "- code\n  ```\n  a\n\n  b\n  ```\n- [ ] to do",
  "- [x] done\n  - inner",
  "a `` ` `` b ``` `` ``` c `` `x` `` d ``a`b``",
])("gives back %j as it was written", (text) => {
  expect(select(text)).toBe(text);
});

it("gives formulas back as they were written, once they are drawn", async () => {
  const text = "so $a_1$ is\n\n$$\nb^2\n$$\n\nthen";
  select(text);
  await vi.waitFor(() => expect(document.querySelector("span.math > math")).not.toBeNull());
  // jsdom has no styles for formulas, without which none with a line of its own is drawn.
  const block = document.querySelector("div.math");
  if (block) block.innerHTML = '<math aria-label="b^2"><msup><mi>b</mi><mn>2</mn></msup></math>';
  expect(toMarkdown(document.getSelection())).toBe(text);
});

it("gives a part of code as code, and nothing for nothing", () => {
  expect(select("```js\nlet x;\n```", "pre code")).toBe("```\nlet x;\n```");
  document.getSelection()?.removeAllRanges();
  expect(toMarkdown(document.getSelection())).toBe("");
});

/** Returns the selected text of a diff from one child of it to another. */
function selectDiff(from: number, to: number) {
  const lines = [" before", "-old", "+new", "+", " after"].map((line) => ({
    sign: line.slice(0, 1) as " ",
    text: line.slice(1),
  }));
  render(Diff, { label: "d", hunks: [{ oldStart: 7, oldLines: 3, newStart: 7, newLines: 4, lines }] });
  const drawn = [...document.querySelectorAll(".line")];
  const range = document.createRange();
  range.setStartAfter(drawn[from]?.querySelector(".sign") as Node);
  range.setEnd(drawn[to] as Element, drawn[to]?.childNodes.length ?? 0);
  return range;
}

it("gives a diff with its signs and without the numbers of its lines", () => {
  const range = selectDiff(1, 3);
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  const selected = "```diff\n-old\n+new\n+\n```";
  expect(toMarkdown(document.getSelection())).toBe(selected);
  // Up to where the next line starts.
  range.setEnd(document.querySelectorAll(".line")[4] as Element, 0);
  expect(toMarkdown(document.getSelection())).toBe(selected);
  range.selectNode(document.querySelector(".diff") as Element);
  expect(toMarkdown(document.getSelection())).toBe("```diff\n before\n-old\n+new\n+\n after\n```");
});
