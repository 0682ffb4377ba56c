import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ConversationFiles } from "../../../../extension/node/checkpoints/conversationFiles.ts";
import { findWorkTree } from "../../../../extension/node/checkpoints/disk/workTree.ts";
import { FolderStores, type Retention } from "../../../../extension/node/checkpoints/folderStores.ts";
import type { CopySource } from "../../../../extension/node/checkpoints/points/sharedPoints.ts";
import type { RestoreOutcome } from "../../../../extension/node/checkpoints/restore/restore.ts";
import { type SnapshotLimits, Snapshots } from "../../../../extension/node/checkpoints/snapshots/snapshots.ts";
import { PrivateGit } from "../../../../extension/node/git/privateGit.ts";
import type { CheckpointId } from "../../../../extension/shared/contract/changes/checkpoints.ts";
import { createEmptyState } from "../../../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import type { Notice } from "../../../../extension/shared/contract/notices.ts";
import type { BackgroundTask } from "../../../../extension/shared/contract/tasks.ts";
import { resolveRealPath } from "../../../../extension/vscode/files/diskPaths.ts";

/** Path of git on this machine. */
export const program =
  execFileSync(process.platform === "win32" ? "where" : "which", ["git"], { encoding: "utf8" })
    .split("\n")[0]
    ?.trim() ?? "git";

const scrubbed = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

/** Runs git as the user would, with a configuration of its own. */
export function userGit(folder: string, ...args: string[]): string {
  const who = {
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@example.org",
  };
  return execFileSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...scrubbed, ...who, GIT_CONFIG_NOSYSTEM: "1", HOME: os.devNull },
    stdio: "pipe",
  });
}

/** The stores of all windows of a test, which may still be cleaned up. */
const windows: FolderStores[] = [];

const memory = "/dev/shm";

/**
 * A temporary folder with a workspace in it. `isInMemory`: on a file system in memory where there is one, for tests
 * that make much durable.
 */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}, isInMemory = false) {
  const base = isInMemory && process.platform === "linux" && fs.existsSync(memory) ? memory : os.tmpdir();
  const place = fs.realpathSync(fs.mkdtempSync(path.join(base, "tandem-checkpoints-")));
  const folder = path.join(place, "workspace");
  fs.mkdirSync(folder);
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const remove = async (): Promise<void> => {
    await Promise.all(windows.splice(0).map((stores) => stores.whenCleanedUp()));
    fs.rmSync(place, { recursive: true, force: true });
  };
  return { place, folder, write, remove };
}

export async function openSnapshots(
  place: string,
  folder: string,
  limits: { maxFileBytes?: number; include?: readonly string[] } = {},
  { name = "store", isCaseIgnored = false, git: used = program } = {},
) {
  const tree = await findWorkTree(used, folder);
  const git = new PrivateGit(used, path.join(place, name), tree.top, isCaseIgnored);
  return new Snapshots({
    program: used,
    git,
    tree,
    limits: () => ({ maxFileBytes: 10_000_000, maxFiles: 200_000, include: [], configFolders: [], ...limits }),
  });
}

interface Window {
  readonly limits?: Partial<SnapshotLimits>;
  readonly retention?: Partial<Retention> | (() => Promise<Partial<Retention>>);
  readonly findGit?: () => Promise<string | undefined>;
  readonly onRecovered?: (folder: string, outcome: RestoreOutcome) => void;
  readonly warnings?: string[];
  readonly minFreeBytes?: number;
  readonly now?: () => number;
  readonly notices?: (readonly [string, Notice])[];
  readonly background?: readonly BackgroundTask[];
}

/** A window of the editor with these workspace folders, whose stores are below `place`. */
export function openWindow(
  place: string,
  folders: readonly string[],
  {
    limits = {},
    findGit,
    retention,
    onRecovered,
    warnings = [],
    minFreeBytes,
    now,
    notices = [],
    background = [],
  }: Window = {},
) {
  const logger = {
    warn: (text: string) => void warnings.push(text),
    error: (text: string) => void warnings.push(text),
  };
  const stores = new FolderStores({
    place: path.join(place, "store"),
    findGit: findGit ?? (async () => program),
    limits: () => ({ maxFileBytes: 10_000_000, maxFiles: 200_000, include: [], configFolders: [], ...limits }),
    retention: async () => {
      const given = typeof retention === "function" ? await retention() : retention;
      return { now: Date.now(), maxAgeMs: 1e12, maxStoreBytes: 1e12, isOpen: () => false, ...given };
    },
    logger,
    ...(now ? { now } : {}),
    ...(minFreeBytes === undefined ? {} : { minFreeBytes }),
    ...(onRecovered ? { onRecovered } : {}),
  });
  windows.push(stores);
  const run = randomUUID();
  let time = Date.now();
  /** The files of a conversation in one of the folders. */
  const open = (id = "one", folder = folders[0] ?? "", session = `session of ${id}`, copyOf?: CopySource | string) =>
    new ConversationFiles({
      resolveRealPath,
      conversation: {
        id: id as ConversationId,
        state: () => ({ ...createEmptyState(folder), sessionId: session, background }),
        notice: (level, notice) => void notices.push([level, notice]),
        copyOf: () => (typeof copyOf === "string" ? { sessionId: copyOf } : copyOf),
      },
      stores,
      workspaceFolders: () => folders,
      now: now ?? (() => time++),
      newId: randomUUID,
      run,
      logger,
    });
  return { stores, open };
}

/** Restores everything that differs from a checkpoint, as a rewind does. */
export async function restoreAllFiles(
  files: ConversationFiles,
  to: CheckpointId,
  isMeant: (path: string) => boolean = () => true,
) {
  const now = await files.take({ kind: "preview" });
  const { differences } = await files.compare(to, now.id);
  const steps = differences
    .filter(({ path: name }) => isMeant(name))
    .map(({ path: name }) => ({ path: name, kind: "restore" as const }));
  return files.restore(to, steps, now.id, { kind: "rewind", to });
}

/** Causes of checkpoints: before a message, and after its turn. */
export const message = (prompt: string) => ({ kind: "message", prompt }) as const;
export const turnEnd = (prompt: string) => ({ kind: "turnEnd", prompt }) as const;
