import fs from "node:fs";
import path from "node:path";
import type { TestContext } from "vitest";

/** An id that no user has. */
const other = 65_534;

function giveAll(place: string): void {
  fs.lchownSync(place, other, other);
  for (const name of fs.readdirSync(place, { recursive: true, encoding: "utf8" }))
    fs.lchownSync(path.join(place, name), other, other);
}

/**
 * Runs work as a user whom permissions bind, and who owns everything in `place`: as another one if this is root. Skips
 * the test where that is not possible.
 */
export async function asUser({ skip }: TestContext, place: string, work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return process.platform === "win32" ? skip("there are no permissions here") : work();
  giveAll(place);
  const group = process.getegid?.() ?? 0;
  process.setegid?.(other);
  process.seteuid?.(other);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
  }
}
