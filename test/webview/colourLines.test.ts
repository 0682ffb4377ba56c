// @vitest-environment node
import { expect, it } from "vitest";
import type { DiffLine } from "../../extension/contract/tools.ts";
import { colourLines } from "../../webview/ui/colourLines.ts";

const lines: readonly DiffLine[] = [
  { sign: " ", text: "/* a" },
  { sign: "-", text: "   b */ const x = 1;" },
  { sign: "+", text: "   c */ const y = '2';" },
  { sign: " ", text: "return x;" },
];

it("colours each side of a hunk as one text, and says what its lines say", async () => {
  const coloured = await colourLines(lines, "src/a.ts");
  expect(coloured?.map((tokens) => tokens.map(({ text }) => text).join(""))).toEqual(lines.map(({ text }) => text));
  const kindOf = (line: number, word: string) => coloured?.[line]?.find(({ text }) => text.includes(word))?.kind;
  expect([kindOf(1, "b */"), kindOf(2, "c */"), kindOf(1, "const"), kindOf(2, "'2'"), kindOf(3, "return")]).toEqual([
    "hljs-comment",
    "hljs-comment",
    "hljs-keyword",
    "hljs-string",
    "hljs-keyword",
  ]);
});

it("leaves plain what has no ending, or one that nobody knows", async () => {
  expect(await colourLines(lines, "Makefile")).toBeUndefined();
  expect((await colourLines(lines, "a.unknownlanguage"))?.flat().every(({ kind }) => kind === "")).toBe(true);
});
