import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestContext } from "vitest";

/** Runs a test with a small file system of its own at a path. Skips the test where none can be mounted. */
export async function onSmallDisk(
  { skip }: TestContext,
  size: string,
  work: (place: string) => Promise<void>,
): Promise<void> {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-small-"));
  const isMounted =
    process.platform === "linux" &&
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "none", place]).status === 0;
  try {
    if (!isMounted) skip("no file system can be mounted here");
    await work(place);
  } finally {
    if (isMounted) execFileSync("umount", ["-l", place]);
    fs.rmSync(place, { recursive: true, force: true });
  }
}
