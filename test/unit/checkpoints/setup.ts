import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Snapshots } from "../../../extension/checkpoints/snapshots.ts";
import { findWorkTree } from "../../../extension/checkpoints/workTree.ts";
import { PrivateGit } from "../../../extension/git/privateGit.ts";

/** Path of git on this machine. */
export const program =
  execFileSync(process.platform === "win32" ? "where" : "which", ["git"], { encoding: "utf8" })
    .split("\n")[0]
    ?.trim() ?? "git";

const scrubbed = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

/** Runs git as the user would, with a configuration of its own. */
export function userGit(folder: string, ...args: string[]): string {
  const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.org", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.org" };
  return execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...scrubbed, ...who, GIT_CONFIG_NOSYSTEM: "1", HOME: os.devNull },
    stdio: "pipe",
  });
}

/** A temporary folder with a workspace in it. */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}) {
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-checkpoints-")));
  const folder = path.join(place, "workspace");
  fs.mkdirSync(folder);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { place, folder, write, remove: () => fs.rmSync(place, { recursive: true, force: true }) };
}

export async function openSnapshots(place: string, folder: string, limits: { maxFileBytes?: number; include?: readonly string[] } = {}) {
  const tree = await findWorkTree(program, folder);
  const git = new PrivateGit(program, path.join(place, "store"), tree.top);
  return new Snapshots({ program, git, tree, limits: () => ({ maxFileBytes: 10_000_000, maxFiles: 200_000, include: [], ...limits }) });
}
