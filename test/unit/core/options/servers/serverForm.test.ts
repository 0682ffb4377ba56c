import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatArguments,
  parseArguments,
  readForm,
  writeForm,
} from "../../../../../extension/core/options/servers/serverForm.ts";

describe("a line of arguments", () => {
  it.each([
    ["", []],
    ["  -y   @scope/package ", ["-y", "@scope/package"]],
    [`"two words" 'single "quoted"' --name="a b"`, ["two words", 'single "quoted"', "--name=a b"]],
    [
      String.raw`C:\Tools\run.exe "C:\Program Files\x" "say \"hi\""`,
      ["C:\\Tools\\run.exe", "C:\\Program Files\\x", 'say "hi"'],
    ],
    ['""', [""]],
  ])("is split: %s", (line, args) => expect(parseArguments(line)).toEqual(args));

  it.each(['"open', "a 'b", 'a"b', String.raw`"ends with \"`])("is refused with an open quote: %s", (line) =>
    expect(parseArguments(line)).toBeUndefined(),
  );

  it("keeps every argument that is written and read again", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (args) => {
        expect(parseArguments(formatArguments(args))).toEqual(args);
      }),
    );
  });
});

it("shows what it knows of a definition, and keeps the rest", () => {
  const before = { type: "stdio", command: "old", args: ["a"], env: { A: "b" }, timeout: 5, tools: { peek: "deny" } };
  const form = readForm(before);
  expect(form).toEqual({ transport: "stdio", command: "old", args: ["a"], env: { A: "b" } });
  expect(writeForm({ transport: "stdio", command: "new", args: [], env: {} }, before)).toEqual({
    type: "stdio",
    command: "new",
    timeout: 5,
    tools: { peek: "deny" },
  });
  expect(writeForm({ transport: "http", url: "https://a.example", headers: { X: "y" } }, before)).toEqual({
    type: "http",
    url: "https://a.example",
    headers: { X: "y" },
    timeout: 5,
    tools: { peek: "deny" },
  });
});

it.each([
  null,
  [],
  "x",
  {},
  { command: 5 },
  { command: "a", args: "b" },
  { type: "http" },
  { command: "a", env: { A: 1 } },
])("does not show %j", (value) => expect(readForm(value)).toBeUndefined());
