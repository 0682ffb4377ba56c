import { expect, it } from "vitest";
import type {
  PermissionView,
  ProposalView,
  RequestView,
} from "../../../../extension/shared/contract/requests/requests.ts";
import {
  formatWholeRequest,
  getRequestLines,
  isWholeInRow,
} from "../../../../extension/shared/text/requests/wholeRequest.ts";
import { asked } from "./askedCommand.ts";

const proposal: ProposalView = {
  path: "a",
  added: 1,
  removed: 0,
  hunks: [],
  hunksOmitted: 0,
  linesOmitted: 0,
  isNewFile: false,
  outcome: "asProposed",
  isUserEdited: false,
  isAllOrNothing: false,
};

it("has all that the card says, where that fits", () => {
  expect(formatWholeRequest(asked, 40)).toEqual(["npm test"]);
  expect(formatWholeRequest({ ...asked, title: "Run it", notes: [{ kind: "timeout", ms: 5_000 }] }, 40)).toEqual([
    "Run it",
    "npm test",
    "Time limit: 5.0 s",
  ]);
});

it.each<[string, Partial<PermissionView>]>([
  ["a line that is too long", { body: "x".repeat(41) }],
  ["several lines", { body: "npm test\nrm -rf /" }],
  ["a note that is too long", { notes: [{ kind: "purpose", text: "y".repeat(50) }] }],
  ["what was left out", { bodyOmitted: 1 }],
  ["a default to no", { isDenyDefault: true }],
  ["what can only be denied", { isDenyOnly: true }],
  ["what wants its card to be looked at", { needsCard: true }],
  ["a diff", { proposal }],
])("is not whole with %s", (_name, set) => {
  expect(formatWholeRequest({ ...asked, ...set }, 40)).toBeUndefined();
});

it("is not whole where more than a yes is asked", () => {
  const plan: RequestView = {
    kind: "plan",
    id: "p",
    toolId: "t",
    revision: 0,
    plan: "x",
    text: "x",
    isEdited: false,
    notes: [],
  };
  expect(formatWholeRequest(plan, 40)).toBeUndefined();
});

it("has a row that shows all of a command, and only then", () => {
  expect(isWholeInRow(asked, false)).toBe(true);
});

it("has a row for a change that can be allowed once its diff was shown", () => {
  const { body: _, ...edit } = { ...asked, tool: "Write", toolKind: "write", subject: "a", proposal } as const;
  expect([isWholeInRow(edit, false), isWholeInRow(edit, true)]).toEqual([false, true]);
  expect(getRequestLines(edit)).toEqual(["Write a", "+1 −0"]);
});

it("says on hover what the card says, by lines", () => {
  const body = "npm run build --workspace packages/reader\nnpm test";
  const notes = [
    { kind: "purpose", text: "Builds the reader and runs the tests of it" },
    { kind: "rule", rule: "Bash(npm:*)" },
  ] as const;
  expect(getRequestLines({ ...asked, subject: "npm run build", body, title: "Run two commands", notes })).toEqual([
    "Bash npm run build",
    "Run two commands",
    "npm run build --workspace packages/reader",
    "npm test",
    "Purpose: Builds the reader and runs the tests of it",
    "Your rule: Bash(npm:*)",
  ]);
});

it.each<[string, Partial<PermissionView>]>([
  ["a command that its row does not show whole", { body: "npm test\nrm -rf /" }],
  ["a label that is too long", { subject: "x".repeat(41), body: "x".repeat(41) }],
  ["a title", { title: "Run it" }],
  ["a note", { notes: [{ kind: "timeout", ms: 5_000 }] }],
  ["letters whose width nobody knows", { subject: "echo 漢字", body: "echo 漢字" }],
  ["a character that is named", { subject: "echo ⟦U+202E⟧", body: "echo ⟦U+202E⟧" }],
  ["what was left out", { bodyOmitted: 1 }],
  ["a default to no", { isDenyDefault: true }],
  ["what wants its card to be looked at", { needsCard: true }],
])("is not to be allowed in its row with %s", (_name, set) => {
  expect(isWholeInRow({ ...asked, ...set }, false)).toBe(false);
});
