import { expect, it } from "vitest";
import type { FileDifference } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import {
  formatChangeCounts,
  formatCheckpointLabel,
  formatCheckpointName,
  formatFileChange,
  formatFileName,
} from "../../../../extension/shared/text/changes/checkpointRows.ts";

const changed: FileDifference = { path: "/w/a", folder: "/w", kind: "changed", lines: { added: 3, removed: 1 } };
const binary: FileDifference = { path: "/w/b", folder: "/w", kind: "added" };

it("labels a message with its first line, shortened", () => {
  const row = { kind: "message", name: "id" };
  expect(formatCheckpointLabel({ row, text: "\n Fix it\nplease" })).toBe("Fix it");
  expect(formatCheckpointLabel({ row, text: "x".repeat(200) })).toHaveLength(60);
  expect(formatCheckpointLabel({ row })).toBe("Message");
});

it("labels rewinds and manual checkpoints", () => {
  expect(formatCheckpointLabel({ row: { kind: "rewind", name: "id" }, text: "Fix it" })).toBe("Rewind to “Fix it”");
  expect(formatCheckpointLabel({ row: { kind: "rewind", name: "" } })).toBe("Rewind");
  expect(formatCheckpointLabel({ row: { kind: "manual", name: "before" } })).toBe("Checkpoint “before”");
});

it("labels a tool call by its effect, or by name where it isn't loaded", () => {
  const row = { kind: "call", name: "Bash" };
  expect(formatCheckpointLabel({ row, call: { toolKind: "command", subject: "rm -rf old" } })).toBe("Run rm -rf old");
  expect(formatCheckpointLabel({ row, call: { toolKind: "command", subject: "x".repeat(200) } })).toHaveLength(60);
  expect(formatCheckpointLabel({ row })).toBe("Bash");
  expect(formatCheckpointLabel({ row: { kind: "call", name: "mcp__db__query" } })).toBe("db: query");
});

it("sums the lines of all files, without binary ones", () => {
  expect(formatChangeCounts([changed, binary])).toBe("2 files +3 −1");
  expect(formatChangeCounts([])).toBe("");
  expect(formatChangeCounts(undefined)).toBe("");
});

it("names rows and files as finished sentences", () => {
  expect(formatCheckpointName("Fix it", [changed], "2 min ago")).toBe(
    "Fix it. 1 file changed, 3 lines added, 1 line removed. 2 min ago.",
  );
  expect(formatCheckpointName("Fix it", [], "2 min ago")).toBe("Fix it. No files changed. 2 min ago.");
  expect(formatCheckpointName("Fix it", undefined, "2 min ago")).toBe("Fix it. Changed files unknown. 2 min ago.");
  expect(formatFileName("a", changed)).toBe("a, changed, 3 lines added, 1 line removed.");
  expect(formatFileName("b", binary)).toBe("b, added.");
  expect(formatFileChange(changed)).toBe("changed +3 −1");
});
