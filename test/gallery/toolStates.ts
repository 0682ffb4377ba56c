import type { DecisionRecord } from "../../extension/shared/contract/requests/requests.ts";
import type { ToolState, ToolSummary } from "../../extension/shared/contract/tools.ts";
import { at, call, output, prompt, reply } from "./items.ts";
import type { GalleryStates } from "./state.ts";

const calls: readonly (readonly [tool: string, subject: string, summary?: ToolSummary])[] = [
  ["Read", "src/reader.ts · 10–40", { code: "lines", count: 31 }],
  ["Write", "src/new.ts", { code: "created", count: 12 }],
  [
    "Edit",
    "a/very/long/path/that/does/not/fit/into/a/narrow/panel/src/greeter.ts",
    { code: "changed", added: 12, removed: 3 },
  ],
  ["NotebookEdit", "analysis.ipynb"],
  ["Bash", "npm run build -- --watch && echo done"],
  ["Grep", "function \\w+Reader", { code: "matches", count: 14 }],
  ["Write", "src/other.ts"],
  ["Glob", "**/*.svelte", { code: "files", count: 74 }],
  ["WebFetch", "https://example.com/guide"],
  ["WebSearch", "svelte 5 attachments"],
  ["Agent", "Find every reader"],
  ["TodoWrite", "", { code: "tasks", done: 1, total: 3 }],
  ["AskUserQuestion", "Runner"],
  ["ExitPlanMode", ""],
  ["Skill", "release-notes"],
  ["SandboxNetworkAccess", "registry.npmjs.org"],
  ["mcp__tracker__find_issue", "PROJ-12"],
  ["Unheard", "of something new"],
];
const states: readonly ToolState[] = ["queued", "running", "waiting", "done", "failed", "denied", "stopped"];
const decisions: readonly DecisionRecord[] = [
  { code: "allowed" },
  { code: "allowedEdited" },
  { code: "allowedByRule", reason: "rule" },
  {
    code: "always",
    change: {
      kind: "rules",
      change: "add",
      rules: ["Bash(npm run build:*)"],
      behavior: "allow",
      destination: "localSettings",
    },
  },
  { code: "always", change: { kind: "mode", mode: "acceptEdits", destination: "session" }, isEdited: true },
  {
    code: "always",
    change: { kind: "directories", change: "add", directories: ["/home/sam/other"], destination: "session" },
  },
];
const refusals: readonly DecisionRecord[] = [
  { code: "denied" },
  { code: "deniedWith", text: "Use the writer that is there" },
  { code: "byRule", text: "Permission to use Bash has been denied by a rule" },
];
const reads = (...files: readonly string[]) => files.map((file) => call("Read", `src/${file}.ts`, { id: file }));

