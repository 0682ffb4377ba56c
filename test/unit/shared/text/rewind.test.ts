import { expect, it } from "vitest";
import type { PlannedFile } from "../../../../extension/shared/contract/changes/rewind.ts";
import { rewindText } from "../../../../extension/shared/text/changes/rewind.ts";

it("says that a rewind by claude knows nothing of changes by commands", () => {
  const preview = { kind: "possible", files: ["a.ts"], insertions: 1, deletions: 2 } as const;
  const { detail } = rewindText;
  const same = (path: string): string => path;
  const note = "Changes made by shell commands or MCP tools are unknown here and can't be undone.";
  expect(detail(preview, same)).toBe(`a.ts\n\nIn total: restores 1 line, removes 2 lines\n\n${note}`);
  expect(detail({ ...preview, files: [], why: "noGit" }, same)).toBe(
    `claude edited no files since then.\n\nThere is no checkpoint (Git was not found). ${note}`,
  );
  const files = Array.from({ length: 14 }, (_, index) => `${index}.txt`);
  expect(detail({ ...preview, files }, same)).toMatch(/11\.txt\nand 2 more\n\n/);
});

it("groups the files of a plan by what happens to them", () => {
  const { detail } = rewindText;
  const file = (
    path: string,
    effect: "change" | "create" | "delete",
    isForeign = false,
    choice: "restore" | "keep" = isForeign ? "keep" : "restore",
  ) => ({ path, effect, isForeign, choice, lines: { added: 1, removed: 2 } }) as const;
  const others = [file("mine", "change", true), { ...file("watched", "change", true), inBackground: true }];
  const files = [
    file("a", "change"),
    file("b", "delete"),
    file("c", "create"),
    ...others,
    file("out", "change", false, "keep"),
  ];
  const plan = {
    files,
    uncovered: [
      { path: "big", reason: "tooLarge" as const },
      { path: ".env", reason: "deleted" as const, size: 120 },
    ],
  };
  expect(detail({ kind: "planned", plan }, (path) => `./${path}`, ["Other"])).toBe(
    [
      "./a (restores 1 line, removes 2 lines)\n./b (deleted)\n./c (recreated)",
      "In total: restores 3 lines, removes 6 lines",
      "Kept, because you or another program changed them since:\n./mine",
      "Kept, because they changed after a turn, while a background command of claude ran:\n./watched",
      "Excluded:\n./out",
      "Can't be restored:\n./big (too large)\n./.env (deleted since, 120 B)",
      "“Other” is also working in this folder.",
    ].join("\n\n"),
  );
});

it("says that folders come back too, where all files do", () => {
  const { detail } = rewindText;
  const file = { path: "f", effect: "change", isForeign: false, choice: "restore" } as const;
  const shown = (files: readonly PlannedFile[], folders: number) =>
    detail({ kind: "planned", plan: { files, uncovered: [], folders } }, String);
  expect(shown([file], 0)).toBe("f (restored)");
  expect(shown([file], 1)).toBe("f (restored)\n\nAlso restores 1 folder (permissions, or an empty folder).");
  expect(shown([], 2)).toBe("No files changed since then.\n\nAlso restores 2 folders (permissions, or empty folders).");
  expect(shown([{ ...file, choice: "keep" }], 2)).toBe("Excluded:\nf");
  expect(shown([file, { ...file, path: "g", isForeign: true, choice: "merge" }], 2)).toBe("f (restored)\ng (restored)");
});

it("names a move once, as long as both of its files are restored", () => {
  const { detail } = rewindText;
  const lines = { added: 1, removed: 0 };
  const back = { path: "from", effect: "create", isForeign: false, choice: "restore", movedFrom: "to", lines } as const;
  const gone = { path: "to", effect: "delete", isForeign: false, choice: "restore", lines } as const;
  const shown = (files: readonly PlannedFile[]) =>
    detail({ kind: "planned", plan: { files, uncovered: [] } }, (path) => `./${path}`).split("\n\n")[0];
  expect(shown([gone, back])).toBe("./from (moved back from ./to)");
  const [one, other] = ["one", "other"].map(
    (path) => ({ path, effect: "change", isForeign: false, choice: "restore", lines }) as const,
  );
  const sum = (files: readonly PlannedFile[]) =>
    /^In total.*/m.exec(detail({ kind: "planned", plan: { files, uncovered: [] } }, String))?.[0];
  expect([sum([gone, back, one!]), sum([gone, back, one!, other!])]).toEqual([undefined, "In total: restores 2 lines"]);
  expect(shown([{ ...gone, choice: "keep" }, back])).toBe("./from (recreated)");
});

it("asks about as many files as it lists, or about the conversation if none", () => {
  const { question, restoreQuestion, undoQuestion, effect } = rewindText;
  const lines = { added: 1, removed: 0 };
  const back: PlannedFile = {
    path: "from",
    effect: "create",
    isForeign: false,
    choice: "restore",
    movedFrom: "to",
    lines,
  };
  const gone: PlannedFile = { path: "to", effect: "delete", isForeign: false, choice: "restore" };
  const mine: PlannedFile = { path: "mine", effect: "change", isForeign: true, choice: "keep", lines };
  const planned = (...files: readonly PlannedFile[]) => ({ kind: "planned", plan: { files, uncovered: [] } }) as const;
  const questions = [question, restoreQuestion, undoQuestion].map((ask) => [
    ask(planned(back, gone, mine)),
    ask(planned(mine)),
  ]);
  expect(questions).toEqual([
    ["Rewind 1 file?", "Rewind the conversation?"],
    ["Restore 1 file?", "Restore files from this checkpoint?"],
    ["Undo the last rewind of 1 file?", "Undo the last rewind?"],
  ]);
  expect([back, gone, mine].map((file) => effect(file, [back, gone, mine], (path) => `./${path}`))).toEqual([
    "moved back from ./to · +1 −0",
    "moved back to ./from",
    "restored · +1 −0 · changed by you or another program",
  ]);
});
