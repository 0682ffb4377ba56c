import { expect, it } from "vitest";
import { getRewindTexts } from "../../../extension/text/rewind.ts";

it("names the files that commands changed, which a rewind does not restore", () => {
  const preview = { kind: "possible", files: ["a.ts"], insertions: 1, deletions: 2 } as const;
  const { detail } = getRewindTexts();
  const plain = "a.ts\n\n+1 −2 lines\n\nChanges made by shell commands or MCP tools can't be undone.";
  expect(detail({ ...preview, byCommands: [] })).toBe(plain);
  expect(detail({ ...preview, byCommands: ["x.txt", "y.txt"] })).toBe(`${plain}\n\nAlso changed by commands:\nx.txt\ny.txt`);
  const many = Array.from({ length: 14 }, (_, index) => `${index}.txt`);
  expect(detail({ ...preview, byCommands: many })).toMatch(/11\.txt\nand 2 more$/);
});
