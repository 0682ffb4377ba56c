import fs from "node:fs";
import path from "node:path";
import type { GitIndex } from "../index/gitIndex.ts";
import { clockTickMs } from "../index/indexFiles.ts";
import { lookAtEach, statItself } from "./compareDisk.ts";
import { getAbove } from "./ruleFiles.ts";

/** Files and folders that an index does not have. */
export interface Listing {
  /** Paths that no ignore rule leaves out; nested repositories have "/" at the end. */
  readonly created: readonly string[];
  /** Paths that ignore rules leave out: a folder, with "/" at the end, stands for all that is in it. */
  readonly ignored: readonly string[];
  /** Repositories of which the index has files, which are listed by their own rules alone. */
  readonly repositories: readonly string[];
  /** True if what decides about the files is part of what a listing depends on. */
  readonly isLasting: boolean;
  /** Empty folders, relative to the workspace folder. */
  readonly emptyFolders: readonly string[];
  /** Folders that are closed to the user, relative to the work tree. */
  readonly closed: readonly string[];
  /** Folders without a file of the index into which listing looked; "/" at the end. */
  readonly looked: readonly string[];
  /** Unusual permissions of folders, as in a side list. */
  readonly folderModes: ReadonlyMap<string, number>;
  /** Texts of the ignore files that a snapshot does not have, as in a side list. */
  readonly ruleFiles: ReadonlyMap<string, string>;
}

/** The parts of a listing: it is the same while none of them changes. */
export interface ListingSource {
  readonly workTree: string;
  /** Folder below the work tree that is listed, with "/" at the end; empty for all of it. */
  readonly prefix: string;
  readonly entries: GitIndex;
  /** Names the content of the index and the rules outside of the work tree. */
  readonly key: string;
}

interface KnownListing {
  readonly key: string;
  readonly listing: Listing;
  /** States of all folders and files on which it depends, by path. */
  readonly states: ReadonlyMap<string, string>;
}

/**
 * File systems on Linux that set the time of a folder's last change when a name in it appears, disappears or changes
 * its kind, and on which programs cannot set that time: ext2 to ext4, XFS, Btrfs, tmpfs.
 */
const exactTypes: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994]);

/**
 * Remembers what git listed beside an index. The listing holds while all folders are as they were before it began: by
 * the times of their last change, numbers and disks. Nothing is remembered on other file systems, nor where ignore
 * rules are in a file that the index does not have, since such a file can change unnoticed.
 */
export class ListingMemo {
  #known: KnownListing | undefined;
  #device: { readonly workTree: string; readonly id: number | undefined } | undefined;

  /**
   * Returns the listing of before if it holds. The caller checks that the `.gitignore` files of the index are
   * unchanged.
   */
  async find({ key, workTree }: ListingSource, signal?: AbortSignal): Promise<Listing | undefined> {
    const known = this.#known;
    if (known?.key !== key) return undefined;
    let isSame = true;
    const look = ([name, state]: readonly [string, string]): void => {
      isSame &&= describe(statItself(path.join(workTree, name))) === state;
    };
    await lookAtEach(known.states, look, signal);
    return isSame ? known.listing : undefined;
  }

  /** Notes a listing that git began at `began`, in ms since the epoch. */
  async note(source: ListingSource, listing: Listing, began: number, signal?: AbortSignal): Promise<void> {
    this.#known = undefined;
    const { key, workTree, entries, prefix } = source;
    const device = this.#findDevice(workTree);
    const isNested = listing.created.some((name) => name.endsWith("/"));
    if (device === undefined || isNested || !entries.isReadable || entries.count === 0) return;
    const { folders, ignoreFiles } = entries.names;
    const above = getAbove(prefix);
    const looked = new Set(listing.looked.map((name) => name.slice(0, -1)));
    const listed = [...folders.filter((name) => `${name}/`.startsWith(prefix)), ...looked];
    // Folders of which a rule of their own leaves out all files.
    const hidden = [...listing.ruleFiles.keys()]
      .map((name) => path.posix.dirname(name))
      .filter((name) => !above.includes(name) && !listed.includes(name));
    const states = new Map<string, string>();
    let isExact = true;
    const isSettled = (stats: fs.Stats): boolean => stats.dev === device && stats.ctimeMs < began - clockTickMs;
    const look = (folder: string): void => {
      const stats = statItself(path.join(workTree, folder));
      const rules = path.posix.join(folder, ".gitignore");
      const ruleStats = ignoreFiles.has(rules) ? undefined : statItself(path.join(workTree, rules));
      const isOutside = above.includes(folder);
      // Another repository decides there.
      if (looked.has(folder) && statItself(path.join(workTree, folder, ".git"))) isExact = false;
      const hasKnownRules = isOutside || hidden.includes(folder);
      isExact &&=
        stats?.isDirectory() === true &&
        isSettled(stats) &&
        (ruleStats === undefined || (hasKnownRules && isSettled(ruleStats)));
      states.set(folder, describe(stats));
      if (ruleStats) states.set(rules, describe(ruleStats));
    };
    await lookAtEach(new Set([...above, ...hidden, ...listed]), look, signal);
    if (isExact) this.#known = { key, listing, states };
  }

  /** Notes that the index has the same names under another key. */
  rename(from: string, to: string): void {
    if (this.#known?.key === from) this.#known = { ...this.#known, key: to };
  }

  forget(): void {
    this.#known = undefined;
  }

  /** Returns the number of the disk of a work tree; undefined if its times do not tell enough. */
  #findDevice(workTree: string): number | undefined {
    if (this.#device?.workTree !== workTree) this.#device = { workTree, id: readDevice(workTree) };
    return this.#device.id;
  }
}

function readDevice(workTree: string): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return exactTypes.has(fs.statfsSync(workTree).type) ? fs.lstatSync(workTree).dev : undefined;
  } catch {
    return undefined;
  }
}

function describe(stats: fs.Stats | undefined): string {
  return stats ? `${stats.dev} ${stats.ino} ${stats.ctimeMs} ${stats.mtimeMs} ${stats.mode}` : "";
}
