import { expect, it } from "vitest";
import { chooseStarters, type FolderFacts } from "../../../../../extension/core/conversations/composer/starters.ts";
import { starterCount } from "../../../../../extension/shared/contract/panelOptions.ts";

const usual: FolderFacts = { isEmpty: false, hasReadme: true, hasTests: false, hasErrors: false, hasChanges: false };

it.each<[string, Partial<FolderFacts>, readonly string[]]>([
  ["nothing to do", {}, ["explain", "improve", "bug"]],
  ["errors, changes and tests", { hasErrors: true, hasChanges: true, hasTests: true }, ["errors", "changes", "tests"]],
  ["no README", { hasReadme: false }, ["explain", "readme", "improve"]],
  ["a repository that the editor has not read yet", { hasChanges: undefined }, ["explain", "changes", "improve"]],
  ["nothing in it", { isEmpty: true, hasReadme: false, hasChanges: undefined }, ["newProject", "newPage", "newTool"]],
])("suggests what fits a folder with %s", (_, facts, expected) => {
  expect(chooseStarters({ ...usual, ...facts })).toEqual(expected);
});

it("suggests as many for every folder, because the panel reserves their height", () => {
  const either = [true, false];
  for (const isEmpty of either)
    for (const hasReadme of either)
      for (const hasTests of either)
        for (const hasErrors of either)
          for (const hasChanges of [...either, undefined])
            expect(chooseStarters({ isEmpty, hasReadme, hasTests, hasErrors, hasChanges })).toHaveLength(starterCount);
});
