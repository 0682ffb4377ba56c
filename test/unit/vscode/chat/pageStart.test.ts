import { expect, it } from "vitest";
import { PageHealth } from "../../../../extension/core/conversations/lifecycle/pageHealth.ts";
import { PageStart } from "../../../../extension/vscode/chat/pageStart.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../../core/protocol/setup.ts";

/** A machine on which timers can come late. */
class BusyClock extends FakeClock {
  late = 0;
  override now(): number {
    return super.now() + this.late;
  }
}

function begin() {
  const clock = new BusyClock();
  const page = { isVisible: true, isReady: false, isMissing: false };
  const seen: boolean[] = [];
  const gone: boolean[] = [];
  let answerOfWindow = (): void => {};
  const start = new PageStart({
    clock,
    isVisible: () => page.isVisible,
    isReady: () => page.isReady,
    isMissing: () => page.isMissing,
    reachWindow: () => new Promise<void>((resolve) => (answerOfWindow = resolve)),
    onDidChange: (isLate, isGone) => {
      seen.push(isLate);
      gone.push(isGone);
    },
  });
  start.follow();
  const answerAsWindow = async (): Promise<void> => {
    answerOfWindow();
    await settled();
  };
  return { clock, page, seen, gone, start, answerAsWindow };
}

it("reports once that a visible page doesn't start, and clears that when it does", () => {
  const { clock, page, seen, start } = begin();
  clock.advance(4_000);
  expect(seen).toEqual([]);
  clock.advance(60_000);
  expect([seen, start.isLate, clock.pending]).toEqual([[true], true, 0]);
  page.isReady = true;
  start.follow();
  expect([seen, start.isLate]).toEqual([[true, false], false]);
});

it("reports a page that takes no message as gone once the window has answered", async () => {
  const { clock, page, seen, gone, answerAsWindow } = begin();
  page.isMissing = true;
  clock.advance(60_000);
  expect(seen).toEqual([]);
  await answerAsWindow();
  clock.advance(700);
  expect(seen).toEqual([]);
  clock.advance(100);
  expect([seen, gone]).toEqual([[true], [true]]);
});

it("begins again when a starting page takes a message after all", async () => {
  const { clock, page, seen, gone, start, answerAsWindow } = begin();
  const take = (): void => {
    page.isMissing = false;
    start.follow();
    page.isMissing = true;
  };
  page.isMissing = true;
  clock.advance(1_900);
  take();
  clock.advance(1_900);
  expect(seen).toEqual([]);
  clock.advance(1_000);
  take();
  await answerAsWindow();
  clock.advance(1_900);
  expect(seen).toEqual([]);
  // Nothing but time passes from here on.
  clock.advance(100);
  await answerAsWindow();
  take();
  page.isMissing = false;
  clock.advance(2_000);
  expect([seen, gone]).toEqual([[true], [false]]);
});

it("asks the window again when the machine was busy meanwhile", async () => {
  const { clock, page, seen, gone, answerAsWindow } = begin();
  page.isMissing = true;
  clock.advance(2_000);
  await answerAsWindow();
  clock.late += 5_000;
  clock.advance(800);
  expect(seen).toEqual([]);
  clock.advance(1_000);
  await answerAsWindow();
  clock.advance(800);
  expect([seen, gone]).toEqual([[true], [true]]);
});

it("says nothing of a page that comes in time, and watches it no longer", () => {
  const { clock, page, seen, start } = begin();
  clock.advance(4_000);
  page.isReady = true;
  start.follow();
  expect(clock.pending).toBe(0);
  clock.advance(60_000);
  expect(seen).toEqual([]);
});

it("ignores the time while the page is hidden, and begins again with its display", () => {
  const { clock, page, seen, start } = begin();
  clock.advance(3_000);
  page.isVisible = false;
  clock.advance(60_000);
  page.isVisible = true;
  start.follow();
  clock.advance(4_000);
  expect(seen).toEqual([]);
  clock.advance(1_000);
  expect(seen).toEqual([true]);
});

it("does not count the time in which the machine was busy or asleep", () => {
  const { clock, seen } = begin();
  for (let tick = 0; tick < 30; tick++) {
    clock.late += 5_000;
    clock.advance(1_000);
  }
  expect(seen).toEqual([]);
  clock.advance(20_000);
  expect(seen).toEqual([true]);
});

it("believes a page that says that it cannot start", () => {
  const { clock, seen, start } = begin();
  start.fail();
  expect([seen, clock.pending]).toEqual([[true], 0]);
  start.dispose();
  expect(seen).toEqual([true, false]);
});

it("tells the views as long as there is such a page", () => {
  const seen: boolean[] = [];
  const trouble = new PageHealth(() => {});
  trouble.onDidChange((isThere) => seen.push(isThere));
  trouble.note(true);
  trouble.note(true);
  trouble.note(false);
  expect(seen).toEqual([true]);
  trouble.note(false);
  trouble.note(true);
  expect(seen).toEqual([true, false, true]);
});
