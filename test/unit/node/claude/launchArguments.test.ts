import { expect, it } from "vitest";
import { selectPassableRules } from "../../../../extension/core/options/planLaunch.ts";

it("passes no rule that the program could read as several", () => {
  expect(
    selectPassableRules([
      "Bash",
      "Bash(npm test:*)",
      "Edit(src/**)",
      "mcp__a__b",
      'Bash(echo "(a) Bash (x")',
      "Bash(f\\(1\\))",
      "Bash(a, b)",
    ]),
  ).toEqual(["Bash", "Bash(npm test:*)", "Edit(src/**)", "mcp__a__b", "Bash(a, b)"]);
});
