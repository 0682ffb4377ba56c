import { afterAll, expect, it, vi } from "vitest";
import { createUnreadNotice } from "../../../extension/vscode/dialogs/storageNotice.ts";

const shown: string[] = [];
// Replaces the notifications of the editor.
vi.mock("vscode", () => ({ window: { showWarningMessage: async (text: string) => void shown.push(text) } }));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

it("shows one notice for all files of a newer version, and one per other cause", () => {
  const tell = createUnreadNotice({ error() {} } as never);
  for (const file of ["/g/trust.json", "/o/window.json", "/o/comments/comments.json"]) {
    tell({ file, why: "newer" });
    tell({ file, why: "damaged" });
    tell({ file, why: "unreadable", reason: "no permission" });
  }
  expect(shown.map((text) => text.replace(/[.:].*/s, ""))).toEqual([
    "A newer version of Tandem saved some of its data here",
    "A damaged file of Tandem was kept under another name, and what it held may be missing",
    expect.stringContaining("Tandem"),
  ]);
});
