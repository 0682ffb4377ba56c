/** `path` as seen from `folder`, with forward slashes; unchanged when it lies elsewhere. */
export function relativePath(path: string, folder: string): string {
  const slashed = path.replaceAll("\\", "/");
  const base = `${folder.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  return slashed.startsWith(base) ? slashed.slice(base.length) : slashed;
}
