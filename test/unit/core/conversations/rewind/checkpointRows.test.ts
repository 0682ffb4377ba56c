import { expect, it } from "vitest";
import { listCheckpointRows } from "../../../../../extension/core/conversations/rewind/checkpointRows.ts";
import type { CheckpointCause, CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";

const id = (name: string) => name as CheckpointId;

async function listRows(...causes: readonly CheckpointCause[]) {
  const history = new MemoryFileHistory();
  for (const cause of causes) await history.take(cause);
  return listCheckpointRows(await history.list()).map((row) => [row.id, row.kind, row.change?.from, row.change?.to]);
}

it("lists checkpoints newest first, without the ends of turns", async () => {
  const rows = await listRows(
    { kind: "message", prompt: "p1" },
    { kind: "call", call: "t1", tool: "Bash" },
    { kind: "turnEnd", prompt: "p1" },
    { kind: "manual", name: "mine" },
    { kind: "message", prompt: "p2" },
  );
  expect(rows).toEqual([
    ["c5", "message", undefined, undefined],
    ["c4", "manual", "c3", "c4"],
    ["c2", "call", "c1", "c2"],
    ["c1", "message", "c1", "c3"],
  ]);
});

it("ends the changes of a turn that did not end at the next message", async () => {
  const rows = await listRows(
    { kind: "message", prompt: "p1" },
    { kind: "manual", name: "mine" },
    { kind: "message", prompt: "p2" },
  );
  expect(rows.at(-1)).toEqual(["c1", "message", "c1", "c3"]);
});

it("ends the changes of a running turn at the last checkpoint", async () => {
  const rows = await listRows({ kind: "message", prompt: "p1" }, { kind: "call", call: "t1", tool: "Bash" });
  expect(rows.at(-1)).toEqual(["c1", "message", "c1", "c2"]);
  expect(await listRows({ kind: "revert" })).toEqual([["c1", "revert", "c1", "disk"]]);
});

it("distinguishes checkpoints of a rewind, its undo and its redo", async () => {
  const rows = await listRows(
    { kind: "message", prompt: "p1" },
    { kind: "rewind", to: id("c1"), prompt: "p1" },
    { kind: "rewind", to: id("c2") },
    { kind: "rewind", to: id("c3") },
  );
  expect(rows.map(([, kind]) => kind)).toEqual(["redo", "undo", "rewind", "message"]);
});

it("shows no change of the first checkpoint", async () => {
  expect(await listRows({ kind: "manual", name: "mine" })).toEqual([["c1", "manual", undefined, undefined]]);
});

it("lists no checkpoints of previews", async () => {
  expect(await listRows({ kind: "preview" })).toEqual([]);
});
