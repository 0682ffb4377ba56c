import { expect, it } from "vitest";
import { formatDiscard, formatNothing } from "../../../../extension/shared/text/changes/isolation.ts";

const nothing = { files: [], others: [], work: [], branch: undefined };
const commits = { commits: ["abc first"], commitCount: 2 };
const claim = "All its changes are in your workspace.";

it.each([
  ["an unapplied change", { files: ["a.txt"] }, "a.txt"],
  ["a file that cannot be compared", { others: ["big.bin"] }, "big.bin"],
  [
    "commits of its repository",
    { work: [{ path: ".git", ...commits, isKnown: true }] },
    "2 commits of the repository .git",
  ],
  [
    "a tag of its repository",
    { work: [{ path: ".git", commits: [], commitCount: 0, refs: ["v1.0"], isKnown: true }] },
    "Tandem keeps the repository:\nv1.0",
  ],
  [
    "a repository that cannot be read",
    { work: [{ path: "sub/.git", commits: [], commitCount: 0, isKnown: false }] },
    "sub/.git can't be read",
  ],
  [
    "commits that only a reflog leads to",
    { work: [{ path: "", ...commits, isKnown: true }] },
    "2 commits are on no branch",
  ],
  ["files that somebody removed", { isGone: true as const }, "no longer on the disk"],
  [
    "a branch with commits",
    { branch: { branch: "own", exists: true, ...commits } },
    "2 commits are only on the branch own",
  ],
  ["a deleted branch with commits", { branch: { branch: "own", exists: false, ...commits } }, "abc first"],
])("does not say that the workspace has all changes: %s", (_, left, shown) => {
  const text = formatDiscard({ ...nothing, ...left });
  expect(text).not.toContain(claim);
  expect(text).toContain(shown);
});

it("says that the workspace has all changes where nothing else is left", () => {
  expect(formatDiscard(nothing)).toBe(claim);
  expect(formatDiscard({ ...nothing, branch: { branch: "own", exists: true, commits: [], commitCount: 0 } })).toContain(
    claim,
  );
});

it("says that the workspace has all changes only if nothing is left to apply", () => {
  const all = "All changes in Copy of x are already in your workspace.";
  expect(formatNothing("Copy of x", nothing)).toBe(all);
  const work = [{ path: ".git", ...commits, isKnown: true }];
  for (const [left, shown] of [
    [{ work }, "not in your workspace"],
    [{ others: ["big.bin"] }, "1 file"],
  ] as const) {
    const text = formatNothing("Copy of x", { ...nothing, ...left });
    expect(text).not.toContain("already");
    expect(text).toContain(shown);
  }
});
