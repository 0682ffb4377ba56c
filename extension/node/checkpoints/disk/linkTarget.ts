/** Reads the target of a link as bytes, which need not be UTF-8; on Windows, where names are UTF-16, as a text. */
export const linkTarget = { encoding: (process.platform === "win32" ? "utf8" : "buffer") as "buffer" };

/** Returns the target of a link to create, of the bytes that git keeps. */
export function toLinkTarget(bytes: Buffer): Buffer | string {
  return process.platform === "win32" ? bytes.toString("utf8") : bytes;
}
