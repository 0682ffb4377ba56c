import { expect, it } from "vitest";
import { eachConcurrently } from "../../../../extension/shared/base/eachConcurrently.ts";

it("does the work for all items, as many at once as allowed, in their order", async () => {
  const begun: number[] = [];
  let [running, most] = [0, 0];
  await eachConcurrently([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
  });
  expect([begun, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
});

it("begins nothing after a failure, and ends what had begun before it rejects", async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    await Promise.resolve();
    if (item === 1) throw new Error("first");
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
    if (item === 2) throw new Error("second");
  };
  await expect(eachConcurrently([1, 2, 3, 4, 5, 6], 3, work)).rejects.toThrow("first");
  expect(ended).toEqual([2, 3]);
  await eachConcurrently([], 3, work);
});
