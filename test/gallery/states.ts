import type { Item, Notice, NoticeLevel, ToolItem } from "../../extension/contract/items.ts";
import type { ToolDetails, ToolKind, ToolState } from "../../extension/contract/tools.ts";
import apiError from "../fixtures/api-error.ndjson";
import bash from "../fixtures/bash.ndjson";
import denied from "../fixtures/denied.ndjson";
import editAllowed from "../fixtures/edit-allowed.ndjson";
import interrupted from "../fixtures/interrupted.ndjson";
import subagent from "../fixtures/subagent.ndjson";
import tasks from "../fixtures/tasks.ndjson";
import thinking from "../fixtures/thinking.ndjson";
import { markdownStates } from "./markdownStates.ts";
import { recorded } from "./recorded.ts";
import { requestStates } from "./requestStates.ts";
import type { GalleryState } from "./state.ts";

const at = Date.parse("2026-11-22T09:30:00Z");
const prompt = (id: string, text: string, more: object = {}): Item => ({ kind: "prompt", id, text, at, ...more });
const reply = (id: string, text: string, isStreaming = false): Item => ({ kind: "text", id, text, isStreaming, at });
const notice = (id: string, level: NoticeLevel, content: Notice): Item => ({ kind: "notice", id, level, notice: content });
const call = (id: string, tool: string, toolKind: ToolKind, subject: string, state: ToolState = "done", more: Partial<ToolItem> = {}): ToolItem => ({
  kind: "tool",
  id,
  tool,
  toolKind,
  subject,
  state,
  threadSize: 0,
  ...(state === "running" ? { startedAt: at } : { elapsedMs: 1_200 }),
  ...more,
});
const output = (text: string) => ({ text, omitted: 0 });
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const thumbnail = `data:image/png;base64,${pixel}`;

const kinds: readonly (readonly [tool: string, kind: ToolKind, subject: string])[] = [
  ["Read", "read", "src/reader.ts · 10–40"],
  ["Write", "write", "src/new.ts"],
  ["Edit", "edit", "a/very/long/path/that/does/not/fit/into/a/narrow/panel/src/greeter.ts"],
  ["NotebookEdit", "notebook", "analysis.ipynb"],
  ["Bash", "command", "npm run build -- --watch && echo done"],
  ["Grep", "search", "function \\w+Reader"],
  ["Glob", "list", "**/*.svelte"],
  ["WebFetch", "fetch", "https://example.com/guide"],
  ["WebSearch", "webSearch", "svelte 5 attachments"],
  ["TodoWrite", "tasks", ""],
  ["Skill", "skill", "release-notes"],
  ["mcp__tracker__find_issue", "mcp", "PROJ-12"],
  ["Unheard", "other", "of something new"],
];
const callStates = ["running", "waiting", "done", "failed", "denied", "stopped"] as const;

const details: Readonly<Record<string, ToolDetails>> = {
  command: {
    kind: "command",
    command: "npm test",
    isTypable: true,
    notes: [
      { kind: "purpose", text: "Run the tests" },
      { kind: "timeout", ms: 600_000 },
    ],
    output: {
      text: "ok 12\nfailed 1\n",
      omitted: 1_200,
      coloured: [
        { text: "ok 12\n", colour: "green" },
        { text: "failed 1\n", colour: "red", isBold: true },
      ],
    },
    errors: output("Error: expected 1 to be 2"),
    exitCode: 1,
  },
  diff: {
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
    ],
  },
  places: { kind: "places", omitted: 12, places: [{ path: "src/reader.ts", line: 12, text: "export function read() {" }, { path: "test/reader.test.ts" }] },
  web: {
    kind: "web",
    omitted: 0,
    notes: [],
    sources: [
      { url: "https://example.com/guide/attachments?page=2", title: "Attachments: the guide" },
      { url: "https://example.org/a/very/long/address/that/does/not/fit/into/a/narrow/panel/at/all" },
    ],
    output: output("Attachments came with version 5.29."),
  },
  tree: {
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
  generic: { kind: "generic", input: '{\n  "id": "PROJ-12"\n}', output: output("[image]"), images: [{ mediaType: "image/png", data: pixel }] },
};

