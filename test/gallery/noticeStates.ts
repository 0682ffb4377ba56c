import type { Notice, NoticeLevel } from "../../extension/contract/items.ts";
import { notice, prompt } from "./items.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

const notices = (level: NoticeLevel, contents: readonly Notice[]): GalleryState => ({
  items: [prompt("Go on"), ...contents.map((content) => notice(level, content))],
});

/** Everything that can happen beside a conversation, by how much it matters. */
export const noticeStates: GalleryStates = {
  "notices-info": notices("info", [
    { code: "text", text: "Claude Code was updated to 2.1.329" },
    { code: "compacted", before: 91_000, after: 9_000, isAutomatic: true },
    { code: "compacted" },
    { code: "bufferMerged", path: "/w/src/a.ts", shown: "src/a.ts" },
    { code: "memoryRead", paths: ["notes.md"] },
    { code: "memorySaved", paths: ["notes.md", "conventions/naming.md"] },
    { code: "scheduled", text: "Look at the build" },
    { code: "goal", goal: "Every test of the reader passes" },
    { code: "hookSaid", hook: "PreToolUse:Bash", output: "Looked at it" },
    { code: "agentsEnded" },
    { code: "unanswered" },
    { code: "turnPreempted" },
    { code: "taskEnded", task: "npm run build", state: "done" },
    { code: "taskEnded", task: "npm run dev", state: "stopped" },
    { code: "rewound", files: 3, isCut: true, prompt: "Make the greeting warmer" },
    { code: "rewound", isCut: true, prompt: "Explain the greeting" },
  ]),
  "notices-warning": notices("warning", [
    { code: "text", text: "The context is nearly full" },
    { code: "workerEnds", reason: "it was updated" },
    { code: "compactingFailed", reason: "the summary was empty" },
    { code: "compactingFailed" },
    { code: "hookFailed", hook: "PostToolUse:Edit", output: "lint: 2 errors" },
    { code: "taskEnded", task: "npm run build", state: "failed", exitCode: 1 },
    { code: "instructionsLong", characters: 61_200, limit: 40_000 },
    { code: "modelChanged" },
    { code: "modelChanged", from: "claude-opus-4-1", to: "claude-sonnet-4-5" },
    { code: "loginFailed", reason: "aws sso login exited with 255" },
    { code: "startedAfresh" },
    { code: "resumedAsCopy" },
    { code: "nothingSaved" },
    { code: "shortened" },
    { code: "stateDamaged" },
    { code: "pluginFailed", plugin: "release-notes", error: "the archive could not be read" },
    { code: "keptVersion", subject: "src/greeter.ts", kept: "k1" },
    ...(["bufferBehind", "bufferUnmergeable", "bufferStale", "bufferConflicts"] as const).map((code) => ({ code, path: "/w/src/a.ts", shown: "src/a.ts" })),
    { code: "branchChanged", from: "main", to: "feature/reader" },
    { code: "notSaved", files: ["src/reader.ts", "src/writer.ts"] },
    { code: "attachmentsLost", names: ["screenshot.png"] },
    { code: "selectionChanged", path: "src/reader.ts" },
    { code: "damaged", lines: 1 },
    { code: "damaged", lines: 12 },
    { code: "notRunning", attempt: "setMode" },
  ]),
  "notices-error": notices("error", [
    { code: "writesLost", lost: ["transcript", "checkpoints"] },
    { code: "notAsAccepted", subject: "src/greeter.ts", kept: "k2" },
    { code: "mentionFailed", reason: "there is no Git repository in /w" },
    { code: "promptNotPrepared", reason: "no space left on device" },
    { code: "mentionsLeftOut", mentions: ["@changes"] },
    { code: "lineLost", reason: "Unexpected end of JSON input" },
    { code: "failed", attempt: "stopTask", reason: "no task has this id" },
  ]),
};
