import { expect, it } from "vitest";
import { getRewindEvents, getRewindSteps } from "../../../../../extension/core/conversation/rewind/rewindLog.ts";
import { RewindMemory } from "../../../../../extension/core/conversation/rewind/rewindMemory.ts";
import type {
  Checkpoint,
  CheckpointCause,
  CheckpointId,
} from "../../../../../extension/shared/contract/changes/checkpoints.ts";

const id = (name: string) => name as CheckpointId;
/** Checkpoints by their causes, oldest first: "p1" is a message, "r1>p1" a rewind to it. */
const points = (...names: readonly string[]): readonly Checkpoint[] =>
  names.map((name, at) => {
    const [own = "", to] = name.split(">");
    const cause: CheckpointCause = to === undefined ? { kind: "message", prompt: own } : { kind: "rewind", to: id(to) };
    return { id: id(own), at, cause, folders: [] };
  });
const steps = (...names: readonly string[]) => getRewindSteps(getRewindEvents(points(...names), []));

it("undoes and redoes rewinds one by one", () => {
  expect(steps("p1", "p2")).toEqual({ undo: undefined, redo: undefined });
  const two = ["p1", "p2", "r1>p2", "r2>p1"];
  expect(steps(...two)).toEqual({ undo: "r2", redo: undefined });
  expect(steps(...two, "r3>r2")).toEqual({ undo: "r1", redo: "r3" });
  expect(steps(...two, "r3>r2", "r4>r1")).toEqual({ undo: undefined, redo: "r4" });
  expect(steps(...two, "r3>r2", "r4>r1", "r5>r4")).toEqual({ undo: "r5", redo: "r3" });
  expect(steps(...two, "r3>r2", "r4>r1", "r5>r4", "r6>r3")).toEqual({ undo: "r6", redo: undefined });
});

it("drops redos after a new rewind or a message, and keeps undos", () => {
  expect(steps("p1", "r1>p1", "r2>r1", "r3>p1")).toEqual({ undo: "r3", redo: undefined });
  expect(steps("p1", "r1>p1", "r2>r1", "p2")).toEqual({ undo: undefined, redo: undefined });
  expect(steps("p1", "r1>p1", "p2")).toEqual({ undo: "r1", redo: undefined });
});

it("orders rewinds without a checkpoint by time, each once", () => {
  const records = [
    { kind: "rewind", id: id("x1"), to: id("before:p1"), at: 1.5 },
    { kind: "rewind", id: id("r1"), to: id("p1"), at: 2 },
  ] as const;
  expect(
    getRewindEvents(points("p1", "p2", "r1>p1"), records).map((event) =>
      event.kind === "rewind" ? event.id : "message",
    ),
  ).toEqual(["message", "message", "x1", "r1"]);
  expect(getRewindSteps(getRewindEvents(points("p1", "p2", "r1>p1"), records)).undo).toBe("r1");
});

it("undoes the last rewind even if the clock was set back before it", () => {
  const [p1, r1, r2] = points("p1", "r1>p1", "r2>p1") as readonly [Checkpoint, Checkpoint, Checkpoint];
  const setBack = [p1, { ...r1, at: 5000 }, { ...r2, at: 1000 }];
  expect(getRewindSteps(getRewindEvents(setBack, [])).undo).toBe("r2");
  const records = [r1, r2].map(({ id: own }, index) => ({
    kind: "rewind" as const,
    id: own,
    to: p1.id,
    at: 5000 - index,
  }));
  expect(getRewindSteps(getRewindEvents([], records)).undo).toBe("r2");
});

it("redoes nothing after a turn without a checkpoint, also after a reload", () => {
  const [first, undone] = [id("r1"), id("r2")];
  const record = { at: 1, parts: "conversation", from: { title: "", tasks: [], contextTokens: 0 } } as const;
  const memory = new RewindMemory();
  memory.finish({ ...record, id: first, to: id("p") });
  memory.finish({ ...record, id: undone, to: first });
  expect(getRewindSteps(getRewindEvents([], memory.events))).toEqual({ undo: undefined, redo: undone });
  memory.noteTurn();
  const reloaded = new RewindMemory(memory.remembered);
  expect(getRewindSteps(getRewindEvents([], reloaded.events))).toEqual({ undo: undefined, redo: undefined });
});
