import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { workspaceChanges } from "../../../../extension/vscode/ideTools/workspaceChanges.ts";

const editor = vi.hoisted(() => ({ edited: [] as readonly string[] }));
vi.mock("vscode", () => {
  const toUri = (fsPath: string) => ({ scheme: "file", fsPath });
  const word = { range: { start: 0, end: 3 }, newText: "new" };
  return {
    Uri: { file: toUri },
    Position: class {},
    workspace: {
      openTextDocument: async (uri: object) => ({ uri, isDirty: false, getText: () => "old", offsetAt: Number }),
    },
    commands: {
      executeCommand: async () => ({
        _edits: editor.edited.map(() => ({ _type: 2 })),
        entries: () => editor.edited.map((file) => [toUri(file), [word]]),
      }),
    },
  };
});

it.skipIf(process.platform === "win32")(
  "plans no change of a file outside that a link in the folder leads to",
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-test-"));
    try {
      const work = path.join(folder, "work");
      for (const name of ["work", "other"]) fs.mkdirSync(path.join(folder, name));
      for (const file of ["work/a.md", "other/b.md"]) fs.writeFileSync(path.join(folder, file), "old");
      fs.symlinkSync(path.join(folder, "other"), path.join(work, "docs"));
      fs.symlinkSync(path.join(folder, "other/b.md"), path.join(work, "b.md"));
      fs.symlinkSync(path.join(work, "a.md"), path.join(work, "c.md"));
      editor.edited = ["a.md", "b.md", "c.md", "docs/b.md"].map((name) => path.join(work, name));
      const changes = await workspaceChanges.planRename(
        { path: editor.edited[0] ?? "", line: 1, column: 1 },
        "new",
        work,
      );
      expect(changes.map(({ isInside }) => isInside)).toEqual([true, false, true, false]);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  },
);
