import fs from "node:fs";
import path from "node:path";

/** Content, times and permissions of everything in a folder, as one text. */
export function fingerprint(folder: string): string {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { mtimeMs, mode, uid } = fs.lstatSync(file);
      return `${path.relative(folder, file)} ${mtimeMs} ${mode} ${uid} ${entry.isFile() ? fs.readFileSync(file, "base64") : ""}`;
    })
    .sort()
    .join("\n");
}
