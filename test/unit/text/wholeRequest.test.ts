import { expect, it } from "vitest";
import type { PermissionView, RequestView } from "../../../extension/contract/requests.ts";
import { wholeRequest } from "../../../extension/text/wholeRequest.ts";

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

it("has all that the card says, where that fits", () => {
  expect(wholeRequest(asked, 40)).toEqual(["npm test"]);
  expect(wholeRequest({ ...asked, title: "Run it", notes: [{ kind: "timeout", ms: 5_000 }] }, 40)).toEqual(["Run it", "npm test", "Time limit: 5.0 s"]);
});

it.each<[string, Partial<PermissionView>]>([
  ["a line that is too long", { body: "x".repeat(41) }],
  ["several lines", { body: "npm test\nrm -rf /" }],
  ["a note that is too long", { notes: [{ kind: "purpose", text: "y".repeat(50) }] }],
  ["what was left out", { bodyOmitted: 1 }],
  ["a default to no", { isDenyDefault: true }],
  ["what can only be denied", { isDenyOnly: true }],
  ["what wants its card to be looked at", { needsCard: true }],
  [
    "a diff",
    {
      proposal: {
        path: "a",
        added: 1,
        removed: 0,
        hunks: [],
        hunksOmitted: 0,
        linesOmitted: 0,
        isNewFile: false,
        outcome: "asProposed",
        isByHand: false,
        isFixed: false,
      },
    },
  ],
])("is not whole with %s", (_name, set) => {
  expect(wholeRequest({ ...asked, ...set }, 40)).toBeUndefined();
});

it("is not whole where more than a yes is asked", () => {
  const plan: RequestView = { kind: "plan", id: "p", toolId: "t", revision: 0, plan: "x", text: "x", isEdited: false, notes: [] };
  expect(wholeRequest(plan, 40)).toBeUndefined();
});
