import type {} from "./editorEnvironment.ts";
import { type EditorOptions, EditorWorld } from "./editorWorld.ts";

/** Returns the editor that the file before gave back, or a new one, with these options and nothing of that file in it. */
export async function takeEditor(options: EditorOptions): Promise<EditorWorld> {
  const world = globalThis.sharedEditor;
  globalThis.sharedEditor = undefined;
  if (!world) return EditorWorld.create(options);
  try {
    world.configure(options);
    return world;
  } catch (error) {
    await world.close();
    throw error;
  }
}

/**
 * Keeps an editor for the next file, once nothing of this one is left in it. One in which something failed is closed, so that no
 * failure leads to another. Rejects when something is left, and closes the editor then as well.
 */
export async function giveBackEditor(world: EditorWorld, { hasFailed }: { hasFailed: boolean }): Promise<void> {
  if (hasFailed) return world.close();
  try {
    await world.empty();
    globalThis.sharedEditor = world;
  } catch (error) {
    await world.close();
    throw error;
  }
}
