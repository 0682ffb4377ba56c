import { expect, it } from "vitest";
import type { PendingRewind } from "../../../../../extension/core/conversation/rewind/rewindMemory.ts";
import { recoverRewind } from "../../../../../extension/core/conversations/rewind/rewindRecovery.ts";
import type { CheckpointId } from "../../../../../extension/shared/contract/changes/checkpoints.ts";
import { begin } from "./rewindSetup.ts";

const paths = ["/w/a", "/w/b", "/w/c"];

/**
 * A conversation with two turns, and a rewind to before the second one that the end of the extension host interrupts.
 */
async function interrupt() {
  const window = await begin();
  const { shown, history, turn } = window;
  await turn("one", { "/w/a": "1", "/w/c": "1" });
  const prompt = await turn("make it", { "/w/a": "2", "/w/b": "2", "/w/c": "2" });
  const { conversation } = shown;
  const to = history.checkpoints.find(({ cause }) => cause.kind === "message" && cause.prompt === prompt)
    ?.id as CheckpointId;
  const from = conversation.rewinds.getPosition("last");
  const pending: PendingRewind = {
    kind: "rewind",
    phase: "restoring",
    at: 9,
    to,
    paths,
    from,
    prompt: "make it",
    goal: { kind: "before", prompt },
  };
  const recover = async (changed: Partial<PendingRewind> = {}) => {
    conversation.rewinds.memory.note({ ...pending, ...changed });
    const recovered = await recoverRewind(conversation, { save: async () => {}, newId: () => "new" });
    return recovered?.notice;
  };
  /** Restores files as the rewind does, up to the one after which the extension host ends. */
  const restore = async (restored: readonly string[] = paths) => {
    const now = await history.take({ kind: "preview" });
    const result = await history.restore(
      to,
      restored.map((path) => ({ path, kind: "restore" as const })),
      now.id,
      { kind: "rewind", to, prompt },
    );
    return result.kind === "done" ? result.undo.id : undefined;
  };
  /** The checkpoints that an undo or the timeline finds. */
  const rewinds = () => history.checkpoints.filter(({ cause }) => cause.kind === "rewind").map(({ id }) => id);
  const isTruncated = () => conversation.rewinds.origin.remembered.cutBefore === prompt;
  return { ...window, memory: conversation.rewinds.memory, recover, restore, rewinds, isTruncated };
}

const before = { "/w/a": "2", "/w/b": "2", "/w/c": "2" };
const after = { "/w/a": "1", "/w/c": "1" };
const takenBack = { code: "rewindRolledBack", step: "rewind", prompt: "make it" };
const finished = { code: "rewindFinished", step: "rewind", prompt: "make it", undo: true };

it("reports and forgets an interrupted rewind that restored no file", async () => {
  const { recover, memory, disk, isTruncated } = await interrupt();
  expect(await recover()).toEqual(takenBack);
  expect([memory.pending, memory.done, isTruncated()]).toEqual([undefined, [], false]);
  expect(disk()).toEqual(before);
});

it("finishes an interrupted rewind whose files are restored, and can undo it", async () => {
  const { recover, restore, memory, disk, isTruncated } = await interrupt();
  const undo = await restore();
  expect(await recover()).toEqual(finished);
  expect([memory.pending, memory.done.map(({ id, parts }) => ({ id, parts }))]).toEqual([
    undefined,
    [{ id: undo, parts: "both" }],
  ]);
  expect([disk(), isTruncated()]).toEqual([after, true]);
});

it("finishes an interrupted rewind and keeps a change that the user made since", async () => {
  const { recover, restore, history, disk, isTruncated } = await interrupt();
  await restore();
  history.files.set("/w/c", "mine");
  expect(await recover()).toEqual(finished);
  expect([disk(), isTruncated()]).toEqual([{ ...after, "/w/c": "mine" }, true]);
});

it("lists no rewind of which no file was restored", async () => {
  const { recover, restore, rewinds, disk } = await interrupt();
  await restore([]);
  expect(await recover()).toEqual(takenBack);
  expect([disk(), rewinds()]).toEqual([before, []]);
});

