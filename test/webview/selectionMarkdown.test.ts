import { render } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { selectionMarkdown } from "../../webview/transcript/selectionMarkdown.ts";
import { FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

function select(text: string, from?: string) {
  const { container } = render(RowWithChat, { host: new FakeHost(), items: [{ kind: "text", id: "a", text, isStreaming: false }] });
  const selection = document.getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(from === undefined ? container : (container.querySelector(from) ?? container));
  selection?.addRange(range);
  return selectionMarkdown(selection);
}

it.each([
  "Some **bold**, *leaning*, ~~gone~~ and `code`, a [page](https://example.com/).",
  "## A heading\n\nText\n\n---\n\n> A quote\n>\n> again".replace("\n>\n> again", ""),
  "- one\n- two\n  - inner\n- three",
  "3. three\n4. four",
  "- [x] done\n- [ ] to do",
  "| a | b |\n| --- | --- |\n| 1 | `2` |",
  "```js\nlet x = `1`;\n```",
])("gives back %j as it was written", (text) => {
  expect(select(text)).toBe(text);
});

it("gives a part of code as code, and nothing for nothing", () => {
  expect(select("```js\nlet x;\n```", "pre code")).toBe("```\nlet x;\n```");
  document.getSelection()?.removeAllRanges();
  expect(selectionMarkdown(document.getSelection())).toBe("");
});
