import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { toEnglish } from "../../../../extension/shared/text/numbers.ts";

const shared = fileURLToPath(new URL("../../../../extension/shared", import.meta.url));

/** Formats afternoon of a day in November as on a machine with this language. */
function formatAs(locale: string): string {
  const at = new Date(2026, 10, 3, 14, 5);
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(toEnglish(new Intl.Locale(locale).maximize()), options).format(at);
  return `${format({ day: "numeric", month: "short" })}, ${format({ hour: "2-digit", minute: "2-digit" })}`;
}

it.each([
  ["de", "3 Nov, 14:05"],
  ["de-AT", "3 Nov, 14:05"],
  ["en-GB", "3 Nov, 14:05"],
])("names months in English with the region's order and hours on a %s machine", (locale, expected) => {
  expect(formatAs(locale)).toBe(expected);
});

it("leaves dates of American English alone", () => {
  expect(formatAs("en-US").replace(/\s/g, " ")).toBe("Nov 3, 02:05 PM");
});

it("writes all numbers with one function, so that none has the machine's separators", () => {
  const files = fs.readdirSync(shared, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const others = files.filter((file) => /toLocale|new Intl\./.test(fs.readFileSync(path.join(shared, file), "utf8")));
  expect(others.sort()).toEqual([path.join("base", "cutText.ts"), path.join("text", "numbers.ts")]);
});
