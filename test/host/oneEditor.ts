import { afterAll, afterEach, beforeAll } from "vitest";
import { type EditorOptions, type EditorWorld, writeFiles } from "./editorWorld.ts";
import { giveBackEditor, takeEditor } from "./sharedEditor.ts";
import type { Window } from "./window.ts";

/**
 * Provides one VS Code for all scenarios of a file, and one window for as many of them as can share it: opening a
 * window takes longer than most scenarios.
 */
export function oneEditor(options: EditorOptions = {}) {
  let world: EditorWorld;
  let window: Window | undefined;
  let hasFailed = false;
  /** True if the open window has nothing that is meant for one scenario only. */
  let isPlain = false;
  beforeAll(async () => {
    // Each conversation keeps its process: none has to end for the next.
    world = await takeEditor({ ...options, settings: { "tandem.maxRunningConversations": 40, ...options.settings } });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    hasFailed = true;
    // The next scenario must not use what a failed one left open.
    await window?.close();
  });
  afterAll(async () => {
    await window?.close();
    await giveBackEditor(world, { hasFailed });
  });
  return {
    get world(): EditorWorld {
      return world;
    },
    get window(): Window {
      if (!window) throw new Error("no window is open yet");
      return window;
    },
    /** Starts an empty conversation in the open window, after writing these files to its folder. */
    async begin(files: Readonly<Record<string, string>> = {}): Promise<void> {
      if (!window?.isOpen || !isPlain) return this.openOwn({ files });
      writeFiles(window.folder, files);
      await window.newConversation();
    },
    /** Opens a window without a folder. */
    async openWithoutFolder(): Promise<void> {
      isPlain = false;
      await window?.close();
      window = await world.openWithoutFolder();
    },
    /**
     * Opens a separate window with a separate folder; the next scenario shares it, unless it has its own settings or
     * roots.
     */
    async openOwn(own: Parameters<EditorWorld["open"]>[0] = {}): Promise<void> {
      isPlain = Object.keys(own).every((name) => ["files", "isTrusted", "isChatClosed"].includes(name));
      await window?.close();
      window = await world.open(own);
    },
  };
}
