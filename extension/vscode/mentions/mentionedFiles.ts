import fs from "node:fs";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import { createFileMention, type MentionedFiles } from "../../shared/contract/composer/suggestions.ts";
import { isOnOtherMachine } from "../files/diskPaths.ts";

/** Maximum number of mentions that one drop adds. */
const maxMentions = 200;

/** A file or folder to mention. `path` is absolute; undefined if it is not a file of this machine. */
export interface MentionTarget {
  readonly name: string;
  readonly path?: string | undefined;
}

/** Returns mentions of files and folders, relative to `folder`, and the problems of those that are left out. */
export function createFileMentions(folder: string, meant: readonly MentionTarget[]): MentionedFiles {
  const left = { noFile: [] as string[], unreadable: [] as string[] };
  const mentions = meant.slice(0, maxMentions).flatMap(({ name, path }) => {
    const mention =
      path === undefined ? undefined : createFileMention(toRelativePath(path, folder) + (isFolder(path) ? "/" : ""));
    if (mention === undefined) left[path === undefined ? "noFile" : "unreadable"].push(name);
    return mention ?? [];
  });
  const problems = (["noFile", "unreadable"] as const).flatMap((code) =>
    left[code].length > 0 ? [{ code, names: left[code] }] : [],
  );
  const tooMany = meant.length > maxMentions ? [{ code: "tooMany", count: maxMentions } as const] : [];
  return { text: mentions.map((mention) => `${mention} `).join(""), problems: [...problems, ...tooMany] };
}

function isFolder(path: string): boolean {
  // Windows would contact the other machine.
  if (isOnOtherMachine(path) || /[\\/]$/.test(path)) return false;
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    // The path does not exist, or access to it is denied.
    return false;
  }
}

/** The properties of the active editor's document. */
export interface ActiveEditorFile {
  readonly scheme: string;
  readonly isUntitled: boolean;
}

/** Returns the reason why nothing of the active editor can be mentioned; undefined if it can. */
export function findMentionProblem(
  inFront: ActiveEditorFile | undefined,
): "noEditor" | "untitled" | "notebookCell" | "notOnDisk" | undefined {
  if (!inFront) return "noEditor";
  if (inFront.scheme === "vscode-notebook-cell") return "notebookCell";
  if (inFront.isUntitled) return "untitled";
  return inFront.scheme === "file" ? undefined : "notOnDisk";
}
