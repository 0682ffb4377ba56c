// @vitest-environment node
import { expect, it } from "vitest";
import type { DiffLine } from "../../extension/shared/contract/tools.ts";
import { colorLines } from "../../webview/ui/colorLines.ts";

const lines: readonly DiffLine[] = [
  { sign: " ", text: "/* a" },
  { sign: "-", text: "   b */ const x = 1;" },
  { sign: "+", text: "   c */ const y = '2';" },
  { sign: " ", text: "return x;" },
];

it("colors each side of a hunk as one text, and says what its lines say", async () => {
  const colored = await colorLines(lines, "src/a.ts");
  expect(colored?.map((tokens) => tokens.map(({ text }) => text).join(""))).toEqual(lines.map(({ text }) => text));
  const kindOf = (line: number, word: string) => colored?.[line]?.find(({ text }) => text.includes(word))?.kind;
  expect([kindOf(1, "b */"), kindOf(2, "c */"), kindOf(1, "const"), kindOf(2, "'2'"), kindOf(3, "return")]).toEqual([
    "hljs-comment",
    "hljs-comment",
    "hljs-keyword",
    "hljs-string",
    "hljs-keyword",
  ]);
});

it("leaves plain what has no ending, or one that nobody knows", async () => {
  expect(await colorLines(lines, "Makefile")).toBeUndefined();
  expect((await colorLines(lines, "a.unknownlanguage"))?.flat().every(({ kind }) => kind === "")).toBe(true);
});
