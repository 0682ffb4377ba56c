import fs from "node:fs";
import path from "node:path";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";

/** Maximum length of a folder name before `claude` shortens it. */
const maxNameLength = 200;

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the folder in which `claude` keeps its files with this environment. */
export function getConfigFolder(env: Env, home: string): string {
  return env["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude");
}

/**
 * Returns the config folder of a `claude` that starts now under a profile; undefined where the settings of its
 * environment cannot be read.
 */
export function getCurrentConfigFolder(environment: ProfileEnvironment, profile?: string): string | undefined {
  try {
    const env = environment(profile);
    return path.resolve(getConfigFolder(env, getHome(env)));
  } catch {
    return undefined;
  }
}

/** Returns the name of the folder for the transcripts of a working folder. Lossy: several folders can share one. */
export function getProjectFolderName(cwd: string): string {
  const name = cwd.replace(/[^A-Za-z0-9]/g, "-");
  if (name.length <= maxNameLength) return name;
  let hash = 0;
  for (let i = 0; i < cwd.length; i++) hash = (Math.imul(hash, 31) + cwd.charCodeAt(i)) | 0;
  return `${name.slice(0, maxNameLength)}-${Math.abs(hash).toString(36)}`;
}

/**
 * Returns the folder for the transcripts of the working folder `cwd`, whether or not it exists.
 * CLAUDE_CODE_PROJECT_DIR_NAME names the folder itself, only together with CLAUDE_CONFIG_DIR (2.1.329, from its
 * sources).
 */
export function getTranscriptFolder(env: Env, home: string, cwd: string): string {
  const own = env["CLAUDE_CONFIG_DIR"] ? (env["CLAUDE_CODE_PROJECT_DIR_NAME"] ?? "") : "";
  const name = /^[A-Za-z0-9_-]{1,64}$/.test(own) ? own : getProjectFolderName(resolveProjectPath(cwd));
  return path.join(getConfigFolder(env, home), "projects", name);
}

/** Returns the path of a conversation's transcript, whether or not it exists. */
export function getTranscriptPath(env: Env, home: string, cwd: string, sessionId: string): string {
  return path.join(getTranscriptFolder(env, home, cwd), `${sessionId}.jsonl`);
}

/** Returns a folder as `claude` names it: links resolved, composed characters. */
export function resolveProjectPath(cwd: string): string {
  let real = cwd;
  try {
    real = fs.realpathSync(cwd);
  } catch {
    // A missing folder keeps its name.
  }
  return process.platform === "darwin" ? real.normalize("NFC") : real;
}
