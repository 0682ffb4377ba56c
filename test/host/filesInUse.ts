import fs from "node:fs";
import path from "node:path";

/** Returns the paths of all files in a folder whose files come and go meanwhile, none where the folder is not there. */
export function listFiles(folder: string): string[] {
  const entries = ignoreMissing(() => fs.readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(place);
    return entry.isFile() ? [place] : [];
  });
}

/** Returns the text of a file, an empty one once the file is gone. */
export const readText = (file: string): string => ignoreMissing(() => fs.readFileSync(file, "utf8")) ?? "";

function ignoreMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
