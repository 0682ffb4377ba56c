import { afterAll, afterEach, beforeAll } from "vitest";
import { type EditorOptions, type EditorWorld, type Window, writeFiles } from "./editorWorld.ts";
import { giveBackEditor, takeEditor } from "./sharedEditor.ts";

/** One VS Code for all scenarios of a file, and one window for as many of them as can share it: a window takes longer than most scenarios. */
export function oneEditor(options: EditorOptions = {}) {
  let world: EditorWorld;
  let window: Window | undefined;
  let hasFailed = false;
  /** Nothing of the window that is open is for one scenario only. */
  let isPlain = false;
  beforeAll(async () => {
    // Each conversation has its process: none has to go for the next.
    world = await takeEditor({ ...options, settings: { "tandem.maxProcesses": 40, ...options.settings } });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    hasFailed = true;
    // What a failed scenario leaves open is nothing for the next one.
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
    /** An empty conversation in the window that is open already, with these files in its folder before it begins. */
    async begin(files: Readonly<Record<string, string>> = {}): Promise<void> {
      if (!window?.isOpen || !isPlain) return this.openOwn({ files });
      writeFiles(window.folder, files);
      await window.newConversation();
    },
    /** A window of its own, on a folder of its own; unless it has settings or roots of its own, the next scenario shares it. */
    async openOwn(own: Parameters<EditorWorld["open"]>[0] = {}): Promise<void> {
      isPlain = Object.keys(own).every((name) => name === "files" || name === "isTrusted");
      await window?.close();
      window = await world.open(own);
    },
  };
}
