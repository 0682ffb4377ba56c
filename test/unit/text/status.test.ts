import { expect, it } from "vitest";
import { formatContext } from "../../../extension/text/numbers.ts";
import { getServerRows } from "../../../extension/text/status.ts";
import { formatCommandDetail, getOwnCommandText } from "../../../extension/text/suggestions.ts";

const failed = { name: "vault", status: "failed", error: "no such program", scope: "user", tools: 0 };
const fine = { name: "docs", status: "connected", tools: 3 };

it("lists servers that want something first", () => {
  expect(getServerRows([fine, failed, { ...fine, name: "new", status: "odd" }])).toEqual([
    { label: "vault", description: "failed · user", detail: "no such program" },
    { label: "new", description: "odd" },
    { label: "docs", description: "connected · 3 tools" },
  ]);
});

it("says with a command whose it is", () => {
  const command = { name: "check", description: "Checks", argumentHint: "" };
  expect(formatCommandDetail(command)).toBe("Checks");
  expect(formatCommandDetail({ ...command, isSkill: true, source: { kind: "plugin", name: "deploy-tools" } })).toBe("Checks · plugin deploy-tools");
  expect(formatCommandDetail({ ...command, description: "Checks\nall that it finds", source: { kind: "project" } })).toBe("Checks · project");
  expect(getOwnCommandText("btw")).toContain("side question");
});

it("says how much of the context is used, always with a unit", () => {
  const said = (contextTokens: number, contextWindow?: number) => formatContext({ contextTokens, contextWindow });
  expect([said(0), said(1), said(4_200), said(4_200, 0), said(76_000, 200_000), said(999_700, 1_000_000), said(0, 1_500_000)]).toEqual([
    "0 tokens",
    "1 token",
    "4k tokens",
    "4k tokens",
    "76k of 200k · 38 %",
    "1M of 1M · 100 %",
    "0 of 1.5M · 0 %",
  ]);
});