it("keeps a later change in an unrestored file, and the checkpoint before the rewind", async () => {
  const { recover, restore, rewinds, history, disk, isTruncated } = await interrupt();
  const undo = await restore([]);
  history.files.set("/w/c", "mine");
  expect(await recover()).toEqual({ ...takenBack, changed: ["/w/c"] });
  expect([disk(), isTruncated()]).toEqual([{ ...before, "/w/c": "mine" }, false]);
  expect(rewinds()).toContain(undo);
});

it("overwrites no file if a rewind looks restored in part", async () => {
  const { recover, restore, rewinds, history, disk } = await interrupt();
  const undo = await restore([]);
  history.files.set("/w/c", "1");
  expect(await recover()).toEqual({ code: "rewindUnknown", step: "rewind", prompt: "make it" });
  expect([disk(), rewinds()]).toEqual([{ ...before, "/w/c": "1" }, [undo]]);
});

it("finishes an interrupted rewind without undo if its checkpoint was cleaned up", async () => {
  const { recover, restore, history, disk, isTruncated } = await interrupt();
  const undo = (await restore()) as CheckpointId;
  await history.cancel([undo]);
  expect(await recover({ phase: "truncating", undo })).toEqual({ ...finished, undo: undefined });
  expect([disk(), isTruncated()]).toEqual([after, true]);
});

it("reports an unknown outcome if all files of an interrupted rewind changed since", async () => {
  const { recover, restore, rewinds, history, disk } = await interrupt();
  const undo = await restore(["/w/c"]);
  history.files.set("/w/c", "mine");
  expect(await recover({ paths: ["/w/c"] })).toEqual({ code: "rewindUnknown", step: "rewind", prompt: "make it" });
  expect([disk(), rewinds()]).toEqual([{ ...before, "/w/c": "mine" }, [undo]]);
});

it("returns the files of a rewind whose conversation could not follow, after any interruption", async () => {
  for (const returned of [[], ["/w/a"], paths]) {
    const { recover, restore, rewinds, history, disk, isTruncated } = await interrupt();
    const undo = (await restore()) as CheckpointId;
    const now = await history.take({ kind: "preview" });
    const steps = returned.map((path) => ({ path, kind: "restore" as const }));
    if (returned.length > 0) await history.restore(undo, steps, now.id, { kind: "rewind", to: undo });
    expect(await recover({ phase: "returning", undo })).toEqual(takenBack);
    expect([disk(), rewinds(), isTruncated()]).toEqual([before, [], false]);
  }
});

it("truncates no conversation whose files have returned, if an earlier phase was saved", async () => {
  const { recover, restore, history, disk, isTruncated } = await interrupt();
  const undo = (await restore()) as CheckpointId;
  const now = await history.take({ kind: "preview" });
  await history.restore(
    undo,
    paths.map((path) => ({ path, kind: "restore" as const })),
    now.id,
    { kind: "rewind", to: undo },
  );
  expect(await recover({ phase: "truncating", undo })).toEqual(takenBack);
  expect([disk(), isTruncated()]).toEqual([before, false]);
});

it("finishes an interrupted rewind of the conversation alone, with the checkpoint before it", async () => {
  const { recover, history, memory } = await interrupt();
  const target = history.checkpoints.findLast(({ cause }) => cause.kind === "message")?.id as CheckpointId;
  const { id } = await history.take({ kind: "rewind", to: target });
  expect(await recover({ paths: undefined })).toEqual(finished);
  expect(memory.done).toMatchObject([{ id, parts: "conversation" }]);
});

it("keeps an interrupted rewind as pending while its checkpoints cannot be read", async () => {
  const { recover, restore, history, memory } = await interrupt();
  await restore();
  const list = history.list.bind(history);
  history.list = async () => Promise.reject(new Error("another window uses the store"));
  await expect(recover()).rejects.toThrow("another window uses the store");
  expect(memory.pending).toBeDefined();
  history.list = list;
  expect(await recover()).toEqual(finished);
});

it("reports an unknown outcome of an interrupted rewind that claude carried out", async () => {
  const { recover, memory } = await interrupt();
  const byClaude = { isByClaude: true, paths: undefined, goal: undefined, prompt: "" } as const;
  expect(await recover(byClaude)).toEqual({ code: "rewindUnknown", step: "rewind", prompt: "" });
  expect(await recover({ ...byClaude, kind: "undo", phase: "truncating" })).toEqual({
    code: "rewindFinished",
    step: "undo",
    prompt: "",
  });
  expect(memory.done).toEqual([]);
});
