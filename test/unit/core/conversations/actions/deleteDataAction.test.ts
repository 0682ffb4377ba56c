import { expect, it } from "vitest";
import {
  DeleteDataAction,
  type DeleteDataOptions,
} from "../../../../../extension/core/conversations/actions/deleteDataAction.ts";
import type { DataGroup } from "../../../../../extension/shared/contract/ownData.ts";

interface Situation {
  readonly status?: string;
  readonly usedElsewhere?: readonly boolean[];
  /** "none": the list was closed. */
  readonly chosen?: readonly DataGroup[] | "none";
  readonly isConfirmed?: boolean;
  readonly left?: readonly string[];
}

/** Runs the action, and returns what it did, in order. */
async function run({
  status = "idle",
  usedElsewhere = [],
  chosen = ["traces"],
  isConfirmed = true,
  left = [],
}: Situation): Promise<readonly unknown[]> {
  const steps: unknown[] = [];
  const others = [...usedElsewhere];
  const action = new DeleteDataAction({
    conversations: { all: [{ conversation: { state: { status } } }] } as unknown as DeleteDataOptions["conversations"],
    isolated: {
      list: () =>
        [{ id: "a" }, { id: "b", discardedAt: 1 }] as unknown as ReturnType<DeleteDataOptions["isolated"]["list"]>,
      discard: async (id) => void steps.push(["discard", id]),
    },
    isUsedElsewhere: async () => others.shift() ?? false,
    data: {
      measure: async () => [{ group: "traces", bytes: 4 }],
      remove: async (groups) => {
        steps.push(["remove", groups]);
        return left;
      },
    },
    questions: {
      pickData: async () => (chosen === "none" ? undefined : chosen),
      confirm: async (_, copies) => {
        steps.push(["confirm", copies]);
        return isConfirmed;
      },
      tellNothing: () => expect.unreachable(),
      tellInUse: (isHere) => void steps.push(["in use", isHere]),
      tellLeft: async (paths) => void steps.push(["left", paths]),
      reload: async () => void steps.push("reload"),
    },
  });
  await action.run();
  return steps;
}

it("deletes what was chosen once it is confirmed, and reloads", async () => {
  expect(await run({})).toEqual([["confirm", 0], ["remove", ["traces"]], "reload"]);
});

it("deletes nothing that was not chosen and confirmed", async () => {
  expect(await run({ chosen: "none" })).toEqual([]);
  expect(await run({ chosen: [] })).toEqual([]);
  expect(await run({ isConfirmed: false })).toEqual([["confirm", 0]]);
});

it("deletes nothing while claude works or another window is open, even since the question", async () => {
  expect(await run({ status: "working" })).toEqual([["in use", true]]);
  expect(await run({ usedElsewhere: [true] })).toEqual([["in use", false]]);
  expect(await run({ usedElsewhere: [false, true] })).toEqual([
    ["confirm", 0],
    ["in use", false],
  ]);
});

it("takes worktrees out of their repositories, and says what the disk refused", async () => {
  expect(await run({ chosen: ["isolated"], left: ["/x"] })).toEqual([
    ["confirm", 1],
    ["discard", "a"],
    ["remove", ["isolated"]],
    ["left", ["/x"]],
    "reload",
  ]);
});
