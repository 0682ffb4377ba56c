import { randomUUID } from "node:crypto";
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
    // One that cannot be moved back keeps none of the others from it.
    for (const name of moved.reverse()) await moveOne(path.join(to, name), path.join(from, name)).catch(() => {});
    throw error;
  }
}

/** Moves one, also from one disk to another: nothing is there before it is whole, and nothing is removed before that. */
async function moveOne(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copyWhole(from, to);
    // Out of sight in one step: what is left of it afterwards is rubbish, not half a conversation.
    const leaving = `${from}.removed-${randomUUID()}`;
    await fs.promises.rename(from, leaving);
    await fs.promises.rm(leaving, { recursive: true, force: true }).catch(() => {});
  }
}

async function copyWhole(from: string, to: string): Promise<void> {
  const arriving = `${to}.arriving-${randomUUID()}`;
  try {
    await fs.promises.cp(from, arriving, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await fs.promises.rename(arriving, to);
  } catch (error) {
    await fs.promises.rm(arriving, { recursive: true, force: true });
    throw error;
  }
}
