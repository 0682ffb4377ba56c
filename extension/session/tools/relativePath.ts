/** `path` as seen from `folder`, on Windows with forward slashes; unchanged when it lies elsewhere. Elsewhere a backslash is part of a name. */
export function toRelativePath(path: string, folder: string): string {
  // Before there is a folder nothing lies in it.
  if (folder === "") return path;
  const slash = (text: string): string => (/^(?:[A-Za-z]:|\\\\)/.test(folder) ? text.replaceAll("\\", "/") : text);
  const base = `${slash(folder).replace(/\/+$/, "")}/`;
  return slash(path).startsWith(base) ? slash(path).slice(base.length) : slash(path);
}
