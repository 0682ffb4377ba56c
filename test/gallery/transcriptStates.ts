import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import { at, call, output, prompt, reply, thinking, thumbnail, turn } from "./items.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

const thoughts: readonly Item[] = [
  prompt("Why does the second read fail?"),
  thinking("The file is opened twice, so the second read starts at its end.", {
    id: "thought",
    durationMs: 4_200,
    tokens: 210,
  }),
  thinking("", { id: "redacted" }),
  thinking("Now the tests", { isStreaming: true }),
];
const mentioned = [
  { path: "src/reader.ts#5-10", kind: "file" },
  { path: "docs/", kind: "folder" },
  { path: "build.log", kind: "longFile" },
] as const;
const attachments = [
  { id: "a", kind: "image", name: "screenshot of the failure.png", mediaType: "image/png", size: 48_000, thumbnail },
  { id: "b", kind: "text", name: "@problems", mediaType: "text/plain", size: 900 },
] as const;
const talk: readonly Item[] = [
  prompt("Where is the reader?"),
  call("Grep", "reader", { id: "search" }),
  reply("The reader is in `src/reader.ts`: a **reader** opens the file, and the writer closes it.", { id: "answer" }),
];
const found = (hits: GalleryState["found"]): GalleryState => ({
  items: talk,
  messages: [{ type: "openFind" }],
  found: hits,
  steps: [{ type: "reader", into: "Find" }],
});
const opus = {
  model: "claude-opus-5-5",
  input: 2_400,
  output: 2_180,
  cacheRead: 96_000,
  cacheWrite: 19_800,
  cacheWrite5m: 800,
  cacheWrite1h: 19_000,
};
const haiku = { model: "claude-haiku-4-5-20251001", input: 1_200, output: 240, cacheRead: 4_000, cacheWrite: 400 };
const usage = {
  models: [
    { ...opus, webSearches: 2, costUsd: 0.41 },
    { ...haiku, costUsd: 0.01 },
  ],
  apiMs: 48_000,
  steps: 12,
};
/** As a later version of the host could send it. */
const unheard = (item: object): Item => item as Item;

