import { afterAll, expect, it, vi } from "vitest";
import { OpenEditors } from "../../../../extension/vscode/files/unsavedFiles.ts";
import { MemorySettings, readMemory } from "../../../fakes/memorySettings.ts";

// The answer is read and written without the editor.
vi.mock("vscode", () => ({}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

const name = "chat.saveFilesBeforeSending";

it.each([
  ["the settings say nothing", {}, {}, true],
  ["a value of the workspace is withheld", { workspace: "always" }, { knows: () => false }, true],
  ["the folder's settings are refused", { workspace: "ask" }, { startsWithout: () => true }, true],
  ["the user wants to be asked", { user: "ask" }, {}, false],
  ["the workspace says to ask", { workspace: "ask" }, {}, false],
] as const)("keeps the first answer where it takes effect: %s", async (_case, values, about, isKept) => {
  const source = new MemorySettings();
  for (const [scope, value] of Object.entries(values)) source.set(name, value, scope as keyof typeof values);
  const editors = new OpenEditors(readMemory(source, about), source);
  expect(editors.autosave("/w")).toBe("ask");
  expect(await editors.remember("never", "/w")).toBe(isKept);
  expect(editors.autosave("/w")).toBe(isKept ? "never" : "ask");
});
