import type { PermissionView, ProposalView, RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { call, prompt } from "./items.ts";
import type { GalleryState } from "./state.ts";

/** A conversation that waits for the user. */
export const asking = (request: RequestView | readonly RequestView[], more: GalleryState = {}): GalleryState => ({
  state: { status: "working", requests: Array.isArray(request) ? request : [request as RequestView] },
  items: [prompt("Go on"), call("Bash", "npm run build -- --watch"), call("Bash", "npm run build"), call("Bash", "ls")],
  ...more,
});

/** Fields of every request. */
export const common = { id: "r", toolId: "t", revision: 1, notes: [] } as const;

/** A command that asks. */
export const command = (more: Partial<PermissionView> = {}): PermissionView => ({
  ...common,
  kind: "permission",
  tool: "Bash",
  toolKind: "command",
  subject: "rm -rf build && npm run build",
  body: "rm -rf build && npm run build",
  bodyOmitted: 0,
  always: [
    {
      choice: 0,
      change: {
        kind: "rules",
        change: "add",
        rules: ["Bash(npm run build:*)"],
        behavior: "allow",
        destination: "localSettings",
      },
    },
  ],
  isDenyDefault: false,
  isDenyOnly: false,
  needsCard: false,
  editable: { kind: "command", text: "rm -rf build && npm run build" },
  isInputEdited: false,
  ...more,
});

export const hunk = (line: number, isAccepted: boolean) =>
  ({
    oldStart: line,
    newStart: line,
    lines: [
      { sign: " ", text: "function greet(name: string) {" },
      { sign: "-", text: "  return `Hello ${name}`;" },
      { sign: "+", text: "  return `Good to see you, ${name}`;" },
    ],
    added: 1,
    removed: 1,
    isAccepted,
    isInDoubt: false,
    linesOmitted: 0,
  }) as const;

/** An edit of two places that asks. */
export const edit = (proposal: Partial<ProposalView> = {}, more: Partial<PermissionView> = {}): PermissionView => {
  const { body: _, editable: __, ...rest } = command();
  return {
    ...rest,
    tool: "Edit",
    toolKind: "edit",
    subject: "src/greeter.ts",
    always: [{ choice: 0, change: { kind: "mode", mode: "acceptEdits", destination: "session" } }],
    proposal: {
      path: "src/greeter.ts",
      added: 2,
      removed: 2,
      hunks: [hunk(3, true), hunk(21, true)],
      hunksOmitted: 0,
      linesOmitted: 0,
      isNewFile: false,
      outcome: "asProposed",
      isAllOrNothing: false,
      isUserEdited: false,
      ...proposal,
    },
    ...more,
  };
};

/** `edit` with its second place refused. */
export const partly: Partial<ProposalView> = {
  hunks: [hunk(3, true), hunk(21, false)],
  outcome: "changed",
  added: 1,
  removed: 1,
};
/** `edit` with both places refused. */
export const refused: Partial<ProposalView> = {
  hunks: [hunk(3, false), hunk(21, false)],
  outcome: "nothing",
  added: 0,
  removed: 0,
};
