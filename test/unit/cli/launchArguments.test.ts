import { expect, it } from "vitest";
import { passable } from "../../../extension/cli/launchArguments.ts";

it("passes no rule that the program could read as several", () => {
  expect(passable(["Bash", "Bash(npm test:*)", "Edit(src/**)", "mcp__a__b", 'Bash(echo "(a) Bash (x")', "Bash(f\\(1\\))", "Bash(a, b)"])).toEqual([
    "Bash",
    "Bash(npm test:*)",
    "Edit(src/**)",
    "mcp__a__b",
    "Bash(a, b)",
  ]);
});
