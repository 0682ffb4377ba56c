/**
 * Returns `path` relative to `folder`, on Windows with forward slashes; unchanged when it is outside the folder. On
 * other systems a backslash is part of a name.
 */
export function toRelativePath(path: string, folder: string): string {
  // Nothing is inside of a folder that is not known yet.
  if (folder === "") return path;
  // Most folders are written in this way.
  if (folder.startsWith("/") && !folder.endsWith("/"))
    return path.startsWith(folder) && path[folder.length] === "/" ? path.slice(folder.length + 1) : path;
  const slash = (text: string): string => (/^(?:[A-Za-z]:|\\\\)/.test(folder) ? text.replaceAll("\\", "/") : text);
  const base = `${slash(folder).replace(/\/+$/, "")}/`;
  return slash(path).startsWith(base) ? slash(path).slice(base.length) : slash(path);
}
