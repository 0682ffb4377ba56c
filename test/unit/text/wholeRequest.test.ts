import { expect, it } from "vitest";
import type { PermissionView, ProposalView, RequestView } from "../../../extension/contract/requests/requests.ts";
import { formatWholeRequest, getRequestRows, isWholeInRow } from "../../../extension/text/requests/wholeRequest.ts";

const asked: PermissionView = {
  kind: "permission",
  id: "r1",
  toolId: "t1",
  tool: "Bash",
  toolKind: "command",
  subject: "npm test",
  body: "npm test",
  revision: 0,
  notes: [],
  bodyOmitted: 0,
  always: [],
  isDenyDefault: false,
  isDenyOnly: false,
  needsCard: false,
  isInputEdited: false,
};

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
  expect(formatWholeRequest({ ...asked, title: "Run it", notes: [{ kind: "timeout", ms: 5_000 }] }, 40)).toEqual(["Run it", "npm test", "Time limit: 5.0 s"]);
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
  const plan: RequestView = { kind: "plan", id: "p", toolId: "t", revision: 0, plan: "x", text: "x", isEdited: false, notes: [] };
  expect(formatWholeRequest(plan, 40)).toBeUndefined();
});

const getRows = (set: Partial<PermissionView>, isChangeShown = false) => getRequestRows({ ...asked, ...set }, isChangeShown);

it("has nothing below the row of a command that its label says", () => {
  expect(getRows({})).toEqual({ rows: [], isWhole: true });
});

it("says below its row what the card says, uncut", () => {
  const body = "npm run build --workspace packages/reader\nnpm test";
  const notes = [
    { kind: "purpose", text: "Builds the reader and runs the tests of it" },
    { kind: "rule", rule: "Bash(npm:*)" },
  ] as const;
  expect(getRows({ subject: body, body, title: "Run two commands", notes })).toEqual({
    rows: [
      "Run two commands",
      "npm run build --workspace ",
      "↳ packages/reader",
      "npm test",
      "Purpose: Builds the reader and runs ",
      "↳ the tests of it",
      "Your rule: Bash(npm:*)",
    ],
    isWhole: true,
  });
});

it("says what a tool acts on where its label is too long and its input does not", () => {
  const subject = "PROJ-12 ".repeat(6).trim();
  expect(getRows({ tool: "Special", subject, body: "{}" }).rows).toEqual(["PROJ-12 PROJ-12 PROJ-12 PROJ-12 ", "↳ PROJ-12 PROJ-12", "{}"]);
});

it("counts the lines of a change, which can be allowed there once its diff was shown", () => {
  const set = { tool: "Write", toolKind: "write", subject: "a", proposal } as const;
  const { body: _, ...edit } = { ...asked, ...set };
  expect(getRequestRows(edit, false)).toEqual({ rows: ["+1 −0"], isWhole: false });
  expect(isWholeInRow(edit, true)).toBe(true);
});

it.each<[string, Partial<PermissionView>]>([
  ["more rows than there is room for", { body: "a\n".repeat(20) }],
  ["letters whose width nobody knows", { body: "echo 漢字" }],
  ["a character that is named", { body: "echo ⟦U+202E⟧" }],
  ["a tool with a long name", { tool: "mcp__a_server__a_tool" }],
  ["what was left out", { bodyOmitted: 1 }],
  ["a default to no", { isDenyDefault: true }],
  ["what wants its card to be looked at", { needsCard: true }],
])("is not to be allowed in its row with %s", (_name, set) => {
  const { rows, isWhole } = getRows(set);
  expect([rows.length <= 12, isWhole]).toEqual([true, false]);
});
