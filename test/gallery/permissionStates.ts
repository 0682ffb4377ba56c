import type {
  PermissionChange,
  ProposalProblem,
  RequestView,
} from "../../extension/shared/contract/requests/requests.ts";
import { asking, command, edit, hunk, partly, refused } from "./requests.ts";
import type { GalleryStates } from "./state.ts";

const proposalProblems: readonly ProposalProblem[] = [
  "fileMissing",
  "fileExists",
  "textMissing",
  "textNotUnique",
  "tooLarge",
  "noAccess",
  "notText",
  "bigEndian",
  "bigEndianDamaged",
  "damaged",
  "replaced",
];
const input =
  '{\n  "file_path": "/workspace/src/greeter.ts",\n  "old_string": "Hello",\n  "new_string": "Good to see you"\n}';
const suggested: readonly PermissionChange[] = [
  {
    kind: "rules",
    change: "add",
    rules: ["Bash(npm run build:*)", "Bash(rm -rf build)"],
    behavior: "allow",
    destination: "projectSettings",
  },
  { kind: "rules", change: "add", rules: ["Bash(rm:*)"], behavior: "deny", destination: "userSettings" },
  { kind: "rules", change: "add", rules: ["Bash(rm:*)"], behavior: "ask", destination: "session" },
  { kind: "rules", change: "remove", rules: ["Bash(rm:*)"], behavior: "deny", destination: "localSettings" },
  { kind: "mode", mode: "acceptEdits", destination: "session" },
  { kind: "mode", mode: "dontAsk", destination: "localSettings" },
  { kind: "directories", change: "add", directories: ["/home/sam/other"], destination: "session" },
  { kind: "directories", change: "remove", directories: ["/home/sam/other"], destination: "userSettings" },
];
const withChoices = command({ always: suggested.map((change, choice) => ({ choice, change })) });
const always = [{ press: "More ways to allow" }, { press: "Allow always…" }] as const;
const editing = [{ press: "More ways to allow" }, { press: "Edit…" }] as const;
/** As a later version of the host could send it. */
const unheard = { ...command(), notes: undefined } as unknown as RequestView;

