import { expect, it } from "vitest";
import type { OutputText } from "../../../../extension/shared/contract/tools.ts";
import { OutputWatch } from "../../../../extension/vscode/chat/outputWatch.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../../core/protocol/setup.ts";

/** A watch of a task that is asked about; each question waits for its answer. */
function watching() {
  const clock = new FakeClock();
  const questions: { answer: (output: OutputText | undefined) => void }[] = [];
  const sent: unknown[] = [];
  const task = { isRunning: true };
  const conversation = {
    controls: { taskOutput: () => new Promise<OutputText | undefined>((answer) => questions.push({ answer })) },
    transcript: { calls: { isTaskRunning: () => task.isRunning } },
  };
  const watch = new OutputWatch({
    clock,
    conversation: () => conversation,
    send: ({ output }) => sent.push(output?.text),
  });
  const answer = async (text: string | undefined): Promise<void> => {
    questions.at(-1)?.answer(text === undefined ? undefined : { text, omitted: 0 });
    await settled();
  };
  return { clock, questions, sent, task, watch, answer };
}

it("asks each second while the task runs, one at a time, and once afterwards", async () => {
  const { clock, questions, sent, task, watch, answer } = watching();
  watch.set("t", true);
  clock.advance(5_000);
  expect(questions).toHaveLength(1);
  await answer("one");
  clock.advance(1_000);
  task.isRunning = false;
  await answer("two");
  expect([questions.length, clock.pending]).toEqual([2, 1]);
  clock.advance(1_000);
  await answer("three");
  expect([sent, questions.length, clock.pending]).toEqual([["one", "two", "three"], 3, 0]);
});

it("asks no more once nobody looks, and shows nothing that comes later", async () => {
  const { clock, questions, sent, watch, answer } = watching();
  watch.set("t", true);
  await answer("one");
  watch.set("t", false);
  expect(clock.pending).toBe(0);
  watch.set("t", true);
  watch.dispose();
  await answer("late");
  expect([sent, questions.length, clock.pending]).toEqual([["one"], 2, 0]);
});

it("does not go on asking what cannot be answered", async () => {
  const { clock, sent, watch, answer } = watching();
  watch.set("t", true);
  await answer(undefined);
  expect([sent, clock.pending]).toEqual([[undefined], 0]);
});
