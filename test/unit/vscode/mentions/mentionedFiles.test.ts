import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { formatMentionProblem } from "../../../../extension/shared/text/composer/mentions.ts";
import { createFileMentions, findMentionProblem } from "../../../../extension/vscode/mentions/mentionedFiles.ts";

it("mentions files and folders as seen from a folder, and says what it leaves out", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-mentions-"));
  fs.mkdirSync(path.join(folder, "docs"));
  const meant = ["a.ts", "docs", "how to.md", "c#.ts", "n".repeat(5_000)].map((name) => ({
    name,
    path: path.join(folder, name),
  }));
  const { text, problems } = createFileMentions(folder, [...meant, { name: "Untitled-1" }]);
  expect(text).toBe(`@a.ts @docs/ @"how to.md" @${"n".repeat(5_000)} `);
  expect(problems).toEqual([
    { code: "noFile", names: ["Untitled-1"] },
    { code: "unreadable", names: ["c#.ts"] },
  ]);
  expect(problems.map(formatMentionProblem).join("\n")).toContain("Not mentioned: c#.ts. claude can't read");
  fs.rmSync(folder, { recursive: true });
});

it("takes the first ones of very many, and says so", () => {
  const { text, problems } = createFileMentions(
    "/nowhere",
    Array.from({ length: 300 }, (_, index) => ({ name: `f${index}`, path: `/nowhere/f${index}` })),
  );
  expect([text.trim().split(" ").length, problems]).toEqual([200, [{ code: "tooMany", count: 200 }]]);
});

it("knows why an editor in front has nothing to mention", () => {
  const fronts = [
    undefined,
    { scheme: "untitled", isUntitled: true },
    { scheme: "vscode-notebook-cell", isUntitled: false },
  ];
  expect(fronts.map(findMentionProblem)).toEqual(["noEditor", "untitled", "notebookCell"]);
  expect(["git", "tandem-before", "file"].map((scheme) => findMentionProblem({ scheme, isUntitled: false }))).toEqual([
    "notOnDisk",
    "notOnDisk",
    undefined,
  ]);
});
