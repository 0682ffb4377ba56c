import fc from "fast-check";
import { expect, it } from "vitest";
import {
  escapeInvisible,
  escapeLine,
  escapeLines,
  escapePath,
  escapeProse,
  joinLines,
  renderOutput,
  stripControl,
} from "../../../../extension/shared/base/invisible.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";

it("leaves out what hides or reorders text, and keeps lines and tabs", () => {
  expect(stripControl("\u001b[31mred\u001b[0m\u202e\tand\nlines\u0007")).toBe("red\tand\nlines");
});

it.each([
  0x00, 0x07, 0x0d, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c,
  0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0x2800, 0x3164,
  0xd800, 0xdfff, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe0100, 0xa0, 0x2003, 0x3000,
  0x1d159,
])("names U+%s", (code) => {
  const text = `a${String.fromCodePoint(code)}b`;
  expect(escapeProse(text)).toBe(escapeInvisible(text));
  expect(escapeInvisible(text)).toBe(`a⟦U+${code.toString(16).toUpperCase().padStart(4, "0")}⟧b`);
});

it("leaves everything that can be seen, with line breaks and tabs", () => {
  const text = "rm -rf \\u{202e} 'é 漢字 😀 עברית'\n\tnext";
  expect(escapeInvisible(text)).toBe(text);
});

it.each(["👩‍👩‍👧‍👦", "👩🏽‍💻", "🏴‍☠️", "🏳️‍🌈", "✔️", "1️⃣"])(
  "leaves an emoji that is joined from others only in prose: %s",
  (emoji) => {
    expect(escapeProse(`a ${emoji}${emoji} b`)).toBe(`a ${emoji}${emoji} b`);
    expect(escapePath(`${emoji}.txt`)).toContain("⟦U+");
    expect(escapeInvisible(emoji)).toContain("⟦U+");
  },
);

it.each([
  ["a joiner after an emoji", "👩\u200d💻\u200d", "👩\u200d💻⟦U+200D⟧"],
  ["a joiner between emoji that have no joined form", "👩\u200d🚗", "👩⟦U+200D⟧🚗"],
  ["a joiner between an emoji and a letter", "👩\u200da", "👩⟦U+200D⟧a"],
  ["a second variation selector", "❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"],
  ["the selector of text", "❤\ufe0e", "❤⟦U+FE0E⟧"],
  ["a selector after a digit", "1\ufe0f", "1⟦U+FE0F⟧"],
  ["an emoji without its selector", "🏳\u200d🌈", "🏳⟦U+200D⟧🌈"],
  ["tags of a flag", "🏴\u{e0067}\u{e007f}", "🏴⟦U+E0067⟧⟦U+E007F⟧"],
  [
    "tags of a flag of the list",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "🏴⟦U+E0067⟧⟦U+E0062⟧⟦U+E0065⟧⟦U+E006E⟧⟦U+E0067⟧⟦U+E007F⟧",
  ],
])("names in prose %s", (_, text, shown) => expect(escapeProse(text)).toBe(shown));

it("names marks that would be drawn over other lines, but none that a language has", () => {
  const pile = `rm${"\u0301".repeat(40)}`;
  for (const name of [escapeInvisible, escapeProse, escapePath, escapeLine])
    expect(name(pile)).toBe(`rm${"\u0301".repeat(5)}${"⟦U+0301⟧".repeat(35)}`);
  for (const word of ["ཧཱུྃ", "בְּרֵאשִׁ֖ית", "ế", "ស្ត្រី", "द्ध्र्य"]) expect(escapeInvisible(word)).toBe(word);
});

it("cannot be pretended by the text itself", () => {
  const pretended = escapeInvisible("⟦U+202E⟧");
  expect(pretended).not.toBe(escapeInvisible("\u202e"));
  expect(pretended).toBe("⟦U+27E6⟧U+202E⟦U+27E7⟧");
});

it("names every white space of a path that is no single space", () => {
  expect(escapePath("/w/my file.txt")).toBe("/w/my file.txt");
  expect(escapePath(" /w/a  b\u00a0c\td\n ")).toBe("⟦U+0020⟧/w/a ⟦U+0020⟧b⟦U+00A0⟧c⟦U+0009⟧d⟦U+000A⟧⟦U+0020⟧");
});

it.each(hostileTexts.map((text) => [text]))(
  "leaves nothing hidden in a line of %j, and changes nothing twice",
  (text) => {
    const line = escapeLine(text);
    expect(line).not.toMatch(
      /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\ufeff]/u,
    );
    expect(escapeLine(line)).toBe(line);
    expect(escapeLine(escapeInvisible(text)).replaceAll(/⟦U\+000A⟧|⟦U\+0009⟧/g, "")).toBe(
      escapeInvisible(text).replaceAll(/[\n\t]/g, ""),
    );
    expect(escapeLines(`${text}\nb`).split("\n")).toHaveLength(text.split("\n").length + 1);
  },
);

it.each([["✔️ ❤️ 1️⃣ 🏴‍☠️ 👩‍👩‍👧 👩🏽‍💻"], ["می‌خواهم"], ["क्‍ष"]])(
  "keeps in a line what is a part of the letters and pictures: %s",
  (text) => expect(escapeLine(text)).toBe(text),
);

it.each([
  ["a\u200db", "a⟦U+200D⟧b"],
  ["a\ufe0f", "a⟦U+FE0F⟧"],
  ["❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"],
  ["ا\u200c\u200cب", "ا⟦U+200C⟧⟦U+200C⟧ب"],
])("names in a line what only looks like that: %j", (text, line) => expect(escapeLine(text)).toBe(line));

it("puts a text on one line as a replacement of every white space would", () => {
  const part = fc.constantFrom(" ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u2028", "a", "b c");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      expect(joinLines(parts.join(""))).toBe(parts.join("").replace(/\s+/g, " "));
    }),
  );
});

it("keeps of a line that was written over what stands there in the end", () => {
  expect(renderOutput("10%\r50%\r100%\r\ndone\r\n\u001b[32mok\u001b[0m\rfine\r\r\nlast 1\rlast 2\r")).toBe(
    "100%\ndone\nfine\nlast 2",
  );
});
