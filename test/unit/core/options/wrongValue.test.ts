import { expect, it } from "vitest";
import { optionRows } from "../../../../extension/core/options/options.ts";
import { findWrongValue, getPart } from "../../../../extension/core/options/wrongValue.ts";
import { formatSettingProblem } from "../../../../extension/shared/text/settings/settingProblems.ts";

const settings = [...optionRows].filter(([, { scope }]) => scope !== null);

const candidates: readonly unknown[] = [
  ...["some text", "", true, 42, -1, 1.5, 0, null],
  ...[
    [],
    [1],
    ["a"],
    [""],
    {},
    { a: 1 },
    { a: "b" },
    { a: null },
    { a: { unknown: true } },
    { "": "x" },
    { a: { environment: { B: 1 } } },
  ],
];

it.each(settings)("describes each wrong value of tandem.%s with its fix, and quotes it unless secret", (_name, row) => {
  expect(findWrongValue(row, row.default)).toBeUndefined();
  const wrong = candidates.filter((value) => !row.schema.safeParse(value).success);
  expect(wrong).not.toEqual([]);
  for (const value of wrong) {
    const problem = findWrongValue(row, value);
    const text = problem === undefined ? "" : formatSettingProblem(problem);
    expect(text, JSON.stringify(value)).toMatch(/^[^\n]{8,200}\.$/);
    expect(text).not.toMatch(/undefined|\[object|Invalid input/);
    const isKey = problem?.expected.kind === "knownKey" || problem?.expected.kind === "validKey";
    expect(problem?.found !== undefined, JSON.stringify(value)).toBe(
      getPart(value, problem?.at ?? []) !== undefined && !row.isSecret && !isKey,
    );
  }
});

it.each([
  ["maxTurns", "ten", '"ten" is not valid. Use a number, such as 10.'],
  ["maxTurns", 1.5, "1.5 is not valid. Use a whole number, such as 10."],
  ["maxTurns", 0, "0 is not valid. Use a number above 0."],
  ["pauseAfterMinutes", -1, "-1 is not valid. Use a number of at least 0."],
  ["chat.fontSize", 200, "200 is not valid. Use a number of at most 100."],
  ["chat.saveFilesBeforeSending", "sometimes", '"sometimes" is not valid. Use one of "ask", "always", "never".'],
  ["notificationSound", "yes", '"yes" is not valid. Use true or false.'],
  ["additionalDirectories", "/w", '"/w" is not valid. Use a list, such as ["first", "second"].'],
  ["additionalDirectories", ["/w", 1], "1 is not valid for [1]. Use a string in quotes."],
  ["model", 4, "4 is not valid. Use a string in quotes."],
  ["agents", { reviewer: { prompt: "Review" } }, "Use a string in quotes for reviewer.description."],
  ["environment", { TOKEN: 1234 }, "Use a string in quotes for TOKEN."],
  ["profiles", { work: { env: {} } }, "Remove “env” from work, which has no such key."],
  ["profiles", { work: { environment: { KEY: 7 } } }, "Use a string in quotes for work.environment.KEY."],
  ["extraArgs", { "--verbose": null }, "“--verbose” is not a valid name. Use another one."],
])("says for tandem.%s = %j: %s", (name, value, text) => {
  const problem = findWrongValue(optionRows.get(name)!, value);
  expect(problem && formatSettingProblem(problem)).toBe(text);
});

it("shortens a long value", () => {
  const problem = findWrongValue(
    optionRows.get("model")!,
    Array.from({ length: 100 }, () => "entry"),
  );
  expect(problem?.found).toMatch(/^\["entry",.{50,60}…$/);
});
