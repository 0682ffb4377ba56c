import { expect, it } from "vitest";
import { countTestRuns } from "../../../../../extension/core/conversations/isolation/testRuns.ts";
import type { Item, ToolItem } from "../../../../../extension/shared/contract/items.ts";

const command = (subject: string, state: ToolItem["state"] = "done"): Item =>
  ({ kind: "tool", id: subject, tool: "Bash", toolKind: "command", subject, state, threadSize: 0 }) as Item;

it.each([
  "npm test",
  "npm run test -- --watch=false",
  "cd a && pnpm test",
  "npx vitest run a.test.ts",
  "python3 -m unittest",
  "python -m pytest -q",
  "go test ./...",
  "cargo test",
  "./gradlew check",
  "node --import tsx --test",
  "make -j2 test",
])("counts a run of tests: %s", (subject) => {
  expect(countTestRuns([command(subject)])).toEqual({ count: 1, last: "passed" });
});

it.each(["npm install", "npm run test-data", "cat test.ts", "ls tests", "git checkout test", "echo latest"])(
  "counts no other command: %s",
  (subject) => {
    expect(countTestRuns([command(subject)])).toBeUndefined();
  },
);

it("returns the outcome of the last run, and none that is unknown", () => {
  const runs = [command("npm test", "failed"), command("npm test")];
  expect(countTestRuns(runs)).toEqual({ count: 2, last: "passed" });
  expect(countTestRuns([...runs].reverse())).toEqual({ count: 2, last: "failed" });
  expect(countTestRuns([...runs, command("npm test", "running")])).toEqual({ count: 3, last: "unknown" });
  expect(countTestRuns([command("npm test", "denied")])).toBeUndefined();
  const own = {
    kind: "tool",
    id: "1",
    tool: "mcp__editor__run_tests",
    toolKind: "mcp",
    subject: "",
    state: "done",
    threadSize: 0,
  } as unknown as Item;
  expect(countTestRuns([own])).toEqual({ count: 1, last: "unknown" });
});
