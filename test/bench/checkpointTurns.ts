import { ConversationEvents } from "../../extension/core/conversation/events/conversationEvents.ts";
import { getFileWriting } from "../../extension/core/conversation/tools/describeCall.ts";
import { CheckpointParticipant } from "../../extension/node/checkpoints/checkpointParticipant.ts";
import type { ConversationFiles } from "../../extension/node/checkpoints/conversationFiles.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { begin } from "../unit/core/conversation/conversationSetup.ts";
import { median } from "./row.ts";

/** Time in milliseconds in which the model of the bench answers; a checkpoint runs meanwhile. */
const answerMs = 200;
const turns = 9;

/** Measures the time from a message to the first token of its reply, in turns with and without checkpoints. */
export async function measureFirstToken(
  files: ConversationFiles,
): Promise<{ readonly with: number; readonly without: number }> {
  const participant = new CheckpointParticipant({
    conversation: {
      id: "one" as ConversationId,
      state: () => createEmptyState("/w"),
      notice: () => {},
      events: new ConversationEvents(() => {}),
    },
    files,
    clock: systemClock,
    isEnabled: () => true,
    includesShellChanges: () => true,
    getWriting: getFileWriting,
    isAgent: () => false,
    logger: { warn: () => {} },
  });
  const [covered, bare] = [await openTurns([() => participant]), await openTurns([])];
  const [taken, left]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn++) {
    taken.push(await covered(turn));
    // Later turns do not wait for the checkpoints of this one.
    await files.take({ kind: "preview" });
    left.push(await bare(turn));
  }
  return { with: median(taken), without: median(left) };
}

async function openTurns(participants: NonNullable<NonNullable<Parameters<typeof begin>[0]>["participants"]>) {
  const { conversation, cli } = await begin({ participants });
  const other = cli().onLine;
  const write = (uuid: string, event: object): void =>
    cli().write({ type: "stream_event", uuid, parent_tool_use_id: null, event });
  let answered = 0;
  cli().onLine = (frame) => {
    other(frame);
    if (frame["type"] !== "user") return;
    const turn = answered++;
    setTimeout(() => {
      write(`${turn}start`, { type: "message_start", message: { id: `m${turn}` } });
      write(`${turn}block`, { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
      write(`${turn}delta`, {
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: `token ${turn}.` },
      });
      write(`${turn}stop`, { type: "content_block_stop", index: 0 });
      cli().write({ type: "result", subtype: "success", is_error: false, uuid: `r${turn}`, session_id: "s" });
    }, answerMs);
  };
  return (turn: number): Promise<number> => {
    const start = performance.now();
    return new Promise((resolve) => {
      const watching = conversation.changes.onDidChangeView(({ changes: batch }) => {
        if (!JSON.stringify(batch).includes(`token ${turn}.`)) return;
        watching.dispose();
        resolve(performance.now() - start);
      });
      conversation.submit("go");
    });
  };
}
