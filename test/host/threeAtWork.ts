import type { Locator } from "playwright-core";
import type { EditorWorld } from "./editorWorld.ts";
import type { Window } from "./window.ts";
import { dragTo, getTab, openConversationTree, runCommand } from "./workbench.mjs";

/** The card that requests permission for the conversation "write NAME" to write its file. */
export const writeRequest = (name: string) => ({ role: "group", name: `Permission: Write ${name}.txt` }) as const;

/** Returns a row of the tree "Conversations". */
export function getRow(window: Window, text: string): Locator {
  return (
    window.page
      .getByRole("tree", { name: /Conversations/ })
      .getByRole("treeitem")
      // By its beginning: the row of a request says at its end which conversation it belongs to.
      .filter({ hasText: new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`) })
  );
}

/**
 * Starts three conversations, "write one" and "write two" in tabs and "write three" in the panel, each with an open
 * request.
 */
export async function threeAtWork(world: EditorWorld, window: Window): Promise<void> {
  const { page } = window;
  const names = ["one", "two", "three"];
  for (const name of names) {
    const input = (folder: string) => ({ file_path: `${folder}/${name}.txt`, content: name });
    world.scripts.set(`write ${name}`, (folder) => [
      { blocks: [{ tool: "Write", input: input(folder) }] },
      { blocks: [{ text: `Done with ${name}.` }] },
    ]);
  }
  await openConversationTree(page);
  for (const name of names) {
    await window.send(`write ${name}`);
    await window.panel.getByRole("group", writeRequest(name)).waitFor();
    if (name === "three") break;
    await runCommand(page, "Tandem: New Conversation");
    await window.transcript.empty.waitFor();
  }
  const waits = page.getByRole("tree", { name: /Conversations/ }).getByRole("treeitem");
  for (const name of names) await waits.filter({ hasText: `Write ${name}.txt` }).waitFor();
  // Waits for the final texts: rows are rendered anew whenever a text changes, and a button pressed meanwhile belongs
  // to no row.
  for (const name of names) {
    const row = getRow(window, `write ${name}`).filter({ hasText: "waiting for you" });
    await row.locator('[aria-label^="Rename"]').waitFor({ state: "attached" });
  }
  await getRow(window, "write one").hover();
  await getRow(window, "write one").getByRole("button", { name: "Open Conversation in Editor" }).click();
  await getTab(page).getByRole("group", writeRequest("one")).waitFor();
  await dragTo(getRow(window, "write two"), page.locator(".editor-group-container").first());
  await getTab(page).getByRole("group", writeRequest("two")).waitFor();
}
