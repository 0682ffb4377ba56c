import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { PathKind } from "../../shared/contract/composer/attachments.ts";
import { isOnOtherMachine } from "./diskPaths.ts";

/**
 * Maximum sizes in bytes: up to `maxSent`, `claude` sends a mentioned text completely, by its own estimate of 25,000
 * tokens; up to `maxRead`, it reads a text (CLI 2.1.50, 2.1.329).
 */
const maxSent = 100_000;
const maxRead = 256 * 1024;
/** Files that `claude` sends by other rules than texts. */
const noText = /\.(?:png|jpe?g|gif|webp|pdf)$/i;

/** Resolves a path as `claude` does: absolute, in the user's home (`~/`), or relative to `folder`. */
export function resolvePath(folder: string, file: string): string {
  return /^~(?=[\\/]|$)/.test(file) ? path.join(os.homedir(), file.slice(1)) : path.resolve(folder, file);
}

/** Returns the kind of a path. Does not access other machines and returns "none" for them. Never rejects. */
export async function getPathKind(folder: string, file: string): Promise<PathKind> {
  if (isOnOtherMachine(file) && !isOnOtherMachine(folder)) return "none";
  const stat = await fs.promises.stat(resolvePath(folder, file)).catch(() => undefined);
  if (stat?.isDirectory()) return "folder";
  if (!stat?.isFile()) return "none";
  if (noText.test(file) || stat.size <= maxSent) return "file";
  return stat.size <= maxRead ? "longFile" : "largeFile";
}
