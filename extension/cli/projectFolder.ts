import fs from "node:fs";
import path from "node:path";

/** Longest folder name before the CLI shortens it. */
const longestName = 200;

/** Where the CLI keeps its files, as its environment says. */
export function configFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  return env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude");
}

/** The name of the folder that holds the transcripts of a working folder (protocol.md 5.1). Lossy: several folders can share one. */
export function projectFolderName(cwd: string): string {
  const name = cwd.replace(/[^A-Za-z0-9]/g, "-");
  if (name.length <= longestName) return name;
  let hash = 0;
  for (let i = 0; i < cwd.length; i++) hash = (Math.imul(hash, 31) + cwd.charCodeAt(i)) | 0;
  return `${name.slice(0, longestName)}-${Math.abs(hash).toString(36)}`;
}

/** The transcript file of a conversation, whether or not it exists. */
export function transcriptPath(config: string, cwd: string, sessionId: string): string {
  let real = cwd;
  try {
    real = fs.realpathSync(cwd);
  } catch {
    // A folder that is gone keeps its name.
  }
  return path.join(config, "projects", projectFolderName(process.platform === "darwin" ? real.normalize("NFC") : real), `${sessionId}.jsonl`);
}
