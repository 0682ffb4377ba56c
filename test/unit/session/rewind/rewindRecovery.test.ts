import { expect, it } from "vitest";
import type { CheckpointId } from "../../../../extension/contract/changes/checkpoints.ts";
import type { PendingRewind } from "../../../../extension/session/rewind/rewindMemory.ts";
import { recoverRewind } from "../../../../extension/session/rewind/rewindRecovery.ts";
import { begin } from "../../conversations/actions/rewind/rewindSetup.ts";

/** A conversation with two turns, and a rewind to before the second one that the end of the extension host interrupts. */
async function interrupt() {
  const window = await begin();
  const { shown, history, turn } = window;
  await turn("one", { "/w/a": "1" });
  const prompt = await turn("make it", { "/w/a": "2", "/w/b": "2" });
  const { conversation } = shown;
  const to = history.checkpoints.find(({ cause }) => cause.kind === "message" && cause.prompt === prompt)?.id as CheckpointId;
  const from = conversation.rewinds.getPosition("last");
  const pending: PendingRewind = { kind: "rewind", phase: "restoring", at: 9, to, paths: ["/w/a", "/w/b"], from, prompt: "make it" };
  const recover = async (changed: Partial<PendingRewind> = {}) => {
    conversation.rewinds.memory.note({ ...pending, ...changed });
    return recoverRewind(conversation, { save: async () => {} });
  };
  const restore = async () => {
    const now = await history.take({ kind: "preview" });
    const steps = ["/w/a", "/w/b"].map((path) => ({ path, kind: "restore" as const }));
    return history.restore(to, steps, now.id, { kind: "rewind", to, prompt });
  };
  return { ...window, memory: conversation.rewinds.memory, recover, restore };
}

it("names the rewind that it takes back, if no file moved yet", async () => {
  const { recover, memory, disk } = await interrupt();
  expect(await recover()).toEqual({ code: "rewindTakenBack", step: "rewind", prompt: "make it" });
  expect([memory.pending, memory.done]).toEqual([undefined, []]);
  expect(disk()).toEqual({ "/w/a": "2", "/w/b": "2" });
});

it("names the rewind that it finishes, which can be undone", async () => {
  const { recover, restore, memory, disk } = await interrupt();
  await restore();
  expect(await recover()).toEqual({ code: "rewindFinished", step: "rewind", prompt: "make it", undo: true });
  expect(memory.pending).toBeUndefined();
  expect(memory.done).toHaveLength(1);
  expect(disk()).toEqual({ "/w/a": "1" });
});

it("does not claim to know what claude restored", async () => {
  const { recover, memory } = await interrupt();
  const byClaude = { isByClaude: true, paths: undefined, prompt: "" } as const;
  expect(await recover(byClaude)).toEqual({ code: "rewindUnknown", step: "rewind", prompt: "" });
  expect(await recover({ ...byClaude, kind: "undo", phase: "truncating" })).toEqual({ code: "rewindFinished", step: "undo", prompt: "" });
  expect(memory.done).toEqual([]);
});
