import type { ConversationState, ExternalUseView } from "../../extension/shared/contract/conversationState.ts";
import { at, output, prompt, reply } from "./items.ts";
import { command } from "./requests.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

const dock = (state: Partial<ConversationState>, more: GalleryState = {}): GalleryState => ({
  items: [prompt("Go on"), reply("I am at it.")],
  state: { status: "working", ...state },
  ...more,
});
const live = (by: ExternalUseView["by"], more: Partial<ExternalUseView> = {}): GalleryState =>
  dock({ status: "resting", externalUse: { by, isWaiting: false, ...more } });
const aside = (answer: GalleryState["aside"]): GalleryState =>
  dock(
    {},
    {
      ...(answer ? { aside: answer } : {}),
      steps: [{ type: "/btw Which reader closes the file that was opened last?", into: "Message" }, { press: "Send" }],
    },
  );
const context = (answer: GalleryState["context"]): GalleryState =>
  dock(
    { status: "idle", contextTokens: 76_000, contextWindow: 200_000 },
    { ...(answer ? { context: answer } : {}), steps: [{ press: "Context usage" }] },
  );

const usage = {
  used: 76_000,
  window: 200_000,
  parts: [
    { name: "Messages", tokens: 52_000 },
    { name: "System prompt", tokens: 14_000 },
    { name: "Tools", tokens: 10_000 },
  ],
  largest: [{ name: "CLAUDE.md", tokens: 2_400 }],
};
const changes: GalleryState = dock({
  changedFiles: [
    {
      path: "/workspace/src/reader.ts",
      shown: "src/reader.ts",
      added: 12,
      removed: 3,
      state: "changed",
      isReviewed: true,
    },
    {
      path: "/workspace/a/very/long/path/that/does/not/fit/into/a/narrow/panel/greeter.ts",
      shown: "a/very/long/path/that/does/not/fit/into/a/narrow/panel/greeter.ts",
      added: 1,
      removed: 1,
      state: "changed",
      isReviewed: false,
    },
    { path: "/workspace/src/new.ts", shown: "src/new.ts", added: 40, removed: 0, state: "created", isReviewed: false },
    { path: "/workspace/src/old.ts", shown: "src/old.ts", added: 0, removed: 120, state: "deleted", isReviewed: false },
    { path: "/workspace/logo.png", shown: "logo.png", added: 0, removed: 0, state: "opaque", isReviewed: false },
  ],
});
const byCommands: NonNullable<ConversationState["commandChanges"]> = {
  files: [
    { path: "/workspace/package-lock.json", shown: "package-lock.json", state: "changed" },
    {
      path: "/workspace/src/generated/a/long/way/down/schema.ts",
      shown: "src/generated/a/long/way/down/schema.ts",
      state: "created",
    },
    { path: "/workspace/old.lock", shown: "old.lock", state: "deleted" },
  ],
  isPartial: true,
  isUnknown: false,
};
const tasks: ConversationState["tasks"] = [
  { id: "1", text: "Find the reader", state: "completed" },
  { id: "2", text: "Mend it, so that it opens its file only once, whoever asks", state: "inProgress" },
  { id: "3", text: "Run the tests", state: "pending" },
];
const queue: ConversationState["queue"] = [
  { id: "q0", text: "also look at the tests", isJoining: true },
  { id: "q1", text: "and then the writer" },
  { id: "q2", text: "fix @problems", isHeld: true },
  { id: "q3", text: "look at @changes", isReading: true },
  {
    id: "q4",
    text: "like this",
    attachments: [{ id: "a", kind: "image", name: "shot.png", mediaType: "image/png", size: 48_000 }],
  },
];
const background: ConversationState["background"] = [
  { id: "b1", kind: "command", text: "npm run dev", startedAt: at },
  { id: "b2", kind: "schedule", text: "Look at the build every hour", isRecurring: true, endsAt: at + 30 * 86_400_000 },
  {
    id: "b3",
    kind: "agent",
    text: "Look for slow tests in every package of the workspace",
    startedAt: at,
    doing: "Grep",
    card: { id: "slow", agents: [] },
  },
  { id: "b4", kind: "other", text: "Watch the log" },
];

