import { afterEach, expect, it, vi } from "vitest";
import { loadPart, partFailed } from "../../webview/ui/loadPart.ts";

const listener = vi.fn();
window.addEventListener(partFailed, listener);
afterEach(() => listener.mockClear());

it("returns what it loads, and says nothing", async () => {
  expect(await loadPart(async () => 1)).toBe(1);
  expect(listener).not.toHaveBeenCalled();
});

it("says that a file could not be loaded, and tries again each time", async () => {
  let isBack = false;
  const load = (file: string) => () =>
    isBack ? Promise.resolve(file) : Promise.reject(new TypeError(`Failed to fetch ${file}`));
  const message = "A part of Tandem couldn't be loaded. Install Tandem again.";
  for (const file of ["a.js", "b.js"]) await expect(loadPart(load(file))).rejects.toThrow(message);
  expect(listener).toHaveBeenCalledTimes(2);
  isBack = true;
  expect(await loadPart(load("a.js"))).toBe("a.js");
});
