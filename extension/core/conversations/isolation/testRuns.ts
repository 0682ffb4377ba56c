import type { Item } from "../../../shared/contract/items.ts";

/**
 * Test runs of a conversation, and the outcome of the last one; "unknown" where only the editor knows it, or while it
 * runs.
 */
export interface TestRuns {
  readonly count: number;
  readonly last: "passed" | "failed" | "unknown";
}

/** Commands that run tests, by the usual names of their programs. */
const runners = [
  /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:test|t)(?![\w-])/,
  /\b(?:vitest|jest|mocha|ava|karma|pytest|tox|nosetests|rspec|minitest|phpunit|ctest|playwright\s+test|cypress\s+run)\b/,
  /\b(?:go|cargo|dotnet|mix|swift|mvn|mvnw|deno|make|rake|rails|flutter|dart|bazel|gradle|gradlew|sbt|zig|stack|cabal)\s+(?:\S+\s+)*?(?:test|check)\b/,
  /\b(?:python\d?(?:\.\d+)?\s+-m\s+(?:unittest|pytest)|node\s+(?:\S+\s+)*?--test)\b/,
];

/** Tool of the editor that runs tests, whose results are for the user only. */
const editorTool = "mcp__editor__run_tests";

/** Counts the test runs among items: commands that look like one, and the editor's own. Returns undefined for none. */
export function countTestRuns(items: readonly Item[]): TestRuns | undefined {
  const runs = items.flatMap((item): TestRuns["last"][] => {
    if (item.kind !== "tool" || item.state === "denied") return [];
    if (item.tool === editorTool) return ["unknown"];
    if (item.toolKind !== "command" || !runners.some((runner) => runner.test(item.subject))) return [];
    return [item.state === "done" && !item.isBackground ? "passed" : item.state === "failed" ? "failed" : "unknown"];
  });
  const last = runs.at(-1);
  return last && { count: runs.length, last };
}
