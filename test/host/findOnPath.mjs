import fs from "node:fs";
import path from "node:path";

/** The first program of that name on PATH; undefined when there is none. */
export function findOnPath(name) {
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .flatMap((folder) => names.map((file) => path.join(folder, file)))
    .find((file) => path.isAbsolute(file) && fs.statSync(file, { throwIfNoEntry: false })?.isFile());
}
