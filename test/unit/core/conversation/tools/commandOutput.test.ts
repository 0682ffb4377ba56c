import { describe, expect, it } from "vitest";
import { parseAnsi } from "../../../../../extension/core/conversation/tools/ansiText.ts";
import { getSummary } from "../../../../../extension/core/conversation/tools/describeCall.ts";
import { call } from "./toolSetup.ts";

describe("the output of a command", () => {
  it.each([
    ["npm test -- --run", true],
    ["one\ntwo", false],
    ["one\rtwo", false],
    ["echo \u202eabc", false],
    ["tab\there", false],
    ["", false],
  ])("can be typed into a terminal only if that does not run it: %j", (command, isTypable) => {
    expect(call("Bash", { command }, undefined)).toMatchObject({ isTypable });
  });

  it("separates errors if they are reported apart, and shows the exit code", () => {
    expect(call("Bash", { command: "x" }, { stdout: "fine", stderr: "a warning" })).toMatchObject({
      output: { text: "fine" },
      errors: { text: "a warning" },
    });
    expect(
      call("Bash", { command: "x" }, "Error: Exit code 2\nno such file", "Exit code 2\nno such file"),
    ).toMatchObject({
      exitCode: 2,
      output: { text: "no such file" },
    });
    expect(call("Bash", { command: "x" }, { stdout: "Exit code 2", stderr: "" }, "Exit code two")).not.toHaveProperty(
      "exitCode",
    );
  });

  it("keeps its colors, and no other terminal sequences", () => {
    const raw = "\u001b[2K\u001b]0;title\u0007\u001b[31mred\u001b[0m plain \u001b[1;92mbold\u001b[0m\u0008\u202e";
    expect(parseAnsi(raw, 100)).toEqual([
      { text: "red", color: "red" },
      { text: " plain " },
      { text: "bold", color: "brightGreen", isBold: true },
    ]);
    expect(parseAnsi("\u001b[2Kplain", 100)).toBeUndefined();
    expect(call("Bash", { command: "x" }, undefined, raw)).toMatchObject({ output: { text: "red plain bold" } });
  });

  it("keeps the last version of overwritten lines, as a terminal does", () => {
    const shown = (raw: string) => call("Bash", { command: "x" }, undefined, raw);
    expect(shown("10%\r50%\r\u001b[K100%\r\nnext\r\r\n\r\na\rb\r")).toMatchObject({
      output: { text: "100%\nnext\n\nb" },
    });
    expect(shown("\u001b[31m1\r2\u001b[0m\r\u001b[32m3\u001b[0m")).toMatchObject({
      output: { text: "3", colored: [{ text: "3", color: "green" }] },
    });
    expect(shown("\r".repeat(200_000))).toMatchObject({ output: { text: "" } });
  });

  it("contains no other terminal sequences (tput sgr0, strings, keys)", () => {
    const raw =
      "\u001b(B\u001b[m\u001b)0a\u001bPdevice\u001b\\b\u001b_app\u001b\\c\u001b^private\u0007d\u001b=\u001b[31me\u001b(B\u001b[m";
    expect(call("Bash", { command: "x" }, undefined, raw)).toMatchObject({
      output: { text: "abcde", colored: [{ text: "abcd" }, { text: "e", color: "red" }] },
    });
  });

  it.each([
    ["38;5;9", "brightRed"],
    ["38;5;196", "brightRed"],
    ["38;5;28", "green"],
    ["38;5;244", "brightBlack"],
    ["38;5;255", "white"],
    ["38;5;16", "black"],
    ["38;2;200;10;10", "red"],
    ["38;2;255;250;5", "brightYellow"],
  ])("uses the nearest color of the theme for %s", (code, color) => {
    expect(parseAnsi(`\u001b[${code}mx\u001b[0m`, 100)).toEqual([{ text: "x", color }]);
  });

  it("shows the size of an edit only if claude reports it", () => {
    const summary = (result: unknown) => getSummary({ tool: "Write", thread: "", input: {}, result }, false);
    expect(summary({ type: "create", content: "a\nb\n", structuredPatch: [] })).toEqual({ code: "created", count: 2 });
    expect(summary({ structuredPatch: [{ lines: ["-a", "+b", "+c"] }] })).toEqual({
      code: "changed",
      added: 2,
      removed: 1,
    });
    expect(summary(undefined)).toBeUndefined();
  });

  it("shows the failure on its row, without markup or terminal sequences", () => {
    const record = {
      tool: "Bash",
      thread: "",
      input: {},
      output: "<tool_use_error>\u001b[31mNo such\u001b[0m\nfile</tool_use_error>",
    };
    expect(getSummary(record, true)).toEqual({ code: "text", text: "No such file" });
  });

  it("shows a color that was set long before the end, unless it was reset", () => {
    const rows = "0123456789\n".repeat(5_000);
    expect(parseAnsi(`\u001b[1m\u001b[0m\u001b[31m${rows}`, 22)).toEqual([
      { text: "0123456789\n".repeat(2), color: "red" },
    ]);
    expect(parseAnsi(`\u001b[31m${rows}\u001b[m${rows}`, 22)).toBeUndefined();
    // Hardly anything between the marks.
    expect(
      parseAnsi("\u001b[32m1\u001b[0m\u001b[0m\u001b[0m\n".repeat(2_000), 6)
        ?.map(({ text }) => text)
        .join(""),
    ).toBe("1\n1\n1\n");
  });

  it("keeps the end of long output in color", () => {
    const raw = `\u001b[31m${"a".repeat(10)}\u001b[32m${"b".repeat(3)}\u001b[0m`;
    expect(parseAnsi(raw, 5)).toEqual([
      { text: "aa", color: "red" },
      { text: "bbb", color: "green" },
    ]);
  });
});
