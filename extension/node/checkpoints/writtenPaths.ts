import fs from "node:fs";
import path from "node:path";
import { readObject, readString } from "../../shared/base/read.ts";

/**
 * Returns the absolute paths that a hook names for a call that wrote a file: that of the result, that of the input, and
 * both without links.
 */
export function findWritten(input: Readonly<Record<string, unknown>>): readonly string[] {
  const result = readObject(input, "tool_response") ?? {};
  const given = readObject(input, "tool_input") ?? {};
  const named = [
    readString(result, "filePath"),
    ...["file_path", "notebook_path"].flatMap((field) => [readString(result, field), readString(given, field)]),
  ];
  const base = readString(input, "cwd") ?? "";
  const paths = named.flatMap((each) =>
    each === undefined || (base === "" && !path.isAbsolute(each)) ? [] : path.resolve(base, each),
  );
  return [...new Set(paths.flatMap((each) => [each, resolveReal(each)]))];
}

/** Returns a path without links; the path itself if it leads nowhere. */
function resolveReal(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
