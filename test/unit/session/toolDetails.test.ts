import { describe, expect, it } from "vitest";
import { colouredText } from "../../../extension/session/tools/ansiText.ts";
import { describeCall, summaryOf } from "../../../extension/session/tools/describeCall.ts";
import { imagesOf } from "../../../extension/session/tools/output.ts";

const call = (tool: string, input: object, result: unknown, output = "") => describeCall({ tool, thread: "", input: input as never, result, output });

describe("what was found", () => {
  it("is a list of files, or of lines with what stands around them", () => {
    expect(call("Glob", { pattern: "**" }, { filenames: ["/w/a.ts", "/w/b.ts"] })).toEqual({
      kind: "places",
      omitted: 0,
      places: [{ path: "/w/a.ts" }, { path: "/w/b.ts" }],
    });
    const content = "src/a.ts-3-before\nsrc/a.ts:4:the match: here\n--\nC:\\x.ts:12:windows";
    expect(call("Grep", { pattern: "x" }, { mode: "content", filenames: [], content })).toMatchObject({
      places: [
        { path: "src/a.ts", line: 3, text: "before" },
        { path: "src/a.ts", line: 4, text: "the match: here" },
        { path: "C:\\x.ts", line: 12, text: "windows" },
      ],
    });
  });

  it("is shown as it came where no place can be told", () => {
    expect(call("Grep", { pattern: "x" }, { mode: "count", content: "no places" }, "3 matches")).toMatchObject({
      kind: "output",
      output: { text: "3 matches" },
    });
  });

  it("has its end left out when it is long", () => {
    const filenames = Array.from({ length: 1_200 }, (_, index) => `f${index}`);
    expect(call("Glob", {}, { filenames })).toMatchObject({ omitted: 200 });
  });
});

describe("what the web said", () => {
  it("names the pages that are some, and what was said of them", () => {
    const content = [
      { title: "The \u202eguide", url: "https://example.com/a?b=1" },
      { title: "A script", url: "javascript:alert(1)" },
      { title: "No address" },
      { url: "http://example.org/\u200bx" },
    ];
    const result = { query: "x", results: [{ tool_use_id: "t", content }, "They agree."] };
    expect(call("WebSearch", { query: "x" }, result, "everything")).toEqual({
      kind: "web",
      sources: [{ url: "https://example.com/a?b=1", title: "The guide" }, { url: expect.stringMatching(/^http:\/\/example\.org\/.+x$/) }],
      omitted: 0,
      notes: [],
      output: { text: "They agree.", omitted: 0 },
    });
    const many = { results: [{ content: Array.from({ length: 120 }, (_, index) => ({ url: `https://example.com/${index}` })) }] };
    expect(call("WebSearch", {}, many)).toMatchObject({ omitted: 20 });
    expect(call("WebSearch", { query: "x" }, undefined, "as it came")).toMatchObject({ sources: [], output: { text: "as it came" } });
  });

  it("names the page that was fetched, what was asked of it, and the answer", () => {
    expect(call("WebFetch", { url: "https://example.com/", prompt: "Which version?" }, { code: 200 }, "5.29")).toMatchObject({
      kind: "web",
      sources: [{ url: "https://example.com/" }],
      notes: [{ kind: "prompt", text: "Which version?" }],
      output: { text: "5.29" },
    });
  });
});

