import path from "node:path";
import { expect, it } from "vitest";
import { windowFolder } from "../../../extension/storage/windowFolder.ts";

/** A window's memory, and the folder that it leads to. */
function window(values = new Map<string, unknown>()) {
  let ids = 0;
  const memory = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: string) => void values.set(key, value),
  };
  const owner = `w${Math.floor(Math.random() * 1e9)}`;
  return { values, folder: () => windowFolder({ workspace: undefined, shared: "/g", memory, newId: () => `${owner}-${++ids}` }) };
}

it("keeps a workspace's conversations with the workspace", () => {
  const memory = { get: () => expect.unreachable(), update: async () => {} };
  expect(windowFolder({ workspace: "/ws", shared: "/g", memory, newId: () => "x" })).toBe(path.join("/ws", "conversations"));
});

it("gives every window without a folder one of its own, which it finds again", () => {
  const [first, second] = [window(), window()];
  expect(first.folder()).not.toBe(second.folder());
  expect(first.folder()).toBe(first.folder());
  expect(window(first.values).folder()).toBe(first.folder());
});

it("trusts no name that could lead elsewhere", () => {
  const { folder } = window(new Map([["window", "../../etc"]]));
  expect(folder().replaceAll("\\", "/")).toMatch(/^\/g\/conversations\/w\d+-1$/);
});
