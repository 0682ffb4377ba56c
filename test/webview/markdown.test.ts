import { render } from "@testing-library/svelte";
import fc from "fast-check";
import { expect, it } from "vitest";
import { GrowingMarkdown } from "../../webview/markdown/blocks.ts";
import { fileTarget, looksLikePath, targetOf } from "../../webview/markdown/links.ts";
import { FakeHost } from "./fakeHost.ts";
import WithChat from "./WithChat.svelte";

function show(text: string) {
  const host = new FakeHost();
  const { container } = render(WithChat, { host, text });
  return { host, container };
}

const pieces = [
  "# Title\n",
  "text ",
  "**bold** ",
  "`code`",
  "\n",
  "\n\n",
  "- item\n",
  "  - nested\n",
  "1. one\n",
  "```js\n",
  "let x = 1;\n",
  "```\n",
  "~~~\n",
  "| a | b |\n| - | - |\n",
  "| 1 | 2 |\n",
  "> quote\n",
  "---\n",
  "===\n",
  "<b>html</b>\n",
  "[l](x.ts)",
  "- [x] done\n",
  "    indented\n",
  "2. two\n",
  "\n2",
  ". b\n",
];

it("reads growing text as it reads the whole text", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
      const growing = new GrowingMarkdown();
      let text = "";
      for (const part of parts) {
        text += part;
        growing.update(text);
      }
      const whole = new GrowingMarkdown().update(text);
      expect(growing.update(text).map((block) => block.token.raw.trim())).toEqual(whole.map((block) => block.token.raw.trim()));
    }),
    { numRuns: 1_000 },
  );
});

it("never parses a finished block again", () => {
  const growing = new GrowingMarkdown();
  const [first] = growing.update("# Title\n\nSome text");
  const blocks = growing.update("# Title\n\nSome text that grew\n\n- and\n- more");
  expect(blocks[0]).toBe(first);
});

it("starts over when the text is another one", () => {
  const growing = new GrowingMarkdown();
  growing.update("# One\n\nTwo");
  expect(growing.update("Three").map((block) => block.token.raw)).toEqual(["Three"]);
});

it("renders what people write", () => {
  const { container } = show("# T\n\nA **b** *c* ~~d~~ `e`\n\n1. x\n2. y\n\n- [x] done\n\n| h |\n| - |\n| v |\n\n> q\n\n---\n\n```ts\nlet z;\n```");
  for (const selector of ["h2", "strong", "em", "del", "p code", "ol li", "ul.tasks .codicon-pass", "table th", "td", "blockquote", "hr", "pre code"]) {
    expect(container.querySelector(selector), selector).not.toBeNull();
  }
});

it.each([
  '<img src=x onerror="boom()">',
  "<script>boom()</script>",
  "[x](javascript:boom())",
  "[x](command:workbench.action.quit)",
  "[x](vscode://evil)",
  "![x](https://tracker.example/pixel.png)",
  "[x](data:text/html,boom)",
  "[x](//host/share)",
  '<a href="command:x">y</a>',
])("shows %s as text and nothing else", (markdown) => {
  const { container } = show(markdown);
  expect(container.querySelector("img, script, iframe, a, [onerror], [style*=url]")).toBeNull();
  expect(container.textContent).not.toBe("");
});

it("opens files and pages through the host only", () => {
  const { host, container } = show("[file](src/a.ts#L12) and [page](https://example.org/x) and `src/b.ts:3`");
  const links = [...container.querySelectorAll("a")];
  for (const link of links) link.click();
  expect(host.sent).toEqual([
    { type: "openFile", path: "src/a.ts", line: 12 },
    { type: "openLink", url: "https://example.org/x" },
    { type: "openFile", path: "src/b.ts", line: 3 },
  ]);
});

it("tells targets apart", () => {
  expect(targetOf("C:/x/y.ts")).toMatchObject({ kind: "file", path: "C:/x/y.ts" });
  expect(targetOf("a%20b.ts:7")).toEqual({ kind: "file", path: "a b.ts", line: 7 });
  expect(targetOf("#anchor")).toBeUndefined();
  expect(targetOf("https://[bad")).toBeUndefined();
  expect(fileTarget("a.ts:3:5")).toEqual({ kind: "file", path: "a.ts", line: 3 });
  expect(["src/a.ts", "./x/y.json:3", "README.md"].map(looksLikePath)).toEqual([true, true, true]);
  expect(["npm test", "a/b", "foo()", "x.y.z", "1/2"].map(looksLikePath)).toEqual([false, false, false, false, false]);
});
