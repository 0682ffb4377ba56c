import type { MentionSuggestion, SlashCommand } from "../../extension/shared/contract/composer/suggestions.ts";
import type { Effective } from "../../extension/shared/contract/configuration.ts";
import type { ConversationState, ModelChoice } from "../../extension/shared/contract/conversationState.ts";
import { at, prompt, thumbnail } from "./items.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

const talk = { items: [prompt("Go on")] };
const composer = (state: Partial<ConversationState>, more: GalleryState = {}): GalleryState => ({
  ...talk,
  state,
  ...more,
});

const commands: readonly SlashCommand[] = [
  { name: "review", description: "Review a pull request", argumentHint: "[pr number]" },
  {
    name: "reader:check",
    description: "Check that every reader is closed",
    argumentHint: "",
    source: { kind: "plugin", name: "reader" },
  },
  {
    name: "release-notes",
    description: "Write what changed",
    argumentHint: "[version]",
    isSkill: true,
    source: { kind: "project" },
  },
  { name: "remote-env", description: "", argumentHint: "", isTerminalOnly: true },
];
const mentions: readonly MentionSuggestion[] = [
  { kind: "openFile", text: "src/reader.ts" },
  { kind: "file", text: "packages/a/folder/whose/name/is/long/src/readerOfEverything.ts" },
  { kind: "folder", text: "src/" },
  { kind: "symbol", text: "src/reader.ts#12", label: "read", detail: "src/reader.ts" },
  { kind: "problems", text: "problems", detail: "2 errors, 1 warning" },
  { kind: "changes", text: "changes", detail: "Not committed" },
  { kind: "commit", text: "commit:1a2b3c4d", label: "Mend the reader", detail: "1a2b3c4d" },
  { kind: "terminal", text: "terminal", detail: "npm test" },
  {
    kind: "conversation",
    text: "conversation:why-the-reader-fails-1b2c3d4e",
    label: "Why the reader fails",
    detail: "yesterday",
  },
  { kind: "memory", text: "CLAUDE.md" },
  { kind: "agent", text: "agent-reviewer", label: "reviewer", detail: "Reads changes" },
];
const gaps: readonly MentionSuggestion[] = [
  { kind: "changes", text: "changes", label: "Git changes", gap: "noRepository" },
  { kind: "changes", text: "all-changes", label: "Git changes (0)", gap: "noChanges" },
  { kind: "terminal", text: "terminal", label: "Terminal", gap: "noCommand" },
];
const models: readonly ModelChoice[] = [
  {
    value: "opus",
    label: "Opus 5.5",
    description: "For hard work",
    efforts: ["low", "medium", "high", "xhigh"],
    isFast: true,
    version: "claude-opus-5-5",
  },
];
const chosen = (name: string, value: unknown, more: Partial<Effective> = {}) =>
  ({ [name]: { name, value, source: { kind: "panel" }, overridden: [], ...more } }) as const;
const reported = { permissionMode: "default", model: "opus" };
const inForce: Partial<ConversationState> = {
  reported,
  models,
  contextTokens: 76_000,
  contextWindow: 200_000,
  costUsd: 1.23,
};

