import { expect, it } from "vitest";
import { problem } from "../../../fakes/memoryIde.ts";
import { setup } from "./setup.ts";

it("answers unknown tools, disabled tools, wrong inputs and outside paths with reasons", async () => {
  const { call, off } = setup();
  expect(await call("constructor")).toEqual({ text: "There is no tool constructor.", isError: true });
  expect(await call("diagnostics", { path: 3 })).toMatchObject({
    text: expect.stringContaining("expected string"),
    isError: true,
  });
  expect(await call("diagnostics", { paths: "a.ts" })).toMatchObject({
    text: expect.stringContaining("paths"),
    isError: true,
  });
  expect(await call("diagnostics", { path: "../secret.ts" })).toMatchObject({
    text: expect.stringContaining("outside the workspace"),
    isError: true,
  });
  expect(await call("diagnostics", { path: "none.ts" })).toEqual({ text: "none.ts does not exist.", isError: true });
  off.add("diagnostics");
  expect(await call("diagnostics")).toEqual({ text: "The user turned off the tool diagnostics.", isError: true });
});

it("does nothing in a workspace that is not trusted", async () => {
  const { call, editor } = setup();
  editor.isTrustedNow = false;
  expect(await call("diagnostics")).toMatchObject({ text: expect.stringContaining("does not trust"), isError: true });
});

it("gives up on slow language features after the limit, and when the call is cancelled", async () => {
  const { call, editor, clock } = setup();
  editor.files.set("/w/a.ts", "file");
  editor.isSlow = true;
  const slow = call("diagnostics", { path: "a.ts" });
  await clock.advance(30_000);
  expect(await slow).toMatchObject({ text: expect.stringContaining("within 30 seconds"), isError: true });
  const controller = new AbortController();
  const cancelled = call("diagnostics", { path: "a.ts" }, controller.signal);
  controller.abort();
  expect(await cancelled).toEqual({ text: "The call was cancelled.", isError: true });
  await expect.poll(() => editor.signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it("divides a long result, and continues it as it was although it changed", async () => {
  const { text, call, editor } = setup();
  const all = Array.from({ length: 1000 }, (_, line) => problem(line + 1, `Problem ${line + 1}: ${"x".repeat(50)}`));
  editor.problems.set("/w/a.ts", all);
  const seen: string[] = [];
  let cursor: string | undefined;
  let page = await text("diagnostics");
  editor.problems.clear();
  for (;;) {
    expect(page.length).toBeLessThan(21_000);
    seen.push(...[...page.matchAll(/Problem (\d+):/g)].map(([, number]) => number as string));
    cursor = /Left out: \d+ of 1000 entries\. To see more, repeat the call with cursor "(.+)"\./.exec(page)?.[1];
    if (cursor === undefined) break;
    page = await text("diagnostics", { cursor });
    // Each page names the file again.
    expect(page).toMatch(/^\/w\/a\.ts\n/);
  }
  expect(seen).toEqual(all.map((_, index) => String(index + 1)));
  expect(await call("diagnostics", { cursor: "99-1" })).toMatchObject({
    text: expect.stringContaining("no longer valid"),
    isError: true,
  });
});

it("names what it leaves out only on the first page of a long result", async () => {
  const { text, editor } = setup();
  const all = Array.from({ length: 400 }, (_, line) => problem(line + 1, "x".repeat(50)));
  editor.problems.set("/w/a.ts", [...all, problem(700, "Unused", "hint")]);
  const first = await text("diagnostics", { severity: "error" });
  expect(first).toMatch(
    /Left out: 1 problem of lower severity\.\n.*\nLeft out: \d+ of 400 entries\. To see more, repeat the call with cursor "(.+)"\.$/,
  );
  const last = await text("diagnostics", { severity: "error", cursor: /cursor "(.+)"/.exec(first)?.[1] });
  expect(last).not.toContain("Left out");
});

it("cuts a single entry that is too long, and says so", async () => {
  const { text, editor } = setup();
  editor.problems.set("/w/a.ts", [problem(1, "x".repeat(100_000))]);
  expect(await text("diagnostics")).toMatch(/… \(cut after 4000 of \d+ characters\)/);
});
