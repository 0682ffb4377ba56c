// Writes and reads VSIX files.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

const vsce = path.join(path.dirname(createRequire(import.meta.url).resolve("@vscode/vsce/package.json")), "vsce");

/**
 * Writes a folder as a VSIX. The same files give the same bytes. Throws with the words of vsce if it refuses the
 * folder.
 */
export function writeArchive(folder, file) {
  // An archive has local times; this one is the same everywhere.
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(new Date(2000, 0, 1).getTime() / 1_000) };
  const args = ["package", "--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", file];
  const run = spawnSync(process.execPath, [vsce, ...args], { cwd: folder, env, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`vsce failed:\n${run.stdout}${run.stderr}`);
}

/**
 * Returns the entries of a zip file without comment: their names, their sizes in bytes before and after compression,
 * and a function that returns their content.
 */
export function readEntries(file) {
  const bytes = fs.readFileSync(file);
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error(`${file} is no zip file, or has a comment.`);
  const entries = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const [packed, size, local] = [20, 24, 42].map((offset) => bytes.readUInt32LE(at + offset));
    const read = () => {
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      return inflateRawSync(bytes.subarray(start, start + packed));
    };
    entries.push({ name: bytes.toString("utf8", at + 46, at + 46 + name), packed, size, read });
    at += 46 + name + extra + comment;
  }
  return entries;
}
