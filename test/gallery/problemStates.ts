import { type TurnItem, turnFailures } from "../../extension/shared/contract/items.ts";
import type { Problem } from "../../extension/shared/contract/problem.ts";
import type { SettingPlace, SettingProblem } from "../../extension/shared/contract/settingProblem.ts";
import { at, prompt } from "./items.ts";
import { recorded } from "./recorded.ts";
import type { GalleryState, GalleryStates, Recordings } from "./state.ts";

const path = "/home/sam/.local/bin/claude";
const problems: readonly Problem[] = [
  {
    code: "missing",
    searched: [
      "PATH",
      "/usr/local/bin/claude",
      "/opt/homebrew/bin/claude",
      "~/.local/bin/claude",
      "~/.claude/local/claude",
      "~/.npm-global/bin/claude",
      "~/.bun/bin/claude",
      "~/.yarn/bin/claude",
      "~/.volta/bin/claude",
    ],
  },
  { code: "notStartable", path, reason: "cannot execute binary file: Exec format error" },
  { code: "notExecutable", path },
  {
    code: "startRefused",
    reason: "org_pin_api_key_conflict",
    detail:
      "This machine's managed settings require a first-party login: they require a claude.ai or Console sign-in (forceLoginMethod), and this session is configured with an API key from ANTHROPIC_API_KEY, which cannot be checked against that policy.\n\nTo continue: unset ANTHROPIC_API_KEY, then run: claude auth login",
  },
  { code: "tooOld", path, version: "1.0.120", oldest: "2.0.77" },
  { code: "ended", detail: "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory" },
  { code: "unreadable", detail: "A message of 70,000,000 characters" },
  { code: "stopped", detail: "The process does not answer" },
  { code: "forkImpossible", missing: "conversation" },
  { code: "history", detail: "EACCES: permission denied, open '/home/sam/.claude/projects/-workspace/1b2c.jsonl'" },
  { code: "rewindInterrupted", detail: "Another window uses the checkpoints of this folder" },
  { code: "untrusted" },
  { code: "repository" },
  { code: "noFolder" },
  { code: "noWorkspace" },
  { code: "inUse", pid: 4_711, holder: "otherWindow" },
  { code: "tooMany" },
];
const settings: readonly (readonly [setting: string, problem: SettingProblem])[] = [
  ["tandem.workingDirectory", { code: "notFolder", path: "/home/sam/gone" }],
  ["tandem.environment", { code: "variableMissing", variable: "ANTHROPIC_AUTH_TOKEN" }],
  ["tandem.environment", { code: "secretUnsupported", secret: "KEY" }],
  ["tandem.permissionMode", { code: "bypassNotAllowed" }],
  ["tandem.sandbox", { code: "sandboxUnsupported" }],
  ["tandem.sandbox", { code: "sandboxToolsMissing", tools: ["bwrap", "socat"] }],
  ["tandem.environment", { code: "malformed", issues: "PATH: expected a text, received a number" }],
  [
    "tandem.maxTurns",
    { code: "wrongValue", at: [], found: '"ten"', expected: { kind: "type", types: ["integer", "null"] } },
  ],
  ["tandem.profile", { code: "profileUnknown", profile: "wrok", known: ["work", "home"] }],
  ["tandem.profiles", { code: "profileRemoved", profile: "work" }],
];

const place: SettingPlace = { scope: "workspace", file: ".vscode/settings.json", line: 3 };

const shown = (problem: Problem): GalleryState => ({
  state: { status: "ended", problem },
  items: [prompt("Make the greeting warmer")],
  draft: "And then the tests",
});

/** Reasons why a conversation cannot go on. */
export const problemStates: GalleryStates = {
  ...Object.fromEntries(problems.map((problem) => [`problem-${problem.code}`, shown(problem)])),
  ...Object.fromEntries(
    settings.map(([setting, problem]) => [
      `problem-setting-${problem.code}`,
      shown({ code: "setting", setting, problem, place }),
    ]),
  ),
  "problem-start-refused-in-words": shown({
    code: "startRefused",
    reason: "",
    detail: "/etc/claude-code/managed-settings.json: Managed settings document could not be parsed. Fix or remove it.",
  }),
  "problem-in-this-window": shown({ code: "inUse", pid: 4_711, holder: "thisWindow" }),
  "problem-in-closed-window": shown({ code: "inUse", pid: 4_711, holder: "closedWindow" }),
  "problem-fork-message": shown({ code: "forkImpossible", missing: "message" }),
};

/** Turns that failed, each with what made it fail; the newest can be tried again. */
const failed = (more: Partial<TurnItem>): GalleryState => ({
  items: [
    prompt("Go on"),
    {
      kind: "turn",
      id: "t1",
      outcome: "failed",
      message: "API Error: 529 Overloaded. Please try again.",
      durationMs: 4_000,
      ...more,
    },
  ],
  state: more.failure === undefined ? {} : { failure: more.failure },
});
export const failureStates: GalleryStates = {
  ...Object.fromEntries(turnFailures.map((failure) => [`turn-failed-${failure}`, failed({ failure })])),
  "turn-failed-weekly-limit": failed({
    failure: "planLimit",
    limit: { limit: "sevenDaysOpus", resetsAt: at / 1000, noExtra: "out_of_credits" },
  }),
};

/** The model refused the login, as it was recorded. */
export function loginStates({ unauthorized = "" }: Recordings): GalleryStates {
  const refused = recorded(unauthorized);
  return { "turn-failed-sign-in": { ...refused, state: { ...refused.state, failure: "signIn" } } };
}
