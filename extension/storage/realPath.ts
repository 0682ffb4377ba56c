import fs from "node:fs";
import path from "node:path";

/** Maximum number of links in a chain that are followed. */
const maxLinks = 40;

/**
 * Returns the path with its links resolved. If it does not exist, resolves the existing part, and also follows a link whose target does not exist.
 */
export async function resolveRealPath(file: string, links = 0): Promise<string> {
  const parent = path.dirname(file);
  try {
    return await fs.promises.realpath(file);
  } catch {
    if (parent === file) return file;
    const target = links < maxLinks ? await fs.promises.readlink(file).catch(() => undefined) : undefined;
    return target === undefined
      ? path.join(await resolveRealPath(parent, links), path.basename(file))
      : resolveRealPath(path.resolve(parent, target), links + 1);
  }
}
