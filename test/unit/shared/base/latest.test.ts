import { expect, it } from "vitest";
import { Latest } from "../../../../extension/shared/base/latest.ts";

it("tells which of several came last, for each key", () => {
  const latest = new Latest<string>();
  const before = latest.last("a");
  const first = latest.begin("a");
  const other = latest.begin("b");
  expect([before, first, other, latest.last("a")].map(({ isCurrent }) => isCurrent)).toEqual([false, true, true, true]);
  const second = latest.begin("a");
  expect([first, second, other].map(({ isCurrent }) => isCurrent)).toEqual([false, true, true]);
});

it("makes attempts of a key outdated without starting one", () => {
  const latest = new Latest<string>();
  latest.supersede("a");
  const [first, other] = [latest.begin("a"), latest.begin("b")];
  latest.supersede("a");
  expect([first, other, latest.last("a")].map(({ isCurrent }) => isCurrent)).toEqual([false, true, true]);
});

it("aborts what an attempt waits for once it is outdated", () => {
  const latest = new Latest();
  const first = latest.begin(undefined);
  const { signal } = first;
  expect([signal.aborted, first.signal === signal]).toEqual([false, true]);
  const second = latest.begin(undefined);
  expect([signal.aborted, first.signal.aborted, second.signal.aborted]).toEqual([true, true, false]);
  latest.supersede(undefined);
  expect(second.signal.reason).toMatchObject({ code: "aborted" });
});

it("takes outcomes as they come, but none that is older than one that was taken", () => {
  const latest = new Latest();
  const [first, second, third] = [latest.begin(undefined), latest.begin(undefined), latest.begin(undefined)];
  expect([first.take(), third.take(), second.take(), third.take()]).toEqual([true, true, false, true]);
});
