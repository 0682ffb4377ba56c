import { describe, expect, it } from "vitest";
import { describeCall, getLine } from "../../../../../extension/core/conversation/tools/describeCall.ts";
import { getImages } from "../../../../../extension/core/conversation/tools/output.ts";
import { formatNote } from "../../../../../extension/shared/text/requests/requestNotes.ts";
import { call } from "./toolSetup.ts";

describe("the result of a search", () => {
  it("is a list of files, or of lines with their context", () => {
    expect(call("Glob", { pattern: "**" }, { filenames: ["/w/a.ts", "/w/b.ts"] })).toEqual({
      kind: "places",
      notes: [],
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

  it("includes every field of the input", () => {
    const notes = (tool: string, input: object) => {
      const details = call(tool, input, { mode: "count", filenames: [], content: "a:1" }, "a:1");
      return "notes" in details
        ? (details.notes ?? []).map(formatNote).map(({ label, value }) => `${label}: ${value}`)
        : [];
    };
    const all = {
      glob: "*.ts",
      type: "js",
      output_mode: "content",
      "-B": 1,
      "-A": 2,
      "-C": 3,
      "-i": true,
      "-n": false,
      "-o": true,
      multiline: true,
      head_limit: 1,
      offset: 4,
    };
    expect(notes("Grep", { pattern: "a  b", path: "/w/s\u202erc", ...all, "-x": { deep: true }, "-z": 1 })).toEqual([
      "Pattern: a  b",
      "Searched in: /w/s⟦U+202E⟧rc",
      "Only files matching: *.ts",
      "Only files of type: js",
      "Output: matching lines",
      "Lines before each match: 1",
      "Lines after each match: 2",
      "Lines around each match: 3",
      "Case-sensitive: no",
      "Line numbers: off",
      "Shows: only the matching text",
      "Multiline: a match can span lines",
      "Limit: 1 result",
      "Skipped results: 4",
      'Other input: {\n  "-x": {\n    "deep": true\n  },\n  "-z": 1\n}',
    ]);
    expect(
      notes("Grep", {
        pattern: "x",
        "-i": false,
        "-n": true,
        multiline: false,
        output_mode: "constructor",
        head_limit: 0,
      }),
    ).toEqual(["Output: constructor", "Limit: no limit"]);
    expect(notes("Glob", { pattern: "**/*.ts", path: "src" })).toEqual(["Searched in: src"]);
    expect(notes("Glob", { pattern: "**/*.ts", path: 7, "-A": "3" })).toEqual([
      "Searched in: 7",
      "Lines after each match: 3",
    ]);
  });

  it("groups lines by file, even for names that look like lines (2.0.77, 2.1.50)", () => {
    const grep = (content: string, input: object = {}) =>
      call("Grep", { pattern: "x", ...input }, { mode: "content", filenames: [], content }, content);
    expect(grep("4-d\n5: at 10:30:00 x", { path: "/w/log.txt" })).toMatchObject({
      places: [
        { path: "/w/log.txt", line: 4, text: "d" },
        { path: "/w/log.txt", line: 5, text: " at 10:30:00 x" },
      ],
    });
    const content =
      "db/2024-05-12-init.sql:1:x\n/w/db/2024-05-12-init.sql-2-y:3:z\n--\n/w/src/utf-8-reader.ts-9-\nsrc/utf-8-reader.ts:10:x again";
    expect(grep(content)).toMatchObject({
      places: [
        { path: "db/2024-05-12-init.sql", line: 1, text: "x" },
        { path: "db/2024-05-12-init.sql", line: 2, text: "y:3:z" },
        { path: "src/utf-8-reader.ts", line: 9, text: "" },
        { path: "src/utf-8-reader.ts", line: 10, text: "x again" },
      ],
    });
    expect(grep("src/a.ts:1:x", { path: "/w/src" })).toMatchObject({ places: [{ path: "src/a.ts", line: 1 }] });
  });

  it("is shown unchanged if a line has no place", () => {
    for (const content of ["a.ts:1:x\nwhat is this", "log.txt: at 10:30:00 x\na.ts:x", "--"]) {
      expect(call("Grep", { pattern: "x" }, { mode: "content", content }, content)).toMatchObject({
        kind: "output",
        output: { text: content },
      });
    }
    const unnumbered = "log.txt: at 10:30:00 x";
    expect(
      call("Grep", { pattern: "x", "-n": false }, { mode: "content", content: unnumbered }, unnumbered),
    ).toMatchObject({ kind: "output" });
  });

  it("is shown unchanged if no place can be recognized", () => {
    expect(call("Grep", { pattern: "x" }, { mode: "count", content: "no places" }, "3 matches")).toMatchObject({
      kind: "output",
      output: { text: "3 matches" },
    });
  });

  it("assigns a line to the file with the longest matching path", () => {
    const content = "a.ts:1:x\nb/a.ts:1:x\nc/b/a.ts:1:x\n/w/c/b/a.ts-2-y\n/w/b/a.ts-2-y\n/w/ba.ts-1-/a.ts-2-y";
    expect(call("Grep", { pattern: "x" }, { mode: "content", content })).toMatchObject({
      places: [{}, {}, {}, { path: "c/b/a.ts" }, { path: "b/a.ts" }, { path: "a.ts", line: 2 }],
    });
  });

  it.each([
    ["marks and folders", "/", "a/-1-"],
    ["marks", "/", "-1-a"],
    ["folders", "", "/"],
  ])("is read in time proportional to its length: %s", (_, start, part) => {
    const line = start + part.repeat(4_000 / part.length);
    const content = ["a/b:1:x", ...Array.from({ length: 2_000 }, () => line)].join("\n");
    const begin = performance.now();
    expect(call("Grep", { pattern: "x" }, { mode: "content", content }).kind).toBe("output");
    // Generous for a machine under load; each mark against each folder takes minutes.
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it("is truncated at the end when it is long", () => {
    const filenames = Array.from({ length: 1_200 }, (_, index) => `f${index}`);
    expect(call("Glob", {}, { filenames })).toMatchObject({ omitted: 200 });
  });
});

describe("the result of a web tool", () => {
  it("lists pages with real addresses, and the text about them", () => {
    const content = [
      { title: "The \u202eguide", url: "https://example.com/a?b=1" },
      { title: "A script", url: "javascript:alert(1)" },
      { title: "No address" },
      { url: "http://example.org/\u200bx" },
    ];
    const result = { query: "x", results: [{ tool_use_id: "t", content }, "They agree."] };
    expect(call("WebSearch", { query: "x" }, result, "everything")).toEqual({
      kind: "web",
      sources: [
        { url: "https://example.com/a?b=1", title: "The guide" },
        { url: expect.stringMatching(/^http:\/\/example\.org\/.+x$/) },
      ],
      omitted: 0,
      notes: [],
      output: { text: "They agree.", omitted: 0 },
    });
    const many = {
      results: [{ content: Array.from({ length: 120 }, (_, index) => ({ url: `https://example.com/${index}` })) }],
    };
    expect(call("WebSearch", {}, many)).toMatchObject({ omitted: 20 });
    expect(call("WebSearch", { query: "x" }, undefined, "as it came")).toMatchObject({
      sources: [],
      output: { text: "as it came" },
    });
  });

  it("shows the fetched page, the question about it, and the answer", () => {
    expect(
      call("WebFetch", { url: "https://example.com/", prompt: "Which version?" }, { code: 200 }, "5.29"),
    ).toMatchObject({
      kind: "web",
      sources: [{ url: "https://example.com/" }],
      notes: [{ kind: "prompt", text: "Which version?" }],
      output: { text: "5.29" },
    });
  });
});

describe("the details of an edit", () => {
  const signs = (details: ReturnType<typeof call>) =>
    details.kind === "diff"
      ? details.hunks.map(({ lines }) => lines.map(({ sign, text }) => sign + text))
      : details.kind;

  it("shows claude's own patch, and all lines of a new file", () => {
    const structuredPatch = [{ oldStart: 3, newStart: 3, lines: ["-a", "+b"] }];
    expect(call("Edit", { old_string: "a", new_string: "b" }, { structuredPatch })).toEqual({
      kind: "diff",
      hunks: [
        {
          oldStart: 3,
          newStart: 3,
          lines: [
            { sign: "-", text: "a" },
            { sign: "+", text: "b" },
          ],
        },
      ],
    });
    const created = call("Write", { content: "asked" }, { type: "create", content: "one\ntwo\n", structuredPatch: [] });
    expect(signs(created)).toEqual([["+one", "+two"]]);
    expect(created).not.toHaveProperty("hunks.0.isUnplaced");
  });

  it("shows the intended change without line numbers, and the error, if there is no patch", () => {
    const input = { old_string: "a\nsame", new_string: "b\nsame" };
    const failed = call("Edit", input, "Error: not found", "<tool_use_error>not found</tool_use_error>");
    expect(signs(failed)).toEqual([["-a", "+b", " same"]]);
    expect(failed).toMatchObject({ hunks: [{ isUnplaced: true }], output: { text: "not found" } });
    expect(call("Edit", input, undefined, "updated")).not.toHaveProperty("output");
    const edits = [input, { old_string: "x", new_string: "" }];
    expect(signs(call("MultiEdit", { edits }, undefined))).toEqual([["-a", "+b", " same"], ["-x"]]);
    expect(signs(call("Write", { content: "one" }, "Error: denied"))).toEqual([["+one"]]);
    // The accepted text is the text that was written.
    expect(signs(call("Edit", input, { oldString: "a", newString: "mine" }))).toEqual([["-a", "+mine"]]);
    expect(call("Write", {}, undefined)).toMatchObject({ kind: "generic" });
  });

  it("shows the changed cells of a notebook", () => {
    const notebook = (source: string) =>
      JSON.stringify({ cells: [{ id: "c", cell_type: "code", source, metadata: {} }] });
    const input = { notebook_path: "/w/n.ipynb", cell_id: "c", new_source: "new" };
    expect(signs(call("NotebookEdit", input, { original_file: notebook("old") }))).toEqual([
      [" %% code", "-old", "+new"],
    ]);
    expect(signs(call("NotebookEdit", input, undefined))).toEqual([["+new"]]);
    expect(call("NotebookEdit", { ...input, edit_mode: "delete", new_source: "" }, undefined)).toMatchObject({
      kind: "generic",
    });
  });

  it("is truncated at the end when it is long", () => {
    expect(call("Write", { content: "line\n".repeat(2_500) }, undefined)).toMatchObject({ omitted: 500 });
  });
});

it.each([
  [12, 12],
  [1, 1],
  [0, undefined],
  [-3, undefined],
  [1.5, undefined],
  [1e20, undefined],
])("reads the offset %j as first line %j", (offset, line) => {
  expect(getLine("Read", { file_path: "/w/a.ts", offset })).toBe(line);
});

it("shows a limited number of returned images, of supported kinds", () => {
  const image = (data: string, media_type = "image/png") => ({
    type: "image",
    source: { type: "base64", media_type, data },
  });
  expect(
    getImages([
      { type: "text", text: "here" },
      image("QUJD"),
      image("QUJD", "image/svg+xml"),
      image("not base64!"),
      image("x".repeat(9_000_000)),
    ]),
  ).toEqual([{ mediaType: "image/png", data: "QUJD" }]);
  expect(getImages(Array.from({ length: 30 }, () => image("QUJD")))).toHaveLength(10);
  expect(getImages("text")).toEqual([]);
  const images = [{ mediaType: "image/png", data: "QUJD" }];
  expect(describeCall({ tool: "Read", thread: "", input: {}, output: "", images })).toMatchObject({
    kind: "output",
    images,
  });
  expect(describeCall({ tool: "mcp__a__b", thread: "", input: {}, output: "", images })).toMatchObject({
    kind: "generic",
    images,
  });
});

it("shows the instructions and the report of a subagent", () => {
  const task = { prompt: "Look\u202earound" };
  const launched = { status: "async_launched", agentId: "a" };
  const about = (result: unknown, more: object = {}) =>
    describeCall({ tool: "Task", thread: "", input: task, result, output: "out", ...more });
  expect(about({ status: "completed", content: [{ type: "text", text: "# Found" }] })).toEqual({
    kind: "agent",
    task: expect.stringMatching(/^Look.+around$/),
    report: "# Found",
  });
  expect(about("Error: out")).toMatchObject({ report: "out" });
  const ended = { state: "done", words: "Look", isReport: false };
  expect(about({ status: "completed", content: [{ type: "text", text: "Found" }] }, { ended })).toMatchObject({
    report: "Found",
  });
  expect(about(launched)).not.toHaveProperty("report");
  expect(about(launched, { ended: { state: "done", words: "Found", isReport: true } })).toMatchObject({
    report: "Found",
  });
  expect(
    about(launched, { ended: { state: "done", words: 'Agent "Look" completed', isReport: false } }),
  ).not.toHaveProperty("report");
});

it("shows questions with their answers, or the result without answers", () => {
  const input = { questions: [{ question: "Which?" }, { question: "Where\u202e?" }] };
  const about = (more: object) => describeCall({ tool: "AskUserQuestion", thread: "", input, ...more });
  expect(about({ result: { answers: { "Which?": "A, B" } }, output: "You can go on." })).toEqual({
    kind: "answers",
    answers: [{ question: "Which?", answer: "A, B" }, { question: expect.not.stringContaining("\u202e") }],
  });
  expect(about({ result: "Error: dismissed", output: "dismissed" })).toMatchObject({
    answers: [{ question: "Which?" }, {}],
    output: { text: "dismissed" },
  });
  expect(about({ input: { questions: "none" } })).toMatchObject({ kind: "generic" });
});

it("shows an approved plan, or the result of a rejected one", () => {
  const about = (more: object) =>
    describeCall({ tool: "ExitPlanMode", thread: "", input: { plan: "# Mine" }, ...more });
  expect(about({ result: { plan: "# As approved" }, output: "You can go on." })).toEqual({
    kind: "plan",
    plan: "# As approved",
  });
  expect(about({ result: "Error: smaller", output: "smaller" })).toMatchObject({
    plan: "# Mine",
    output: { text: "smaller" },
  });
  expect(about({ input: {} })).toMatchObject({ kind: "generic" });
});
