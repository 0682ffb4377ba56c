import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import { getTarget, parseFileTarget } from "../../webview/markdown/links.ts";
import { looksLikePath } from "../../webview/markdown/pathPatterns.ts";
import { FakeHost } from "./fakeHost.ts";
import WithChat from "./WithChat.svelte";

function show(text: string) {
  const host = new FakeHost();
  const { container } = render(WithChat, { host, text });
  return { host, container };
}

it("renders what people write", () => {
  const { container } = show(
    "# T\n\nA **b** *c* ~~d~~ `e`\n\n1. x\n2. y\n\n- [x] done\n\n| h |\n| - |\n| v |\n\n> q\n\n---\n\n```ts\nlet z;\n```",
  );
  for (const selector of [
    "h2",
    "strong",
    "em",
    "del",
    "p code",
    "ol li",
    "ul.tasks .codicon-pass",
    "table th",
    "td",
    "blockquote",
    "hr",
    "pre code",
  ]) {
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
  "[x](%2F%2Fhost/share)",
  "[x](<\\\\\\\\host\\\\share>)",
  "[x](%5C%5Chost%5Cshare)",
  '<a href="command:x">y</a>',
])("shows %s as text and nothing else", (markdown) => {
  const { container } = show(markdown);
  expect(container.querySelector("img, script, iframe, a, [onerror], [style*=url]")).toBeNull();
  expect(container.textContent).not.toBe("");
});

it("opens files and pages through the host only", () => {
  const { host, container } = show("[file](src/a.ts#L12) and [page](https://example.org/x)");
  const links = [...container.querySelectorAll("a")];
  for (const link of links) link.click();
  expect(host.sent).toEqual([
    { type: "openFile", path: "src/a.ts", line: 12 },
    { type: "openLink", url: "https://example.org/x" },
  ]);
});

it("gives a link to a file an address that names the file", () => {
  const { container } = show("[first](src/a.ts#L12), `src/b.ts` and [second](a%20b.ts)");
  const addresses = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["#src/a.ts", "#a b.ts"]);
});

it("lets each paragraph, heading, item and cell take its direction from its own first letter", () => {
  const { container } = show("# שלום\n\nשלום\n\n- one\n\n| ملف |\n| --- |\n| عشرة |");
  const lines = [...container.querySelectorAll("h2, p, li .line, th, td")].map((element) => {
    const { unicodeBidi, textAlign } = getComputedStyle(element);
    return [element.tagName, unicodeBidi, textAlign];
  });
  expect(lines).toEqual([
    ["H2", "plaintext", "start"],
    ["P", "plaintext", "start"],
    // Beside its bullet, and in its column.
    ...["DIV", "TH", "TD"].map((name) => [name, "plaintext", "-webkit-match-parent"]),
  ]);
});

it("puts bullets, lines of quotes and columns on the side where the text begins", () => {
  const { container } = show("- שלום\n  1. one\n\n> - שלום\n\n- [x] שלום\n\n| ملف |\n| --- |\n| عشرة |");
  const boxes = [...container.querySelectorAll<HTMLElement>("ul, ol, blockquote, .table")];
  expect(boxes.map(({ localName, dir }) => [localName, dir])).toEqual([
    ["ul", "auto"],
    ["ol", ""],
    ["blockquote", "auto"],
    ["ul", ""],
    ["ul", "auto"],
    ["div", "auto"],
  ]);
  const own = [...document.querySelectorAll("style")]
    .map(({ textContent }) => textContent)
    .filter((css) => css.includes("blockquote.svelte") || css.includes(".broken.svelte"));
  expect(own.join("\n")).toContain("padding-inline-start");
  expect(own.join("\n")).not.toMatch(/(?:padding|margin|border)-(?:left|right)/);
});

it("tells targets apart", () => {
  expect(getTarget("C:/x/y.ts")).toMatchObject({ kind: "file", path: "C:/x/y.ts" });
  expect(getTarget("a%20b.ts:7")).toEqual({ kind: "file", path: "a b.ts", line: 7 });
  expect(getTarget("a.b.ts:7:1")).toEqual({ kind: "file", path: "a.b.ts", line: 7 });
  expect(["#anchor", "command:1", "tel:12345", "vscode.open:x"].map(getTarget)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(getTarget("https://[bad")).toBeUndefined();
  expect(parseFileTarget("a.ts:3:5")).toEqual({ kind: "file", path: "a.ts", line: 3 });
  expect(
    ["a.ts:12-20", "src/a.ts#L12-L20", "a.ts#L12C3-L20C5", "a.ts#L12"].map((href) => getTarget(href)),
  ).toMatchObject(Array(4).fill({ line: 12 }));
  expect(getTarget("Makefile:3")).toEqual({ kind: "file", path: "Makefile", line: 3 });
  expect(getTarget("C:\\x\\y.ts:7")).toEqual({ kind: "file", path: "C:\\x\\y.ts", line: 7 });
  const paths = [
    "src/a.ts",
    "./x/y.json:3",
    "README.md",
    "Makefile",
    "docker/Dockerfile:2",
    ".gitignore",
    "vite.config.ts",
    "src\\übung.ts",
    "app/[id]/page.tsx",
    "src/a.ts:12-20",
    "src/a.ts#L12",
    "README.md#L12-L20",
    "a.ts#L12C3-L20C5",
  ];
  expect(paths.filter((path) => !looksLikePath(path))).toEqual([]);
  expect(["npm test", "a/b", "foo()", "x.y.z", "1/2"].map(looksLikePath)).toEqual([false, false, false, false, false]);
});

it.each([
  ["AT&amp;T &copy; &mdash; &ouml;", "AT&T © — ö"],
  ["![an *image* of `it`](x.png)", "an image of it"],
  ["[one][ref]\n\n[ref]: https://a.example", "one"],
  ["| a | b |\n|---|---|\n| 1 | |\n| 2 | 3 | 4 |", "ab123"],
])("shows what a reader expects of %j", (markdown, text) => {
  const { container } = show(markdown);
  expect(container.textContent?.replace(/\s+/g, " ").trim()).toBe(text);
});

it.each([
  ["nested lists", Array.from({ length: 200 }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join("\n")],
  ["nested quotes", `${">".repeat(2_000)} deep`],
  ["nested emphasis", `${"*a ".repeat(3_000)}x${"*".repeat(3_000)}`],
  ["stars", "*".repeat(30_000)],
  ["brackets", "[".repeat(30_000)],
])("draws %s however deep, to their last word", async (_, markdown) => {
  const { container } = show(markdown);
  await expect.poll(() => container.textContent, { timeout: 10_000 }).toContain(markdown.slice(-5).trim());
  expect(container.querySelectorAll("*").length).toBeLessThan(5_000);
});

it("folds a very long table, and shows all of it when asked", () => {
  const { container } = show(`| n |\n|---|\n${Array.from({ length: 300 }, (_, row) => `| ${row} |`).join("\n")}`);
  expect(container.querySelectorAll("tbody tr")).toHaveLength(256);
  container.querySelector<HTMLButtonElement>("button.link")?.click();
  flushSync();
  expect(container.querySelectorAll("tbody tr")).toHaveLength(300);
});
