import { afterAll, expect, it, vi } from "vitest";
import { listPossibleFolders, WorkingFolders } from "../../../../extension/vscode/files/workingFolder.ts";
import { MemorySettings, readMemory } from "../../../fakes/memorySettings.ts";

// A window with a workspace file that names no folder. Replaces the folders of the editor, which the suite in the
// extension host uses for real (test/host/suite/workspace.ts).
vi.mock("vscode", () => ({ workspace: {} }));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

it("uses only the user's own folder, or the home folder, without workspace folders", async () => {
  const source = new MemorySettings();
  const settings = readMemory(source);
  const kept = new Map<string, unknown>();
  const memory = {
    keys: () => [],
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  const folders = new WorkingFolders("/home/u", { originIn: async () => "undecided" }, settings, memory as never);
  source.set("workingDirectory", "/outside", "workspace");
  expect([folders.needsDecision, await folders.choose(), listPossibleFolders("/home/u", settings)]).toEqual([
    true,
    undefined,
    ["/home/u"],
  ]);
  await folders.useHome();
  expect(await folders.choose()).toBe("/home/u");
  source.set("workingDirectory", "work");
  expect([await folders.choose(), listPossibleFolders("/home/u", settings)]).toEqual([
    "/home/u/work",
    ["/home/u/work"],
  ]);
});
