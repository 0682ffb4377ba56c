import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { readSelection } from "../../../../extension/vscode/ideTools/windowState.ts";

const editor = vi.hoisted(() => ({ file: "" }));
vi.mock("vscode", () => {
  const toUri = (fsPath: string) => ({ scheme: "file", fsPath });
  const selection = { isEmpty: false, start: { line: 0 }, end: { line: 0, character: 3 } };
  return {
    Uri: { file: toUri },
    workspace: {},
    window: {
      get activeTextEditor() {
        return { selection, document: { uri: toUri(editor.file), getText: () => "old" } };
      },
    },
  };
});

it.skipIf(process.platform === "win32")("reads no selection of a file outside that a link leads to", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-selection-"));
  try {
    const read = (work: string, name: string): string | undefined => {
      editor.file = path.join(folder, work, name);
      return readSelection(path.join(folder, work))?.text;
    };
    for (const name of ["work", "other"]) fs.mkdirSync(path.join(folder, name));
    for (const file of ["work/a.md", "work/.env", "other/b.md"]) fs.writeFileSync(path.join(folder, file), "old");
    fs.symlinkSync(path.join(folder, "work"), path.join(folder, "linked"));
    fs.symlinkSync(path.join(folder, "other/b.md"), path.join(folder, "work/b.md"));
    fs.symlinkSync(path.join(folder, "work/.env"), path.join(folder, "work/c.md"));
    for (const work of ["work", "linked"])
      expect(["a.md", "b.md", "c.md", ".env", "gone.md"].map((name) => read(work, name))).toEqual([
        "old",
        undefined,
        undefined,
        undefined,
        "old",
      ]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
