import { expect, it } from "vitest";
import { EditProblems } from "../../../../extension/core/ideTools/editProblems.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { MemoryIde, problem } from "../../../fakes/memoryIde.ts";

function setup() {
  const editor = new MemoryIde();
  const clock = new FakeClock();
  const problems = new EditProblems({ editor, clock, folder: () => "/w" });
  const { signal } = new AbortController();
  editor.write("/w/a.ts", "");
  return {
    editor,
    clock,
    problems,
    begin: (path: string) => problems.begin("t", path, signal),
    end: (path: string) => problems.end("t", path, signal),
  };
}

it("tells the errors and warnings that an edit added, and nothing that was there before", async () => {
  const { editor, begin, end } = setup();
  editor.problems.set("/w/a.ts", [problem(1, "Old")]);
  await begin("a.ts");
  editor.problems.set("/w/a.ts", [
    problem(2, "Old"),
    problem(3, "New"),
    problem(4, "Odd", "warning"),
    problem(5, "Unused", "hint"),
  ]);
  expect(await end("a.ts")).toBe(
    "The editor reports new problems in /w/a.ts since this edit:\n  3:1 error: New [ts 1]\n  4:1 warning: Odd [ts 1]",
  );
  // The call is over.
  expect(await end("a.ts")).toBeUndefined();
  await begin("a.ts");
  expect(await end("a.ts")).toBeUndefined();
});

it("counts all problems of a new file as new, also those that it doesn't name", async () => {
  const { editor, begin, end } = setup();
  await begin("new.ts");
  editor.write("/w/new.ts", "");
  editor.problems.set(
    "/w/new.ts",
    Array.from({ length: 23 }, (_, line) => problem(line + 1, "New")),
  );
  expect(await end("new.ts")).toMatch(/20:1 error: New \[ts 1\]\n {2}… and 3 more$/);
});

it("tells nothing without a report in time before the edit, and does not look outside", async () => {
  const { editor, clock, begin, end } = setup();
  editor.isSlow = true;
  const beginning = begin("a.ts");
  await expect.poll(() => editor.signals.length).toBe(1);
  clock.advance(300);
  await beginning;
  expect(editor.signals[0]?.aborted).toBe(true);
  editor.isSlow = false;
  editor.problems.set("/w/a.ts", [problem(1, "Unknown")]);
  expect(await end("a.ts")).toBeUndefined();
  await begin("/etc/passwd");
  expect(await end("/etc/passwd")).toBeUndefined();
  expect(editor.signals).toHaveLength(1);
});

it("waits only once for files without reports", async () => {
  const { editor, clock, begin, end } = setup();
  for (const name of ["one.md", "two.md"]) {
    await begin(name);
    editor.write(`/w/${name}`, "");
    editor.isSlow = true;
    const ending = end(name);
    if (name === "one.md") await expect.poll(() => editor.signals.length).toBe(1);
    clock.advance(name === "one.md" ? 2_500 : 0);
    expect(await ending).toBeUndefined();
  }
  expect(editor.signals).toHaveLength(1);
});

it("waits again in the next turn for language features that were slow", async () => {
  const { editor, clock, problems, begin, end } = setup();
  await begin("one.ts");
  editor.write("/w/one.ts", "");
  editor.isSlow = true;
  const ending = end("one.ts");
  await expect.poll(() => editor.signals.length).toBe(1);
  clock.advance(2_500);
  expect(await ending).toBeUndefined();
  problems.clear();
  editor.isSlow = false;
  await begin("one.ts");
  editor.problems.set("/w/one.ts", [problem(1, "New")]);
  expect(await end("one.ts")).toContain("1:1 error: New");
});