const everyNotice: readonly Item[] = [
  notice("n1", "info", { code: "compacted", before: 91_000, after: 9_000, isAutomatic: true }),
  notice("n2", "info", { code: "memoryRead", paths: ["notes.md"] }),
  notice("n3", "info", { code: "scheduled", text: "Look at the build" }),
  notice("n4", "warning", { code: "hookFailed", hook: "PostToolUse:Edit", output: "lint: 2 errors" }),
  notice("n5", "warning", { code: "modelChanged" }),
  notice("n6", "error", { code: "writesLost", lost: ["transcript"] }),
  notice("n7", "warning", { code: "notAsAccepted", subject: "src/greeter.ts", kept: "k1" }),
  notice("n8", "error", { code: "mentionFailed", reason: "git knows no repository here" }),
  notice("n9", "info", { code: "rewound", files: 3, prompt: "Make the greeting warmer" }),
];

/** Every state of the gallery, by name. */
export const states: Readonly<Record<string, GalleryState>> = {
  empty: { options: { starters: [{ label: "an edit that asks first", prompt: "x" }], badge: "Demo model" } },
  starting: { state: { status: "starting" } },
  missing: { state: { status: "ended", problem: { code: "missing", searched: ["/usr/local/bin", "~/.local/bin"] } } },
  login: { state: { status: "ended", problem: { code: "login", detail: "Invalid API key" } }, items: [prompt("p", "Hello")] },
  "recorded-bash": recorded(bash),
  "recorded-edit": recorded(editAllowed),
  "recorded-denied": recorded(denied),
  "recorded-subagent": recorded(subagent),
  "recorded-tasks": recorded(tasks),
  "recorded-thinking": recorded(thinking),
  "recorded-interrupted": recorded(interrupted),
  "recorded-api-error": recorded(apiError),
  prompt: {
    items: [
      prompt("p", "What is wrong in @src/reader.ts#5-10?\n\nIt fails since this morning.", {
        attachments: [
          { id: "a", kind: "image", name: "screenshot of the failure.png", mediaType: "image/png", size: 48_000, thumbnail },
          { id: "b", kind: "text", name: "@problems", mediaType: "text/plain", size: 900 },
        ],
      }),
      reply("r", "The reader **opens the file twice**."),
      { kind: "turn", id: "t", outcome: "done", durationMs: 12_300, costUsd: 0.0123, tokens: { input: 18_200, output: 420 } },
      prompt("p2", "And now?"),
      { kind: "turn", id: "t2", outcome: "failed", message: "The model is overloaded. Try again in a minute." },
      { kind: "turn", id: "t3", outcome: "stopped", durationMs: 900 },
    ],
  },
  "prompt-edit": { items: [prompt("p", "What is wrong here?")], press: ["Edit and resend"] },
  kinds: { items: kinds.map(([tool, kind, subject], index) => call(`k${index}`, tool, kind, subject)) },
  callStates: {
    items: callStates.map((state) =>
      call(
        state,
        "Bash",
        "command",
        `npm run ${state}`,
        state,
        state === "failed" ? { summary: { code: "text", text: "Exit code 1: expected 1 to be 2" } } : {},
      ),
    ),
  },
  details: {
    items: [
      call("command", "Bash", "command", "npm test", "failed", { summary: { code: "text", text: "Exit code 1" } }),
      call("diff", "Edit", "edit", "src/greeter.ts", "done", { path: "/workspace/src/greeter.ts", summary: { code: "changed", added: 1, removed: 1 } }),
      call("places", "Grep", "search", "read", "done", { summary: { code: "matches", count: 14 } }),
      call("web", "WebSearch", "webSearch", "svelte 5 attachments"),
      call("tree", "mcp__tracker__find_issue", "mcp", "PROJ-12"),
      call("generic", "mcp__tracker__picture", "mcp", "PROJ-12"),
    ],
    details,
    open: Object.keys(details),
  },
  runs: {
    items: [
      prompt("p", "Where is the reader?"),
      ...["reader.ts", "writer.ts", "index.ts"].map((file) => call(file, "Read", "read", `src/${file}`)),
      call("g", "Grep", "search", "open"),
      reply("r", "In `src/reader.ts`."),
      ...["a.ts", "b.ts", "c.ts"].map((file) => call(file, "Read", "read", file)),
      call("b", "Bash", "command", "npm test", "running"),
    ],
    open: ["run:a.ts"],
  },
  writing: {
    state: { status: "working" },
    items: [
      call("w", "Write", "write", "src/new.ts", "running", {
        path: "/workspace/src/new.ts",
        inputText: 'import fs from "node:fs";\n\nexport function read(path: string) {\n  return fs.read',
      }),
      call("b", "Bash", "command", "", "running", { inputText: "npm run build && npm te" }),
    ],
  },
  agents: {
    state: {
      status: "working",
      background: [
        { id: "t2", kind: "agent", text: "Look for slow tests" },
        { id: "t3", kind: "command", text: "npm run dev" },
      ],
    },
    items: [
      call("x", "Agent", "agent", "Find every reader", "running", {
        threadSize: 3,
        agent: { taskId: "t1", tokens: 5_400 },
        summary: { code: "text", text: "Grep" },
      }),
      call("y", "Agent", "agent", "Done already", "done", { threadSize: 12, agent: { taskId: "t0", tokens: 41_000 } }),
    ],
    threads: {
      x: [reply("x1", "I look for readers first."), call("x2", "Grep", "search", "read"), call("x3", "Agent", "agent", "Deeper", "running", { threadSize: 1 })],
    },
    open: ["x"],
  },
  thinking: {
    items: [
      {
        kind: "thinking",
        id: "a",
        text: "The file is opened twice, so the second read starts at its end.",
        isStreaming: false,
        startedAt: at,
        durationMs: 4_200,
        tokens: 210,
      },
      { kind: "thinking", id: "b", text: "", isStreaming: false, startedAt: at },
      { kind: "thinking", id: "c", text: "Now the tests", isStreaming: true, startedAt: at },
    ],
    open: ["a", "b"],
  },
  notices: { items: everyNotice },
  retrying: {
    state: { status: "working", activity: { code: "retrying", attempt: 2, most: 10, seconds: 4, error: "overloaded" } },
    items: [prompt("p", "Hello")],
  },
  planLimit: { state: { status: "working", activity: { code: "planLimit", isReached: true, resetsAt: at / 1000 } }, items: [prompt("p", "Hello")] },
  composer: {
    draft: 'compare @src/reader.ts#5-10 and @problems with @"docs/how to.md"',
    state: {
      attachments: [
        { id: "a", kind: "image", name: "shot.png", mediaType: "image/png", size: 48_000, thumbnail },
        { id: "b", kind: "pdf", name: "specification of everything that was ever said.pdf", mediaType: "application/pdf", size: 2_400_000 },
        { id: "c", kind: "text", name: "! npm test", mediaType: "text/plain", size: 12_000 },
      ],
      mode: "plan",
      model: "claude-opus-5-5",
      contextTokens: 76_000,
      contextWindow: 200_000,
      costUsd: 1.23,
    },
    messages: [{ type: "selection", selection: { path: "src/greeter.ts", first: 5, last: 10 } }],
  },
  dock: {
    state: {
      status: "working",
      tasks: [
        { id: "1", text: "Find the reader", state: "completed" },
        { id: "2", text: "Mend it", state: "inProgress" },
        { id: "3", text: "Run the tests", state: "pending" },
      ],
      queue: [
        { id: "q1", text: "and then the writer" },
        { id: "q2", text: "fix @problems", isHeld: true },
        { id: "q3", text: "look at @changes", isReading: true },
      ],
      background: [
        { id: "b1", kind: "command", text: "npm run dev" },
        { id: "b2", kind: "schedule", text: "Look at the build every hour" },
      ],
      changedFiles: [],
    },
    items: [prompt("p", "Go on"), reply("r", "I am at it", true)],
  },
  interrupted: { state: { isInterrupted: true }, items: [prompt("p", "Go on")] },
  live: { state: { status: "resting", live: { by: "terminal", pid: 4_711, isWaiting: false } }, items: [prompt("p", "Go on")] },
  context: {
    items: [prompt("p", "Go on")],
    press: ["What fills the context"],
  },
  ...markdownStates,
  ...requestStates,
};