/** Cards between the transcript and the composer, or in its place. */
export const dockStates: GalleryStates = {
  "restart-to-apply": dock(
    { status: "idle", needsRestart: ["maxTurns", "allowedTools"] },
    { steps: [{ press: "Restart to apply" }] },
  ),
  banners: dock(
    {},
    {
      messages: [
        {
          type: "banners",
          banners: [
            { id: 1, kind: "progress", text: "Copying streamer: 12 of 49 files", buttons: ["Cancel"] },
            {
              id: 2,
              kind: "warning",
              text: "tandem.effort (settings.json, line 4): “lots” is not valid. The last valid value remains in effect.",
              buttons: ["Open file"],
            },
            { id: 3, kind: "error", text: "Nothing was rewound: the disk is full.", buttons: [] },
            { id: 4, kind: "information", text: "Reverted src/reader.ts.", buttons: ["Undo"] },
          ],
        },
      ],
    },
  ),
  "banners-over-request": dock(
    { status: "working", requests: [command()] },
    {
      messages: [
        {
          type: "banners",
          banners: [
            {
              id: 1,
              kind: "warning",
              text: "tandem.mcpServers (settings.json, line 4): “weather” has no command. The server is not used.",
              buttons: ["Open file"],
            },
            {
              id: 2,
              kind: "warning",
              text: "tandem.mcpServers (settings.json, line 9): “tracker” has no URL. The server is not used.",
              buttons: ["Open file"],
            },
          ],
        },
      ],
    },
  ),
  "restart-planned": dock({ needsRestart: ["sandbox"], isRestartPlanned: true }),
  "changes-folded": changes,
  changes: { ...changes, open: ["changes"] },
  "changes-hunks": {
    ...changes,
    open: ["changes", "hunks:/workspace/src/reader.ts"],
    messages: [
      {
        type: "fileHunks",
        path: "/workspace/src/reader.ts",
        changed: {
          revision: "1",
          hunks: [
            {
              oldStart: 3,
              newStart: 3,
              lines: [
                { sign: " ", text: "export function read(path: string): string {" },
                { sign: "-", text: "  return open(path).text;" },
                { sign: "+", text: "  const file = open(path);" },
                { sign: "+", text: "  return file.text;" },
                { sign: " ", text: "}" },
              ],
              added: 2,
              removed: 1,
              isAccepted: true,
              isInDoubt: false,
              linesOmitted: 0,
            },
          ],
          hunksOmitted: 2,
        },
      },
    ],
  },
  "changes-by-commands": { ...dock({ ...(changes.state ?? {}), commandChanges: byCommands }), open: ["changes"] },
  "changes-only-by-commands": { ...dock({ commandChanges: { ...byCommands, isPartial: false } }), open: ["changes"] },
  "changes-unknown": {
    ...dock({ ...(changes.state ?? {}), commandChanges: { files: [], isPartial: false, isUnknown: true } }),
    open: ["changes"],
  },
  "changes-only-unknown": dock({ commandChanges: { files: [], isPartial: false, isUnknown: true } }),
  tasks: dock({ tasks, status: "working" }),
  "tasks-folded": dock({ tasks, status: "idle" }),
  queue: dock({ queue }),
  unsaved: dock({
    status: "idle",
    queue: queue.slice(1, 2),
    unsaved: ["/workspace/src/reader.ts", "/workspace/src/writer.ts"],
  }),
  "unsaved-many": dock({
    status: "idle",
    queue: queue.slice(1, 2),
    unsaved: ["a", "b", "c", "d"].map((name) => `/workspace/src/${name}.ts`),
  }),
  background: dock({ background }),
  "background-output": dock(
    { background },
    { outputs: { b1: output("ready on http://localhost:5173\n") }, steps: [{ press: "npm run dev" }] },
  ),
  "background-unknown": dock({ background }, { steps: [{ press: "npm run dev" }] }),
  "dock-full": dock({ ...(changes.state ?? {}), tasks, queue, background }),
  silent: dock({ status: "working", silentSince: Date.now() - 130_000 }),
  interrupted: dock({ status: "resting", isInterrupted: true }),
  "live-terminal": live("terminal", { pid: 4_711 }),
  "live-window": live("window", { pid: 4_711 }),
  "live-maybe": live("maybe"),
  "replay-running": live("trace", { trace: { name: "trace-2026-11-25T09-30-00.jsonl", shown: 12, total: 96 } }),
  "replay-ended": live("trace", { trace: { name: "trace-2026-11-25T09-30-00.jsonl", shown: 96, total: 96 } }),
  recording: dock({ isRecording: true }),
  "live-waiting": live("terminal", { pid: 4_711, isWaiting: true }),
  "aside-waiting": aside(undefined),
  aside: aside({ code: "said", text: "The one in `src/reader.ts`: it closes **every** file that it opened." }),
  "aside-failed": aside({ code: "failed", text: "the model is overloaded" }),
  "aside-unsupported": aside({ code: "unsupported" }),
  context: context({ usage }),
  "context-limits": context({
    usage,
    limits: [
      { kind: "fiveHours", percent: 42, resetsAt: at + 3 * 3_600_000 },
      { kind: "sevenDays", percent: 88, resetsAt: at + 4 * 86_400_000 },
      { kind: "sevenDaysOpus", percent: 104, resetsAt: at + 4 * 86_400_000 },
      { kind: "sevenDaysSonnet", percent: 0 },
    ],
  }),
  "context-unknown": context({}),
};
