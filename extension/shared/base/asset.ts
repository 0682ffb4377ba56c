/**
 * Returns the path of a file of the package, relative to the extension's folder. Its argument must be a literal: the
 * build collects these calls, and the package contains exactly the files that they, the manifest, or imports between
 * those files name (`test/package/content.mjs`).
 */
export const asset = (name: `dist/${string}` | `media/${string}`): string => name;

/**
 * Reads a file of the package, and names the file in its error, which Node does not where a folder is in its place.
 */
export function namingFile<T>(file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

/** Returns an error for a file of the package that exists, but does not contain what it should. */
export const damagedFile = (file: string, cause?: unknown): Error =>
  Object.assign(new Error(`${file} is damaged`, { cause }), { code: "DAMAGED", path: file });

/** Icons of tabs and marks, for each kind of theme. */
export const tabIcons = { light: asset("media/tandem-light.svg"), dark: asset("media/tandem-dark.svg") };
