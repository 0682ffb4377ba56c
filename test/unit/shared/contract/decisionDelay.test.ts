import { expect, it } from "vitest";
import {
  DecisionDelay,
  decisionDelayMs,
  isDeliberate,
} from "../../../../extension/shared/contract/requests/decisionDelay.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

it("lets nothing be decided in the half second after it was shown", () => {
  expect([isDeliberate(1_000, 1_499), isDeliberate(1_000, 1_500)]).toEqual([false, true]);
});

it("counts from the last time something was shown, and refuses everything while hidden", () => {
  const clock = new FakeClock();
  let ended = 0;
  const delay = new DecisionDelay(clock, () => ended++);
  const state = (): readonly unknown[] => [delay.isDeliberate(clock.now()), delay.isOver, ended];
  clock.advance(10 * decisionDelayMs);
  expect(state()).toEqual([false, false, 0]);
  delay.start();
  clock.advance(decisionDelayMs - 1);
  delay.start();
  clock.advance(1);
  expect(state()).toEqual([false, false, 0]);
  clock.advance(decisionDelayMs - 1);
  expect(state()).toEqual([true, true, 1]);
  delay.stop();
  clock.advance(decisionDelayMs);
  expect(state()).toEqual([false, false, 1]);
});
