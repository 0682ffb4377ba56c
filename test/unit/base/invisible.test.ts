import { expect, it } from "vitest";
import { escapeInvisible, stripControl } from "../../../extension/base/invisible.ts";

it("removes what would colour, move or reorder text, and keeps the text", () => {
  expect(stripControl("\u001b[31mred\u001b[0m \u202Egnp.exe\u202C\ttab\nline\u0007")).toBe("red gnp.exe\ttab\nline");
  expect(stripControl("\u001b]8;;http://x\u0007link\u001b]8;;\u0007")).toBe("link");
  expect(stripControl("日本語 émoji 👩‍💻")).toBe("日本語 émoji 👩‍💻");
});

it("hides nothing of what is approved", () => {
  expect(escapeInvisible("echo hi \u001b]0; echo PWNED\u0007")).toBe("echo hi \\u{1b}]0; echo PWNED\\u{7}");
  expect(escapeInvisible("a\u202eb\tc\nd")).toBe("a\\u{202e}b\tc\nd");
});
