import type { PermissionView, RequestView } from "../../extension/contract/requests.ts";
import type { GalleryState } from "./state.ts";

const asking = (request: RequestView, more: Partial<GalleryState> = {}): GalleryState => ({
  state: { status: "working", requests: [request] },
  items: [{ kind: "prompt", id: "p", text: "Go on" }],
  ...more,
});
const permission: PermissionView = {
  kind: "permission",
  id: "r",
  toolId: "t",
  revision: 1,
  tool: "Bash",
  toolKind: "command",
  subject: "rm -rf build && npm run build",
  notes: [{ kind: "purpose", text: "Build anew" }, { kind: "unsandboxed" }, { kind: "timeout", ms: 600_000 }],
  body: "rm -rf build && npm run build",
  bodyOmitted: 0,
  always: [{ choice: 0, change: { kind: "rules", change: "add", rules: ["Bash(npm run build:*)"], behavior: "allow", destination: "localSettings" } }],
  isDenyDefault: false,
  isDenyOnly: false,
  needsCard: false,
  editable: { kind: "command", text: "rm -rf build && npm run build" },
  isInputEdited: false,
};
const hunk = (isAccepted: boolean) =>
  ({
    oldStart: 3,
    newStart: 3,
    lines: [
      { sign: " ", text: "function greet(name: string) {" },
      { sign: "-", text: "  return `Hello ${name}`;" },
      { sign: "+", text: "  return `Good to see you, ${name}`;" },
    ],
    added: 1,
    removed: 1,
    isAccepted,
    linesOmitted: 0,
  }) as const;
const edit: PermissionView = {
  ...permission,
  tool: "Edit",
  toolKind: "edit",
  subject: "src/greeter.ts",
  notes: [],
  body: undefined as never,
  proposal: {
    path: "src/greeter.ts",
    added: 2,
    removed: 2,
    hunks: [hunk(true), hunk(false)],
    hunksOmitted: 0,
    isNewFile: false,
    outcome: "changed",
    isFixed: false,
    isByHand: false,
  },
};

/** Cards that wait for the user. */
export const requestStates: Readonly<Record<string, GalleryState>> = {
  "request-command": asking(permission),
  "request-always": asking(permission, { press: ["Allow always…"] }),
  "request-edit": asking(edit),
  "request-problem": asking({ ...edit, proposal: { ...edit.proposal!, hunks: [], problem: "textNotUnique" }, body: '{ "old_string": "x" }' }),
  "request-deny-only": asking({ ...permission, isDenyOnly: true }),
  "request-question": asking({
    kind: "question",
    id: "q",
    toolId: "t",
    revision: 1,
    notes: [],
    questions: [
      {
        question: "Which test runner should this use?",
        header: "Runner",
        isMultiple: false,
        options: [
          { label: "Vitest", description: "Fast, and reads the same configuration", preview: 'import { test } from "vitest";' },
          { label: "node:test", description: "Nothing to install" },
        ],
      },
      {
        question: "Which targets?",
        header: "Targets",
        isMultiple: true,
        options: [
          { label: "Node", description: "" },
          { label: "Browsers", description: "" },
        ],
      },
    ],
  }),
  "request-plan": asking({
    kind: "plan",
    id: "l",
    toolId: "t",
    revision: 1,
    notes: [],
    isEdited: false,
    plan: "1. Read the reader\n2. **Mend** it\n3. Run the tests",
    text: "1. Read the reader\n2. **Mend** it\n3. Run the tests",
  }),
};