/** The composer: what is written, what goes with it, what is offered, and how the model is set. */
export const composerStates: GalleryStates = {
  "composer-servers": composer({
    ...inForce,
    title: "A title that is longer than the header",
    sessionId: "s1",
    servers: [{ name: "weather", status: "failed" }],
  }),
  composer: composer(
    {
      ...inForce,
      reported: { ...reported, permissionMode: "plan" },
      attachments: [
        { id: "a", kind: "image", name: "shot.png", mediaType: "image/png", size: 48_000, thumbnail },
        {
          id: "b",
          kind: "pdf",
          name: "specification of everything that was ever said.pdf",
          mediaType: "application/pdf",
          size: 2_400_000,
        },
        { id: "c", kind: "text", name: "! npm test", mediaType: "text/plain", size: 12_000 },
      ],
    },
    {
      draft: 'compare @src/reader.ts#5-10 and @problems with @"docs/how to.md" and @src/',
      messages: [{ type: "selection", selection: { path: "src/greeter.ts", first: 5, last: 10 } }],
      kinds: { "src/reader.ts": "file", "docs/how to.md": "file", "src/": "folder" },
    },
  ),
  "composer-mentioned": composer(inForce, {
    draft: "as @ann says, run @pytest.fixture over @Makefile, @build.log and @gone.ts",
    kinds: { Makefile: "file", "build.log": "largeFile" },
  }),
  "composer-lines": composer(inForce, { draft: "!npm test\nand say why it fails", steps: [{ press: "Send" }] }),
  "composer-long": composer(inForce, {
    draft: Array.from({ length: 40 }, (_, index) => `${index + 1}. Look at part ${index + 1} of the reader.`).join(
      "\n",
    ),
  }),
  "composer-secret-files": composer(inForce, {
    draft: "what is wrong with @.env",
    kinds: { ".env": "file" },
    steps: [{ drop: [{ name: ".env.local", content: "A=1" }] }],
  }),
  "composer-secrets": composer(inForce, {
    messages: [{ type: "selection", selection: { path: ".env", first: 3, last: 3, isSecret: true } }],
  }),
  "composer-suggestion": composer({ ...inForce, suggestion: "run the tests of the reader" }),
  "composer-hint": composer({ ...inForce, commands }, { draft: "/review" }),
  "composer-commands": composer({ ...inForce, commands }, { steps: [{ type: "/re", into: "Message" }] }),
  "composer-all-commands": composer({ ...inForce, commands }, { steps: [{ type: "/", into: "Message" }] }),
  "composer-categories": composer(
    { ...inForce, agents: ["reviewer"] },
    {
      mentions: [
        ...mentions.slice(0, 3),
        { kind: "problems", text: "problems", label: "Problems (0)", gap: "noProblems" },
        ...gaps,
      ],
      steps: [{ type: "@", into: "Message" }],
    },
  ),
  "composer-no-match": composer(inForce, { steps: [{ type: "see @xyz", into: "Message" }] }),
  "composer-terminal": composer(inForce, { draft: "!npm test" }),
  "composer-terminal-empty": composer(inForce, { draft: "!" }),
  "composer-note": composer(inForce, { draft: "# use tabs" }),
  "pickers-menu": composer(
    { ...inForce, modes: ["default", "acceptEdits", "plan"] },
    { steps: [{ press: "Permission mode: Manual" }] },
  ),
  "pickers-model-menu": composer(inForce, { steps: [{ press: "Model: Opus 5.5" }] }),
  "composer-mentions": composer(inForce, { mentions, steps: [{ type: "why does @re", into: "Message" }] }),
  "composer-drag": composer(inForce, { steps: [{ drag: [{ name: "notes.txt", content: "x" }] }] }),
  "composer-refused": composer(inForce, {
    steps: [
      {
        drop: [
          { name: "nothing.txt", content: "" },
          { name: "archive of the whole project as it was in spring.zip", content: "PK\0" },
          { name: "broken.png", type: "image/png", content: "no picture" },
        ],
      },
    ],
  }),
  "composer-pasted": composer(inForce, { steps: [{ paste: "a line that is long enough\n".repeat(100) }] }),
  "composer-working": composer({ ...inForce, status: "working" }, { draft: "and then the writer" }),
  "pickers-effort": composer({
    ...inForce,
    reported: { ...reported, effort: "xhigh" },
    settings: chosen("maxThinkingTokens", 0),
  }),
  "pickers-always-thinks": composer({
    ...inForce,
    models: models.map((each) => ({ ...each, alwaysThinks: true })),
    reported: { ...reported, effort: "low" },
  }),
  "pickers-fast": composer({
    ...inForce,
    reported: { ...reported, effort: "high", fastMode: { state: "on" } },
    settings: chosen("fastMode", true),
  }),
  "pickers-fast-off": composer({
    ...inForce,
    settings: chosen("fastMode", true),
    reported: { ...reported, fastMode: { state: "off", reason: "extra_usage_disabled" } },
  }),
  "pickers-mode-refused": composer({
    ...inForce,
    settings: chosen("permissionMode", "default", { requested: "auto" }),
  }),
  "pickers-bypass": composer({
    ...inForce,
    reported: { permissionMode: "bypassPermissions", model: "claude-a-model-with-a-long-name-20991231" },
  }),
  "activity-compacting": composer({ ...inForce, status: "working", activity: { code: "compacting" } }),
  "activity-retrying": composer({
    ...inForce,
    status: "working",
    activity: { code: "retrying", attempt: 2, most: 10, seconds: 4, error: "overloaded" },
  }),
  "activity-counting-down": composer({
    ...inForce,
    status: "working",
    activity: { code: "retrying", attempt: 2, most: 10, seconds: 90, endsAt: at + 120_000 },
  }),
  "activity-plan-limit": composer({
    ...inForce,
    status: "working",
    activity: { code: "planLimit", isReached: true, resetsAt: at / 1000 },
  }),
  "activity-near-plan-limit": composer({
    ...inForce,
    activity: { code: "planLimit", isReached: false, limit: "fiveHours", percent: 92, resetsAt: at / 1000 },
  }),
  "activity-extra-usage": composer({
    ...inForce,
    status: "working",
    activity: { code: "planLimit", isReached: true, limit: "sevenDays", isUsingExtra: true },
  }),
  "starting-with-message": composer({ ...inForce, status: "starting", queue: [{ id: "q1", text: "hello" }] }),
  "activity-renewing-login": composer({
    ...inForce,
    status: "working",
    activity: { code: "renewingLogin", line: "Open https://device.sso.example.com" },
  }),
};