/** Rows of a conversation, and what stands around them. */
export const transcriptStates: GalleryStates = {
  empty: { options: { starters: [{ label: "an edit that asks first", prompt: "x" }], badge: "Demo model" } },
  starting: { state: { status: "starting" } },
  "starting-folder": { state: { status: "starting", folder: "" } },
  header: {
    state: {
      sessionId: "s",
      title: "Why the reader fails when it is opened for the second time",
      folder: "/home/sam/projects/reader-and-writer",
      isolation: { kind: "copy", origin: "/home/sam/projects/reader-and-writer" },
      isSandboxed: true,
    },
    options: { showsFolder: true, badge: "Demo model" },
    items: talk,
  },
  prompt: {
    items: [
      prompt("What is wrong in @src/reader.ts#5-10?\n\nIt fails since this morning.", { attachments, mentioned }),
      reply("The reader **opens the file twice**."),
    ],
  },
  "prompt-long": {
    items: [
      prompt(
        Array.from(
          { length: 30 },
          (_, line) => `${line + 1}. Look at part ${line + 1} of the reader, and say what it does`,
        ).join("\n"),
        { id: "long" },
      ),
      prompt(Array.from({ length: 14 }, (_, line) => `${line + 1}. Look at part ${line + 1}`).join("\n"), {
        id: "opened",
      }),
      prompt(Array.from({ length: 11 }, (_, line) => `${line + 1}. Look at part ${line + 1}`).join("\n"), {
        id: "fits",
      }),
    ],
    open: ["opened/prompt"],
  },
  "prompt-actions": { items: talk, steps: [{ focus: "Rewind to here" }] },
  "prompt-mentions-actions": {
    items: [
      reply("It opens the file twice."),
      prompt("Compare @src/reader.ts#5-10 with @docs/ and @build.log", { mentioned }),
    ],
    steps: [{ focus: "Rewind to here" }],
  },
  "prompt-edit": { items: [prompt("What is wrong here?", { attachments })], steps: [{ press: "Edit and resend" }] },
  "reply-actions": { items: talk, steps: [{ focus: "Copy" }] },
  turns: {
    items: [
      reply("Done."),
      turn("done", { durationMs: 12_300, costUsd: 0.0123, tokens: { input: 18_200, output: 420 } }),
      prompt("And now?"),
      turn("failed", { message: "The model is overloaded. Try again in a minute." }),
      turn("stopped", { durationMs: 900 }),
    ],
  },
  "turn-usage": {
    items: [
      reply("Done."),
      turn("done", {
        id: "used",
        durationMs: 62_300,
        costUsd: 0.42,
        tokens: { input: 118_200, output: 2_420 },
        usage,
        limits: [{ scope: "turn", unit: "tokens", used: 61_000, max: 100_000 }],
      }),
    ],
    open: ["used/usage"],
  },
  "turn-usage-saved": {
    items: [
      reply("Done."),
      turn("done", {
        id: "used",
        durationMs: 12_300,
        tokens: { input: 5_600, output: 60 },
        usage: { models: [haiku], steps: 3, isSaved: true },
      }),
    ],
    open: ["used/usage"],
  },
  "turn-denials": {
    items: [
      reply("I could not run them."),
      turn("done", {
        id: "denied",
        durationMs: 4_300,
        denials: [
          {
            id: "d1",
            tool: "Bash",
            subject: "rm -rf build",
            decided: { code: "byRule", text: "Permission to use Bash with command rm -rf build has been denied." },
          },
          { id: "d2", tool: "Write", subject: "src/a.ts", decided: { code: "deniedWith", text: "Not there" } },
          { id: "d3", tool: "WebFetch", subject: "https://example.com" },
        ],
      }),
    ],
    open: ["denied/denials"],
  },
  "turn-structured": {
    items: [
      turn("done", {
        id: "shaped",
        durationMs: 4_300,
        isEndedByHook: true,
        structuredOutput: '{\n  "answer": "42"\n}',
      }),
    ],
    open: ["shaped/structured"],
  },
  thinking: { items: thoughts },
  "thinking-opened": { items: thoughts, open: ["thought", "redacted"] },
  "thinking-expanded": { items: thoughts, options: { showThinking: "expanded" } },
  "thinking-hidden": { items: thoughts, options: { showThinking: "hidden" } },
  find: found([
    { id: "search", agents: [], count: 1 },
    { id: "answer", agents: [], count: 2 },
  ]),
  "find-nothing": found([]),
  "find-too-slow": found("tooSlow"),
  "link-not-opened": {
    items: [reply("As [the guide](https://example.com/guide) says.")],
    notOpened: "failed",
    steps: [{ press: "the guide" }],
  },
  "file-not-opened": {
    items: [call("Read", "src/gone.ts", { id: "gone", path: "/workspace/src/gone.ts" })],
    details: { gone: { kind: "output", output: output("") } },
    open: ["gone"],
    notOpened: "missing",
    steps: [{ press: "Open file" }],
  },
  "attachment-not-opened": {
    items: [
      prompt("What does it say?", {
        attachments: [{ id: "log", kind: "text", name: "failing build.log", mediaType: "text/plain", size: 61_000 }],
      }),
    ],
    notOpened: "notKept",
    steps: [{ press: "failing build.log" }],
  },
  // The pressed button is no longer there.
  "opened-nothing": { items: talk, messages: [{ type: "notOpened", target: "src/gone.ts", reason: "missing" }] },
  jump: { items: talk, beyond: { [mainThread]: { hasNewer: true } } },
  broken: {
    items: [
      prompt("What did it cost?"),
      unheard({ kind: "turn", id: "cost", outcome: "done", costUsd: "not a number" }),
      unheard({
        kind: "notice",
        id: "future",
        level: "info",
        notice: { code: "ofALaterVersion", words: "Something that this version does not know" },
      }),
      reply("What comes after it is as it should be.", { at }),
    ],
  },
};
