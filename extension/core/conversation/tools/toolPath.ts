import { readString } from "../../../shared/base/read.ts";
import { hasSince } from "../../protocol/version.ts";
import { getToolKind } from "./describeCall.ts";
import type { Input } from "./toolDescription.ts";

/** Rules for the paths of a machine. */
export interface PathRules {
  /** Home folder of the process; empty where it is not known. */
  readonly home: string;
  readonly isWindows: boolean;
  /**
   * Returns the folder in which a newly started `claude` keeps its own files under a profile; undefined where that is
   * not known.
   */
  readonly configFolder?: ((profile?: string) => string | undefined) | undefined;
}

export interface PathContext extends PathRules {
  readonly version: string | undefined;
  /**
   * The base of relative paths: the working folder of the process, which a `cd` in its shell changes. Empty where it is
   * not known.
   */
  readonly base: string;
}

/** Input fields in which tools take the path of a file. */
const pathFields = ["file_path", "notebook_path"] as const;

/**
 * Returns the input of a call with its path resolved as the process resolves it when it reads or writes the file; the
 * same object where nothing changes. 2.1.329 sends resolved paths with permission requests, 2.1.50 and 2.0.77 the path
 * that the model wrote; frames and transcripts of all versions contain the path that the model wrote.
 */
export function withResolvedPath(tool: string, input: Input, context: PathContext): Input {
  const kind = getToolKind(tool);
  if (kind !== "read" && kind !== "write" && kind !== "edit" && kind !== "notebook") return input;
  let resolved = input;
  for (const field of pathFields) {
    const raw = readString(input, field);
    if (raw === undefined) continue;
    const path = resolveToolPath(raw, context, isLiteral(kind, context.version));
    if (path !== raw) resolved = { ...resolved, [field]: path };
  }
  return resolved;
}

/**
 * Returns `input` with the paths of `raw` in place of those that `withResolvedPath` resolved, because the process
 * resolves its input itself.
 */
export function withRawPath(input: Input, resolved: Input, raw: Input): Input {
  const back = pathFields.filter((field) => input[field] === resolved[field] && input[field] !== raw[field]);
  return back.length === 0 ? input : { ...input, ...Object.fromEntries(back.map((field) => [field, raw[field]])) };
}

/**
 * Returns true if a path is a folder or inside of it; both are absolute, and links are not followed. Windows ignores
 * case.
 */
export function isWithin(path: string, folder: string, isWindows: boolean): boolean {
  const plain = (text: string): string =>
    isWindows ? normalize(text, true).toLowerCase() : normalize(text, false).normalize("NFC");
  const separator = isWindows ? "\\" : "/";
  const [inner, outer] = [plain(path), plain(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : `${outer}${separator}`);
}

/**
 * Returns true where an absolute path is used as written: 2.0.77 does so for Read and NotebookEdit, 2.1.50 for
 * NotebookEdit.
 */
function isLiteral(kind: string, version: string | undefined): boolean {
  return (
    (kind === "notebook" && hasSince(version, "c") === "no") || (kind === "read" && hasSince(version, "b") === "no")
  );
}

/**
 * Resolves a path as a version of `claude` does: trims white space at both ends, reads `~` as the home folder, resolves
 * a relative path against `base`, and `.` and `..` without following links. 2.1.50 composes letters (NFC).
 * `isAsWritten`: an absolute path stays as it is, and white space and `~` have no meaning. A path that cannot be
 * resolved stays as it is.
 */
export function resolveToolPath(raw: string, context: PathContext, isAsWritten = false): string {
  const { home, base, isWindows, version } = context;
  if (raw.includes("\0")) return raw;
  if (isAsWritten)
    return isAbsolute(raw, isWindows) || base === "" ? raw : normalize(join(base, raw, isWindows), isWindows);
  const trimmed = withDrive(raw.trim(), isWindows);
  const isHome = trimmed === "~" || trimmed.startsWith("~/");
  if (isHome && home === "") return raw;
  const from = isHome ? join(home, trimmed.slice(2), isWindows) : isWindows ? withRoot(trimmed, base) : trimmed;
  if (!isAbsolute(from, isWindows) && base === "") return raw;
  const absolute = normalize(isAbsolute(from, isWindows) ? from : join(base, from, isWindows), isWindows);
  return hasSince(version, "b") === "yes" && hasSince(version, "c") === "no" ? absolute.normalize("NFC") : absolute;
}

/** Converts a shell path on Windows, such as `/c/x`, to one with a drive. */
function withDrive(path: string, isWindows: boolean): string {
  const [, drive, rest] = /^\/([a-z])\/(.*)$/is.exec(path) ?? [];
  return isWindows && drive !== undefined ? `${drive.toUpperCase()}:\\${(rest ?? "").replaceAll("/", "\\")}` : path;
}

/**
 * Completes a path on Windows that names no drive (`\\x`), or only a drive (`C:x`), from the base, which is on a drive
 * or a share.
 */
function withRoot(path: string, base: string): string {
  const [root] = /^(?:[\\/]{2}[^\\/]+[\\/]+[^\\/]+|[A-Za-z]:)/.exec(base) ?? [];
  if (root === undefined) return path;
  // A server without a share is no place: its name counts as that of a folder.
  if (/^[\\/](?:[^\\/]|$)|^[\\/]{2}[^\\/]*[\\/]*$/.test(path)) return root + path;
  const [, drive, rest = ""] = /^([A-Za-z]:)(?![\\/])(.*)$/s.exec(path) ?? [];
  if (drive === undefined) return path;
  return drive.toLowerCase() === root.toLowerCase() ? join(base, rest, true) : `${drive}\\${rest}`;
}

function isAbsolute(path: string, isWindows: boolean): boolean {
  return isWindows ? /^([A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

function join(folder: string, path: string, isWindows: boolean): string {
  return path === "" ? folder : `${folder}${isWindows ? "\\" : "/"}${path}`;
}

/**
 * Removes `.`, `..`, doubled and trailing separators; on Windows uses backslashes, and keeps the root of the drive or
 * share.
 */
function normalize(path: string, isWindows: boolean): string {
  // Fast path: most paths are normalized already.
  if (!isWindows && path.startsWith("/") && !/\/\.{0,2}(?:\/|$)/.test(path)) return path;
  const separator = isWindows ? "\\" : "/";
  const plain = isWindows ? path.replaceAll("/", "\\") : path;
  const [root = ""] = (isWindows ? /^(?:\\\\[^\\]+\\[^\\]+\\?|[A-Za-z]:\\?|\\)/ : /^\//).exec(plain) ?? [];
  const parts: string[] = [];
  for (const part of plain.slice(root.length).split(separator)) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return root + (root !== "" && !root.endsWith(separator) && parts.length > 0 ? separator : "") + parts.join(separator);
}