/** Rows of calls, folded. What they show when they are open is in `detailStates`. */
export const toolStates: GalleryStates = {
  "tool-kinds": {
    items: calls.map(([tool, subject, summary]) =>
      call(tool, subject, {
        ...(summary ? { summary } : {}),
        ...(/^(Read|Write|Edit|NotebookEdit)$/.test(tool) ? { path: `/workspace/${subject}` } : {}),
      }),
    ),
  },
  "tool-states": {
    items: states.map((state) =>
      call("Bash", `npm run ${state}`, {
        state,
        ...(state === "failed" ? { summary: { code: "text", text: "Exit code 1: expected 1 to be 2" } } : {}),
      }),
    ),
  },
  "tool-decided": {
    items: [
      ...decisions.map((decided, index) =>
        call("Bash", "npm run build", {
          decided,
          ...(decided.code === "allowedByRule" ? { id: "byRule" } : {}),
          elapsedMs: index * 400,
        }),
      ),
      ...refusals.map((decided) => call("Bash", "rm -rf build", { decided, state: "denied" })),
      call("Bash", "npm publish", { decided: { code: "unanswered" }, state: "stopped" }),
      call("AskUserQuestion", "Runner", { decided: { code: "answered", text: "Vitest" } }),
      call("ExitPlanMode", "", { decided: { code: "approved" } }),
      call("ExitPlanMode", "", { decided: { code: "approvedAcceptingEdits" } }),
    ],
    details: {
      byRule: { kind: "command", command: "npm run build", isTypable: true, notes: [], output: output("built") },
    },
    open: ["byRule"],
  },
  runs: {
    items: [
      prompt("Where is the reader?"),
      ...reads("reader", "writer", "index"),
      call("Grep", "open"),
      reply("In `src/reader.ts`."),
      ...reads("first", "second", "third"),
      call("Bash", "npm test", { state: "running", taskId: "b1" }),
    ],
    open: ["run:first"],
  },
  "run-summary": {
    items: [
      prompt("Where is the reader?"),
      ...reads("a", "b"),
      call("Read", "src/c.ts", {
        id: "c",
        runSummary: { text: "Looked for the reader, and for what closes it", calls: ["a", "b", "c"] },
      }),
      reply("In `src/c.ts`."),
    ],
  },
  "run-tasks": {
    items: [
      prompt("Make the greeting friendlier."),
      reply("I plan the work first."),
      ...["Read the reader", "Mend it", "Run the tests"].map((subject, index) =>
        call("TaskCreate", subject, { id: `task${index}`, summary: { code: "tasks", done: 0, total: index + 1 } }),
      ),
      reply("The plan stands in its file."),
      call("Write", "/home/sam/.claude/plans/reader.md", {
        id: "plan",
        countsAs: "plan",
        path: "/home/sam/.claude/plans/reader.md",
      }),
      reply("Now the first task."),
      call("TaskUpdate", "Read the reader", { id: "update", summary: { code: "tasks", done: 1, total: 3 } }),
      call("Read", "src/reader.ts", { path: "/workspace/src/reader.ts" }),
    ],
    open: ["run:task0"],
  },
  "tool-written": {
    state: { status: "working" },
    items: [
      call("Write", "src/new.ts", {
        state: "running",
        path: "/workspace/src/new.ts",
        inputText: 'import fs from "node:fs";\n\nexport function read(path: string) {\n  return fs.read',
      }),
      call("Edit", "src/greeter.ts", {
        state: "running",
        path: "/workspace/src/greeter.ts",
        replacedText: "  return `Hello ${name}`;\n",
        inputText: "  return `Good to see you, ${na",
      }),
      call("Bash", "", { state: "running", inputText: "npm run build && npm te" }),
      call("Agent", "Look around", { state: "running", inputText: "Find out where the greeting is ma" }),
    ],
  },
  agents: {
    state: { status: "working" },
    items: [
      call("Agent", "Find every reader", {
        id: "running",
        state: "running",
        threadSize: 3,
        agent: { taskId: "t1", tokens: 5_400 },
        summary: { code: "text", text: "Grep" },
      }),
      call("Agent", "Done already", { threadSize: 12, agent: { taskId: "t0", tokens: 41_000 } }),
      call("Agent", "Waits for the model", { state: "running", summary: { code: "retrying", attempt: 2, most: 10 } }),
      call("Agent", "Not begun", { id: "none", state: "running" }),
    ],
    threads: {
      running: [
        reply("I look for readers first."),
        call("Grep", "read"),
        call("Agent", "Deeper", { id: "deeper", state: "running", threadSize: 4 }),
      ],
      deeper: [reply("Only the newest steps are held."), call("Read", "src/reader.ts")],
    },
    beyond: { deeper: { hasOlder: true } },
    open: ["running", "deeper", "none"],
  },
  "agent-long": {
    items: [
      prompt("Look everywhere"),
      call("Agent", "Look everywhere", { id: "long", threadSize: 60, agent: { taskId: "t1", tokens: 80_000 } }),
    ],
    threads: {
      long: Array.from({ length: 60 }, (_, index) =>
        call("Bash", `look at part ${index + 1}`, { startedAt: at + index }),
      ),
    },
    open: ["long"],
  },
};