/** Calls that ask for permission. */
export const permissionStates: GalleryStates = {
  "request-command": asking(
    command({
      notes: [{ kind: "purpose", text: "Build anew" }, { kind: "unsandboxed" }, { kind: "timeout", ms: 600_000 }],
    }),
  ),
  "request-notes": asking(
    command({
      title: "Claude wants to run a command that removes a folder",
      isDenyDefault: true,
      notes: [
        { kind: "purpose", text: "Build anew" },
        { kind: "onlyByPerson" },
        { kind: "changesFollow" },
        { kind: "reason", by: "safetyCheck", text: "The command removes files" },
        { kind: "blockedPath", text: "/home/sam/other" },
        { kind: "agent", text: "a1b2c3" },
        { kind: "prompt", text: "Which readers are there?" },
        { kind: "otherInput", text: '{ "dangerouslyDisableSandbox": true }' },
        { kind: "rule", rule: "Bash(rm:*)", source: "project settings" },
        { kind: "server", name: "tracker", source: ".mcp.json" },
        { kind: "ambiguousServer", names: ["git__hub", "git"] },
        { kind: "timeout", ms: 600_000 },
        { kind: "connections" },
        { kind: "background" },
        { kind: "unsandboxed" },
      ],
    }),
  ),
  "request-notes-of-a-file": asking(
    edit(
      {},
      {
        notes: [
          { kind: "changedSince" },
          { kind: "path", path: "/home/sam/other/greeter.ts", isOutside: true },
          { kind: "path", path: "/workspace/src/greeter.ts", isOutside: false },
          { kind: "link", path: "/home/sam/other/greeter.ts" },
          { kind: "readOnly" },
          { kind: "unsavedChanges" },
          { kind: "afterOther" },
          { kind: "lineEndsChosen" },
          { kind: "utf16" },
        ],
      },
    ),
  ),
  "request-always": asking(command(), { steps: [...always] }),
  "request-always-many": asking(withChoices, { steps: [...always, { press: "Edit rule…" }] }),
  "request-always-malformed": asking(command(), {
    steps: [...always, { press: "Edit rule…" }, { type: "Bash(", into: "Rule" }],
  }),
  "request-menu-allow": asking(command(), { steps: [{ press: "More ways to allow" }] }),
  "request-menu-deny": asking(edit(), { steps: [{ press: "More ways to deny" }] }),
  "request-always-widened": asking(command({ subject: "npm test", body: "npm test" }), {
    steps: [...always, { choose: "Any “npm” command" }],
  }),
  // So short that a narrow page shows it whole, without which nothing can be allowed.
  "request-always-edits": asking(edit({ hunks: [hunk(3, true)], added: 1, removed: 1 }), { steps: [...always] }),
  "request-feedback": asking(command(), { steps: [{ press: "More ways to deny" }, { press: "Deny with feedback…" }] }),
  "request-editing": asking(command(), { steps: [...editing] }),
  "request-editing-malformed": asking(command({ editable: { kind: "url", text: "https://example.com" } }), {
    steps: [...editing, { type: "example", into: "URL" }],
  }),
  "request-edited": asking(
    command({
      isInputEdited: true,
      always: [],
      body: "npm run build",
      editable: { kind: "command", text: "npm run build" },
    }),
  ),
  "request-folded": asking(command(), { steps: [{ press: "Collapse" }] }),
  "request-deny-only": asking(command({ isDenyOnly: true, bodyOmitted: 12_345 })),
  "request-data": asking(
    command({
      tool: "mcp__tracker__move_issue",
      toolKind: "mcp",
      subject: "PROJ-12",
      body: JSON.stringify({ id: "PROJ-12", to: { state: "done", by: "sam" }, labels: ["bug", "reader"] }),
      editable: { kind: "json", text: "{}" },
      needsCard: true,
      notes: [{ kind: "server", name: "tracker" }],
    }),
  ),
  "request-edit": asking(edit()),
  "request-edit-long-path": asking(
    edit({}, { subject: "a/very/long/path/that/does/not/fit/into/a/narrow/panel/src/greeter.ts" }),
  ),
  "request-edit-one": asking(edit({ hunks: [hunk(3, true)], added: 1, removed: 1 })),
  "request-edit-long-lines": asking(
    edit({
      hunks: [
        {
          ...hunk(3, true),
          lines: [{ sign: "+", text: `const words = [${'"a long line that does not fit", '.repeat(6)}];` }],
        },
      ],
      removed: 0,
    }),
  ),
  "request-edit-partly": asking(edit(partly)),
  "request-edit-by-hand": asking(edit({ ...partly, isUserEdited: true })),
  "request-edit-refused": asking(edit(refused, { isDenyOnly: true })),
  "request-edit-impossible": asking(
    edit({ outcome: "impossible", isUserEdited: true, hasWritable: true }, { isDenyOnly: true }),
  ),
  "request-edit-unreadable": asking(edit({ outcome: "unreadable", linesOmitted: 300 }, { isDenyOnly: true })),
  "request-edit-after-other": asking(
    edit({ ...partly, outcome: "afterOther" }, { isDenyOnly: true, notes: [{ kind: "afterOther" }] }),
  ),
  "request-edit-fixed": asking(
    edit(
      { path: "analysis.ipynb", isAllOrNothing: true },
      { tool: "NotebookEdit", toolKind: "notebook", subject: "analysis.ipynb" },
    ),
  ),
  "request-edit-new-file": asking(edit({ isNewFile: true, hunksOmitted: 12 }, { tool: "Write", toolKind: "write" })),
  ...Object.fromEntries(
    proposalProblems.map((problem) => [
      `request-edit-${problem}`,
      asking(edit({ hunks: [], problem }, { body: input })),
    ]),
  ),
  "request-edit-cut": asking(
    edit(
      { isNewFile: true, hunksOmitted: 12, linesOmitted: 4_600 },
      { tool: "Write", toolKind: "write", requiredReview: { kind: "lines", count: 4_600 } },
    ),
  ),
  "request-edit-in-doubt": asking(
    edit(
      {
        outcome: "changed",
        hunks: [
          { ...hunk(3, false), isInDoubt: true },
          { ...hunk(21, true), lineEnds: ["CRLF", "LF"] },
        ],
      },
      { notes: [{ kind: "changedSince" }], requiredReview: { kind: "hunks", count: 1 } },
    ),
  ),
  "request-edit-taken-back": asking(
    edit(
      { outcome: "changed", isUserEdited: true },
      { notes: [{ kind: "changedSince" }], requiredReview: { kind: "takenBack", count: 3 } },
    ),
  ),
  "request-several": asking([command(), edit({}, { id: "r2", toolId: "t2" })]),
  "request-alike": asking([command(), command({ id: "r2", toolId: "t2", subject: "npm test", body: "npm test" })], {
    steps: [{ press: "Allow all 2…" }],
  }),
  "request-alike-edits": asking([edit(), edit(partly, { id: "r2", toolId: "t2", subject: "src/other.ts" })], {
    steps: [{ press: "Allow all 2…" }],
  }),
  "request-broken": asking(unheard),
};
