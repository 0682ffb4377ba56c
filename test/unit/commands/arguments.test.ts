import { expect, it } from "vitest";
import { isLostRow, listArgument, tabArgument, textArgument } from "../../../extension/commands/arguments.ts";

it("tells a row that the editor cannot name from a command without one", () => {
  expect([[], [undefined], ["key"], [{ listed: { key: "k" } }, undefined]].map(isLostRow)).toEqual([false, false, false, false]);
  expect(isLostRow([undefined, undefined])).toBe(true);
});

it("reads the conversation that a menu belongs to, and nothing else", () => {
  expect(["key", { listed: { key: "k" } }, { listed: {} }, { key: "k" }, 3, null, undefined].map(listArgument)).toEqual([
    "key",
    "k",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(tabArgument({ scheme: "tandem-conversation", path: "/s-1/Title" })).toBe("s-1");
  expect([{ scheme: "file", path: "/s-1/Title" }, { scheme: 1, path: "/" }, "text", null].map(tabArgument)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["id", { id: "id" }, undefined].map(textArgument)).toEqual(["id", undefined, undefined]);
});
