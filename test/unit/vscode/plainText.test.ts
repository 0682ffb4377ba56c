import { expect, it } from "vitest";
import { createPromptRow, toLabelText, toMessageText, wrapLine } from "../../../extension/vscode/plainText.ts";
import { hostileTexts } from "../../fuzz/hostileTexts.ts";

it("leaves no link in a message: the editor would run its command", () => {
  expect(toMessageText("[Open](command:workbench.action.quit) a.txt")).toBe(
    "[Open] (command:workbench.action.quit) a.txt",
  );
});

it("keeps in a label what the editor would take for an icon", () => {
  expect(toLabelText("Bash(git log $(pwn) $(x))")).toBe("Bash(git log \\$(pwn) \\$(x))");
});

it("shows of a long prompt all that a search may look for", () => {
  expect(createPromptRow("fix it")).toEqual({ label: "fix it" });
  expect(createPromptRow("fix it:\n\n  the $(leak)\n")).toEqual({ label: "fix it:", detail: "fix it: the \\$(leak)" });
  expect(createPromptRow("x".repeat(200)).detail).toHaveLength(200);
});

it("breaks a line into pieces, and leaves nothing out", () => {
  const line = `- use tabs ${"x".repeat(25)} and never spaces`;
  const pieces = wrapLine(line, 10);
  expect(pieces.slice(0, 2)).toEqual(["- use tabs", "x".repeat(10)]);
  expect(pieces.every((piece) => piece.length <= 10)).toBe(true);
  expect(pieces.join("").replace(/ /g, "")).toBe(line.replace(/ /g, ""));
});

const links = [
  "[x](command:quit)",
  "[x]\n(command:quit)",
  "[x]\u200b(command:quit)",
  '[a](https://x "t")',
  "$(trash) $\u200b(trash)",
];
it.each([...hostileTexts, ...links].map((text) => [text]))(
  "shows %j in messages, labels and rows as the text that it is",
  (text) => {
    const shown = [toMessageText(text), toLabelText(text), ...Object.values(createPromptRow(text))];
    for (const each of shown) expect(each).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2066-\u2069]/u);
    // As the editor finds links and icons.
    expect(toMessageText(text)).not.toMatch(/\[[^\]]+\]\((?:https?:\/\/|command:|file:)/i);
    for (const each of [toLabelText(text), ...Object.values(createPromptRow(text))])
      expect(each).not.toMatch(/(?<!\\)\$\([a-z0-9-]+(?:~[a-z]+)?\)/i);
  },
);
