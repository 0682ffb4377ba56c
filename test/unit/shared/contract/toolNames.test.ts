import { expect, it } from "vitest";
import { findCoveredServers, normalizeName, splitToolName } from "../../../../extension/shared/contract/toolNames.ts";

it.each([
  ["mcp__git__status", ["git", "git__hub"], { server: "git", name: "status", others: [] }],
  ["mcp__git__hub__create", ["git", "git__hub"], { server: "git__hub", name: "create", others: ["git"] }],
  ["mcp__git__hub__create", ["git__hub"], { server: "git__hub", name: "create", others: [] }],
  ["mcp__a_b__run", ["a b", "a_b"], { server: "a b", name: "run", others: ["a_b"] }],
  // Unknown servers are split as `claude` does.
  ["mcp__git__hub__create", [], { server: "git", name: "hub__create", others: [] }],
  ["mcp__git__", ["git"], undefined],
  ["mcp__git", ["git"], undefined],
  ["Bash", ["git"], undefined],
])("splits %s with the known servers %j", (tool, servers, parts) =>
  expect(splitToolName(tool, servers)).toEqual(parts),
);

it("names every server that a rule for one covers", () => {
  expect(findCoveredServers("git", ["git", "git__hub", "other"])).toEqual(["git", "git__hub"]);
  expect(findCoveredServers("git__hub", ["git", "git__hub"])).toEqual(["git__hub"]);
  expect(normalizeName("a b.c")).toBe("a_b_c");
});
