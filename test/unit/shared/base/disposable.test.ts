import { expect, it } from "vitest";
import { DisposableStore, toDisposable } from "../../../../extension/shared/base/disposable.ts";

it("releases in reverse order, once, and past a step that throws", () => {
  const log: string[] = [];
  const errors: unknown[] = [];
  const store = new DisposableStore((error) => errors.push(error));
  store.defer(() => log.push("first"));
  store.defer(() => {
    throw new Error("broken");
  });
  store.defer(() => log.push("last"));
  store.dispose();
  store.dispose();
  expect(log).toEqual(["last", "first"]);
  expect(errors).toHaveLength(1);
});

it("releases at once what is added after disposal", () => {
  const store = new DisposableStore();
  store.dispose();
  let count = 0;
  store.add(
    toDisposable(() => {
      count++;
    }),
  );
  expect(count).toBe(1);
});
