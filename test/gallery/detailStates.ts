import type { ToolItem } from "../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../extension/shared/contract/tools.ts";
import { call, image, output } from "./items.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

/** Opened calls with their details. */
const opened = (...calls: readonly (readonly [item: ToolItem, details: ToolDetails])[]): GalleryState => ({
  items: calls.map(([item]) => item),
  details: Object.fromEntries(calls.map(([item, details]) => [item.id, details])),
  open: calls.map(([item]) => item.id),
});

/** Opened calls, by kind. */
export const detailStates: GalleryStates = {
  "details-command": opened(
    [
      call("Bash", "npm test", { state: "failed", summary: { code: "text", text: "Exit code 1" } }),
      {
        kind: "command",
        command: "npm test",
        isTypable: true,
        notes: [
          { kind: "purpose", text: "Run the tests" },
          { kind: "timeout", ms: 600_000 },
        ],
        output: {
          text: "ok 12\nfailed 1 in src/reader.ts:12\n",
          omitted: 1_200,
          colored: [
            { text: "ok 12\n", color: "green" },
            { text: "failed 1", color: "red", isBold: true },
            { text: " in src/reader.ts:12\n" },
          ],
        },
        errors: output("Error: expected 1 to be 2"),
        exitCode: 1,
      },
    ],
    [
      call("Bash", "node build.mjs"),
      {
        kind: "command",
        command: "node build.mjs \\\n  --watch",
        isTypable: false,
        notes: [{ kind: "background" }, { kind: "unsandboxed" }],
        output: output(""),
      },
    ],
  ),
  "details-colors": opened([
    call("Bash", "colors"),
    {
      kind: "command",
      command: "colors",
      isTypable: true,
      notes: [],
      output: {
        ...output("black red green yellow blue magenta cyan white"),
        colored: (["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const).flatMap((color) => [
          { text: `${color} `, color },
          { text: "bright ", color: `bright${color.charAt(0).toUpperCase()}${color.slice(1)}` as "brightRed" },
          { text: "bold\n", color, isBold: true },
        ]),
      },
    },
  ]),
  "details-diff": opened([
    call("Edit", "src/greeter.ts", {
      path: "/workspace/src/greeter.ts",
      summary: { code: "changed", added: 2, removed: 1 },
    }),
    {
      kind: "diff",
      hunks: [
        {
          oldStart: 3,
          newStart: 3,
          lines: [
            { sign: " ", text: "function greet(name: string) {" },
            { sign: "-", text: "  return `Hello ${name}`;" },
            { sign: "+", text: "  return `Good to see you, ${name}`;" },
            { sign: " ", text: "}" },
          ],
        },
        {
          oldStart: 1,
          newStart: 1,
          isUnplaced: true,
          lines: [{ sign: "+", text: "// Nobody knows where this stands." }],
        },
        {
          oldStart: 118,
          newStart: 118,
          lines: [
            {
              sign: "+",
              text: "// The name is what a person says it is, and so is never cut, changed or looked up anywhere.",
            },
          ],
        },
      ],
    },
  ]),
  "details-diff-refused": opened([
    call("Write", "src/new.ts", {
      path: "/workspace/src/new.ts",
      state: "denied",
      decided: { code: "deniedWith", text: "Use the writer that is there" },
    }),
    {
      kind: "diff",
      hunks: [{ oldStart: 1, newStart: 1, lines: [{ sign: "+", text: "export function read() {}" }] }],
      omitted: 1_204,
      output: output("Use the writer that is there"),
    },
  ]),
  "details-output": opened(
    [
      call("Read", "README.md", { path: "/workspace/README.md", summary: { code: "lines", count: 3 } }),
      { kind: "output", output: output("# Reader\n\nOpens a file, once.\n") },
    ],
    [
      call("Read", "logo.png", { path: "/workspace/logo.png" }),
      { kind: "output", output: output(""), images: [image] },
    ],
    [call("Skill", "release-notes"), { kind: "output", output: output("") }],
  ),
  "details-places": opened([
    call("Grep", "read", { summary: { code: "matches", count: 14 } }),
    {
      kind: "places",
      notes: [
        { kind: "searchOption", option: "path", value: "packages" },
        { kind: "searchOption", option: "glob", value: "*.{ts,svelte}" },
        { kind: "searchOption", option: "output", value: "content" },
        { kind: "searchOption", option: "anyCase", value: "" },
        { kind: "searchOption", option: "around", value: "2" },
        { kind: "searchOption", option: "limit", value: "20" },
      ],
      omitted: 12,
      places: [
        { path: "src/reader.ts", line: 12, text: "export function read() {" },
        {
          path: "packages/a/folder/whose/name/is/long/src/reader.ts",
          line: 1_204,
          text: "    const reader = await openTheReaderOfAnotherFile(path);",
        },
        { path: "test/reader.test.ts" },
      ],
    },
  ]),
  "details-web": opened([
    call("WebSearch", "svelte 5 attachments"),
    {
      kind: "web",
      omitted: 3,
      notes: [{ kind: "prompt", text: "When did attachments come?" }],
      sources: [
        { url: "https://example.com/guide/attachments?page=2", title: "Attachments: the guide" },
        { url: "https://example.org/a/very/long/address/that/does/not/fit/into/a/narrow/panel/at/all" },
      ],
      output: output("Attachments came with version 5.29."),
    },
  ]),
  "details-answers": opened(
    [
      call("AskUserQuestion", "Runner"),
      {
        kind: "answers",
        answers: [
          { question: "Which test runner should this use?", answer: "Vitest" },
          { question: "Which of these are to be kept?", answer: "The old names, The scripts" },
        ],
      },
    ],
    [
      call("AskUserQuestion", "Where to", { state: "denied" }),
      { kind: "answers", answers: [{ question: "Where does it go?" }], output: output("Ask again later.") },
    ],
  ),
  "details-plan": opened(
    [
      call("ExitPlanMode", ""),
      { kind: "plan", plan: "# More languages\n\n1. A table of greetings\n2. `greet(name, language)`" },
    ],
    [
      call("ExitPlanMode", "", { state: "denied" }),
      { kind: "plan", plan: "# All of it\n\nAt once.", output: output("In smaller steps.") },
    ],
  ),
  "details-generic": opened(
    [
      call("mcp__tracker__find_issue", "PROJ-12"),
      {
        kind: "generic",
        input: JSON.stringify({ id: "PROJ-12", fields: ["title", "state"] }),
        output: output(
          JSON.stringify({
            title: "The reader closes twice",
            state: "open",
            points: 3,
            parent: null,
            labels: ["bug", "reader"],
            history: [{ by: "sam", note: "Seen\nagain" }],
          }),
        ),
      },
    ],
    [
      call("mcp__tracker__picture", "PROJ-12"),
      { kind: "generic", input: '{\n  "id": "PROJ-12"\n}', output: output(""), images: [image] },
    ],
    [
      call("mcp__tracker__list", ""),
      {
        kind: "generic",
        input: "{}",
        output: output(JSON.stringify(Array.from({ length: 250 }, (_, index) => `PROJ-${index}`))),
      },
    ],
  ),
};
