import fs from "node:fs";
import { createFileMention, type MentionedFiles } from "../../contract/suggestions.ts";
import { toRelativePath } from "../../session/tools/relativePath.ts";
import { isOnOtherMachine } from "../files/diskPaths.ts";

/** Mentions that one drop adds at most. */
const maxMentions = 200;

/** A file or folder that is to be mentioned, absolute; without a path where it is no file of this machine. */
export interface MentionTarget {
  readonly name: string;
  readonly path?: string | undefined;
}

/** Files and folders as mentions of a prompt, as seen from a folder, and what is left out of them. */
export function createFileMentions(folder: string, meant: readonly MentionTarget[]): MentionedFiles {
  const left = { noFile: [] as string[], unreadable: [] as string[] };
  const mentions = meant.slice(0, maxMentions).flatMap(({ name, path }) => {
    const mention = path === undefined ? undefined : createFileMention(toRelativePath(path, folder) + (isFolder(path) ? "/" : ""));
    if (mention === undefined) left[path === undefined ? "noFile" : "unreadable"].push(name);
    return mention ?? [];
  });
  const problems = (["noFile", "unreadable"] as const).flatMap((code) => (left[code].length > 0 ? [{ code, names: left[code] }] : []));
  const tooMany = meant.length > maxMentions ? [{ code: "tooMany", count: maxMentions } as const] : [];
  return { text: mentions.map((mention) => `${mention} `).join(""), problems: [...problems, ...tooMany] };
}

function isFolder(path: string): boolean {
  // Windows would go to another machine to look.
  if (isOnOtherMachine(path) || /[\\/]$/.test(path)) return false;
  try {
    return fs.statSync(path).isDirectory();
  } catch {
    // It is gone, or may not be looked at.
    return false;
  }
}

/** What is known of the editor in front. */
export interface ActiveEditorFile {
  readonly scheme: string;
  readonly isUntitled: boolean;
}

/** Why nothing of the editor in front can be mentioned; undefined where it can. */
export function findMentionProblem(inFront: ActiveEditorFile | undefined): "noEditor" | "untitled" | "notebookCell" | "notOnDisk" | undefined {
  if (!inFront) return "noEditor";
  if (inFront.scheme === "vscode-notebook-cell") return "notebookCell";
  if (inFront.isUntitled) return "untitled";
  return inFront.scheme === "file" ? undefined : "notOnDisk";
}