describe("what a command put out", () => {
  it.each([
    ["npm test -- --run", true],
    ["one\ntwo", false],
    ["one\rtwo", false],
    ["echo \u202eabc", false],
    ["tab\there", false],
    ["", false],
  ])("goes into the line of a terminal when that runs nothing of it: %j", (command, isTypable) => {
    expect(call("Bash", { command }, undefined)).toMatchObject({ isTypable });
  });

  it("has its errors apart where they are told apart, and its exit code", () => {
    expect(call("Bash", { command: "x" }, { stdout: "fine", stderr: "a warning" })).toMatchObject({ output: { text: "fine" }, errors: { text: "a warning" } });
    expect(call("Bash", { command: "x" }, "Error: Exit code 2\nno such file", "Exit code 2\nno such file")).toMatchObject({
      exitCode: 2,
      output: { text: "no such file" },
    });
    expect(call("Bash", { command: "x" }, { stdout: "Exit code 2", stderr: "" }, "Exit code two")).not.toHaveProperty("exitCode");
  });

  it("keeps its colours, and nothing else of what a terminal would do", () => {
    const raw = "\u001b[2K\u001b]0;title\u0007\u001b[31mred\u001b[0m plain \u001b[1;92mbold\u001b[0m\u0008\u202e";
    expect(colouredText(raw, 100)).toEqual([{ text: "red", colour: "red" }, { text: " plain " }, { text: "bold", colour: "brightGreen", isBold: true }]);
    expect(colouredText("\u001b[2Kplain", 100)).toBeUndefined();
    expect(call("Bash", { command: "x" }, undefined, raw)).toMatchObject({ output: { text: "red plain bold" } });
  });

  it("says how much an edit changed where the CLI tells it, and else nothing", () => {
    const summary = (result: unknown) => summaryOf({ tool: "Write", thread: "", input: {}, result }, false);
    expect(summary({ type: "create", content: "a\nb\n", structuredPatch: [] })).toEqual({ code: "created", count: 2 });
    expect(summary({ structuredPatch: [{ lines: ["-a", "+b", "+c"] }] })).toEqual({ code: "changed", added: 2, removed: 1 });
    expect(summary(undefined)).toBeUndefined();
  });

  it("says on its row what failed, without marks of the CLI or of a terminal", () => {
    const record = { tool: "Bash", thread: "", input: {}, output: "<tool_use_error>\u001b[31mNo such\u001b[0m\nfile</tool_use_error>" };
    expect(summaryOf(record, true)).toEqual({ code: "text", text: "No such file" });
  });

  it("knows the colour that was set long before the end, and none that was ended", () => {
    const rows = "0123456789\n".repeat(5_000);
    expect(colouredText(`\u001b[1m\u001b[0m\u001b[31m${rows}`, 22)).toEqual([{ text: "0123456789\n".repeat(2), colour: "red" }]);
    expect(colouredText(`\u001b[31m${rows}\u001b[m${rows}`, 22)).toBeUndefined();
    // Hardly anything between the marks.
    expect(
      colouredText("\u001b[32m1\u001b[0m\u001b[0m\u001b[0m\n".repeat(2_000), 6)
        ?.map(({ text }) => text)
        .join(""),
    ).toBe("1\n1\n1\n");
  });

  it("keeps the end of long output in colour", () => {
    const raw = `\u001b[31m${"a".repeat(10)}\u001b[32m${"b".repeat(3)}\u001b[0m`;
    expect(colouredText(raw, 5)).toEqual([
      { text: "aa", colour: "red" },
      { text: "bbb", colour: "green" },
    ]);
  });
});

it("shows images that a tool returned, of kinds that are drawn, and a few of them", () => {
  const image = (data: string, media_type = "image/png") => ({ type: "image", source: { type: "base64", media_type, data } });
  expect(imagesOf([{ type: "text", text: "here" }, image("QUJD"), image("QUJD", "image/svg+xml"), image("not base64!"), image("x".repeat(9_000_000))])).toEqual(
    [{ mediaType: "image/png", data: "QUJD" }],
  );
  expect(imagesOf(Array.from({ length: 30 }, () => image("QUJD")))).toHaveLength(10);
  expect(imagesOf("text")).toEqual([]);
  const images = [{ mediaType: "image/png", data: "QUJD" }];
  expect(describeCall({ tool: "Read", thread: "", input: {}, output: "[image]", images })).toMatchObject({ kind: "output", images });
  expect(describeCall({ tool: "mcp__a__b", thread: "", input: {}, output: "[image]", images })).toMatchObject({ kind: "generic", images });
});
