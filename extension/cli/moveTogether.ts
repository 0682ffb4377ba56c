import fs from "node:fs";
import path from "node:path";

/** Moves files and folders from one folder to another, all or none: when one of them fails, those before it are moved back. */
export async function moveTogether(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await moveOne(path.join(from, name), path.join(to, name));
      moved.push(name);
    }
  } catch (error) {
    for (const name of moved.reverse()) await moveOne(path.join(to, name), path.join(from, name));
    throw error;
  }
}

/** Also from one disk to another, where nothing is taken away before all of it is there. */
async function moveOne(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    try {
      await fs.promises.cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, errorOnExist: true, force: false });
    } catch (failed) {
      await fs.promises.rm(to, { recursive: true, force: true });
      throw failed;
    }
    // Out of sight in one step: what is left of it afterwards is rubbish, not half a conversation.
    const leaving = `${from}.removed-${Date.now()}`;
    await fs.promises.rename(from, leaving);
    await fs.promises.rm(leaving, { recursive: true, force: true }).catch(() => {});
  }
}
