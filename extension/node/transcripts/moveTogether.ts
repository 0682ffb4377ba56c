import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/**
 * Moves files and folders from one folder to another, all or none: when one of them fails, those before it are moved
 * back.
 */
export async function moveTogether(names: readonly string[], from: string, to: string): Promise<void> {
  const moved: string[] = [];
  try {
    for (const name of names) {
      await moveOne(path.join(from, name), path.join(to, name));
      moved.push(name);
    }
  } catch (error) {
    // If one cannot be moved back, the others still are.
    for (const name of moved.reverse()) await moveOne(path.join(to, name), path.join(from, name)).catch(() => {});
    throw error;
  }
}

/**
 * Moves a file or folder, also to another disk: the target appears only when it is complete, and the source is removed
 * only after that.
 */
async function moveOne(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyWhole(from, to);
    // The rename hides the source in one step, so that an interrupted removal leaves no half of a conversation.
    const leaving = `${from}.removed-${randomUUID()}`;
    await fs.promises.rename(from, leaving);
    await fs.promises.rm(leaving, { recursive: true, force: true }).catch(() => {});
  }
}

async function copyWhole(from: string, to: string): Promise<void> {
  const arriving = `${to}.arriving-${randomUUID()}`;
  try {
    // regular: Node refuses to copy pipes
    await fs.promises.cp(from, arriving, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await fs.promises.rename(arriving, to);
  } catch (error) {
    await fs.promises.rm(arriving, { recursive: true, force: true });
    throw error;
  }
}
