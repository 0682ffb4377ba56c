import { expect, it } from "vitest";
import type { SettingProblem } from "../../../../extension/shared/contract/settingProblem.ts";
import { formatProblem } from "../../../../extension/shared/text/problems.ts";

const place = { scope: "user" } as const;

it.each<[SettingProblem, string]>([
  [{ code: "notFolder", path: "/gone" }, "/gone is not a folder. Fix it in the settings, then retry."],
  [
    { code: "sandboxUnsupported" },
    "claude has no sandbox on this system. Turn tandem.sandbox off to start without it. Then retry.",
  ],
  [
    { code: "sandboxToolsMissing", tools: ["bwrap"] },
    "The sandbox needs programs that aren't installed: bwrap. On Debian and Ubuntu, run “sudo apt install bubblewrap socat”. Then retry.",
  ],
])("says one next step for a setting with the problem %j", (problem, detail) => {
  expect(formatProblem({ code: "setting", setting: "tandem.sandbox", problem, place })).toMatchObject({ detail });
});
