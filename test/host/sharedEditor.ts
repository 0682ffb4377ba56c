import type {} from "./editorEnvironment.ts";
import { type EditorOptions, EditorWorld } from "./editorWorld.ts";

/**
 * Returns the editor that the previous file gave back, or a new one, with these options and without any state of that
 * file.
 */
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
 * Keeps an editor for the next file, once no state of this file remains in it. Closes an editor in which a scenario
 * failed, so that no failure causes another. Rejects and closes the editor if state remains.
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
