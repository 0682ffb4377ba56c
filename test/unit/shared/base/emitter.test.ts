import { expect, it } from "vitest";
import { Emitter } from "../../../../extension/shared/base/emitter.ts";

const never = (error: unknown): void => {
  throw error;
};

it("delivers values in order to every listener, also those that a listener fires", () => {
  const emitter = new Emitter<number>(never);
  const got: string[] = [];
  emitter.event((value) => {
    got.push(`first ${value}`);
    if (value < 3) emitter.fire(value + 1);
  });
  emitter.event((value) => got.push(`second ${value}`));
  emitter.fire(1);
  expect(got).toEqual(["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"]);
});

it("goes on after a listener that throws, and gives nothing to one that unsubscribed", () => {
  const errors: unknown[] = [];
  const emitter = new Emitter<number>((error) => errors.push(error));
  const got: number[] = [];
  const last = emitter.event((value) => got.push(value));
  emitter.event((value) => {
    if (value === 1) emitter.fire(2);
    last.dispose();
    throw value;
  });
  emitter.fire(1);
  expect([got, errors]).toEqual([[1], [1, 2]]);
});
