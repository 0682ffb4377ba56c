import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { PathKind } from "../../contract/attachments.ts";
import { isOnOtherMachine } from "./diskPaths.ts";

/** Bytes up to which the CLI sends all of a text that is mentioned, by its own guess of 25,000 tokens, and up to which it reads one (2.1.50, 2.1.329). */
const maxSent = 100_000;
const maxRead = 256 * 1024;
/** What the CLI sends by other rules than a text. */
const noText = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

/** A path that is absolute, in the user's home (`~/`), or seen from a folder, as the CLI reads it. */
export function resolvePath(folder: string, file: string): string {
  return /^~(?=[\\/]|$)/.test(file) ? path.join(os.homedir(), file.slice(1)) : path.resolve(folder, file);
}

/** What is at a path. Nobody else's machine is looked at. Never rejects. */
export async function getPathKind(folder: string, file: string): Promise<PathKind> {
  if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) return "none";
  const stat = await fs.promises.stat(resolvePath(folder, file)).catch(() => undefined);
  if (stat?.isDirectory()) return "folder";
  if (!stat?.isFile()) return "none";
  if (noText.test(file) || stat.size <= maxSent) return "file";
  return stat.size <= maxRead ? "longFile" : "largeFile";
}
