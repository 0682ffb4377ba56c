import { createHash } from "node:crypto";
import fs from "node:fs";
import { expect } from "vitest";

/** Renames a folder in an index of git, for a name of the same length that git itself would refuse. */
export function forgeIndex(file: string, from: string, to: string): void {
  const content = fs.readFileSync(file).subarray(0, -20);
  const at = content.indexOf(from);
  expect([at > 0, to.length]).toEqual([true, from.length]);
  content.write(to, at);
  // An extension of the index names the folders of its files.
  const end = content.indexOf("TREE");
  const entries = end < 0 ? content : content.subarray(0, end);
  fs.writeFileSync(file, Buffer.concat([entries, createHash("sha1").update(entries).digest()]));
}
