import fs from "node:fs";
import path from "node:path";
import type { SessionCatalog, SessionSummary } from "../../core/conversations/list/sessionCatalog.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, toDisposable } from "../../shared/base/disposable.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { readBoolean } from "../../shared/base/read.ts";
import { findWorktreeFolders } from "../git/worktrees.ts";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";
import { readRegular } from "../storage/regularFiles.ts";
import { countMessages } from "./countMessages.ts";
import { type IndexedTranscript, parseIndex, serializeIndex } from "./indexFile.ts";
import { getTranscriptFolder, resolveProjectPath } from "./projectFolder.ts";
import { readSummary } from "./transcriptSummary.ts";

export interface SessionIndexOptions {
  readonly environment: ProfileEnvironment;
  /** The profiles whose conversations are listed besides those without a profile. */
  readonly profiles?: ListedProfiles;
  /** Returns the working folders whose conversations are listed. */
  readonly folders: () => readonly string[];
  /** Storage for the index, so that unchanged transcripts are not read again. The transcripts are authoritative. */
  readonly cache: { load(): string | undefined; save(text: string): void; setAside(): void };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A folder of transcripts, with the working folder and the profile of its conversations. */
interface TranscriptFolder {
  readonly transcripts: string;
  readonly folder: string;
  readonly profile: string;
}

export interface ListedProfiles {
  names(): readonly string[];
  /** Returns the profiles of the sessions for which the config folder does not determine it, by session id. */
  recorded(): ReadonlyMap<string, string>;
}

/** Number of files that are read in parallel. */
const width = 16;
/**
 * Time in milliseconds for which changes on disk are gathered before an event: a working `claude` writes all the time.
 */
const gatherMs = 1_000;
/** Minimum time in milliseconds between two saves of the index. */
const saveMs = 60_000;

/**
 * Lists the saved conversations of the working folders and their worktrees from both ends of each transcript. An
 * unchanged file is not read again.
 */
export class SessionIndex implements SessionCatalog {
  readonly #options: SessionIndexOptions;
  #known: Map<string, IndexedTranscript> | undefined;
  #isChanged = false;
  #savedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionIndexOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly SessionSummary[]> {
    this.#known ??= this.#load();
    const recorded = this.#options.profiles?.recorded();
    const lists = await Promise.all(
      this.transcriptFolders().map(async (place) => {
        const sessions = await this.#listFolder(place.folder, place.transcripts);
        return sessions.map((session) => ({ ...session, profile: recorded?.get(session.sessionId) ?? place.profile }));
      }),
    );
    this.#saveSometimes(this.#known);
    const newestFirst = lists.flat().sort((a, b) => b.time - a.time);
    // A copied transcript has the same name: the newest copy is the current one.
    return [...new Map(newestFirst.toReversed().map((session) => [session.sessionId, session])).values()].reverse();
  }

  #load(): Map<string, IndexedTranscript> {
    const { cache } = this.#options;
    const text = cache.load();
    const known = parseIndex(text);
    if (known === undefined && text !== undefined) cache.setAside();
    return known ?? new Map();
  }

  async countMessages({ sessionId, folder, profile, messages }: SessionSummary): Promise<number | undefined> {
    if (messages !== undefined) return messages;
    const transcripts = this.#locate(folder, profile);
    const file = transcripts === undefined ? undefined : path.join(transcripts, `${sessionId}.jsonl`);
    const known = file === undefined ? undefined : this.#known?.get(file);
    if (file === undefined || !known) return undefined;
    try {
      const counted = await countMessages(file, known.counted);
      // A list that was read meanwhile may have a newer state of the file.
      const now = this.#known?.get(file);
      if (counted && now) this.#known?.set(file, { ...now, counted });
      this.#isChanged = true;
      return counted?.messages;
    } catch (error) {
      this.#options.logger.warn(`could not count the messages of ${file}: ${getErrorMessage(error)}`);
      return undefined;
    }
  }

  /** Saves the index at most once per `saveMs`, because a working `claude` changes its transcript all the time. */
  #saveSometimes(known: ReadonlyMap<string, IndexedTranscript>): void {
    const now = this.#options.clock.now();
    if (!this.#isChanged || now - this.#savedAt < saveMs) return;
    this.#options.cache.save(serializeIndex(known));
    this.#isChanged = false;
    this.#savedAt = now;
  }

  /**
   * Returns the folders of transcripts under each profile. One that several profiles share belongs to the first of
   * them, or to none.
   */
  transcriptFolders(): readonly TranscriptFolder[] {
    const folders = [...new Set(this.#options.folders().flatMap(findWorktreeFolders))];
    const found = new Map<string, TranscriptFolder>();
    for (const profile of ["", ...(this.#options.profiles?.names() ?? [])]) {
      for (const folder of folders) {
        const transcripts = this.#locate(folder, profile);
        const key = JSON.stringify([transcripts, folder]);
        if (transcripts !== undefined && !found.has(key)) found.set(key, { transcripts, folder, profile });
      }
    }
    return [...found.values()];
  }

  /**
   * Returns the folder of transcripts of a working folder; undefined for a profile whose environment cannot be read.
   * Throws without a profile.
   */
  #locate(folder: string, profile = ""): string | undefined {
    try {
      const env = this.#options.environment(profile);
      return getTranscriptFolder(env, getHome(env), folder);
    } catch (error) {
      if (profile === "") throw error;
      this.#options.logger.warn(
        `the conversations of the profile ${profile} are not listed: ${getErrorMessage(error)}`,
      );
      return undefined;
    }
  }

  /** Calls `changed` some time after a transcript or a folder of transcripts is changed, created or removed. */
  watch(changed: () => void): Disposable {
    let gathering: Disposable | undefined;
    const gather = (): void => {
      gathering ??= this.#options.clock.after(gatherMs, () => {
        gathering = undefined;
        changed();
      });
    };
    const watchers = this.transcriptFolders().flatMap(({ transcripts }) => {
      try {
        const watcher = fs.watch(findNearestExisting(transcripts), { persistent: false }, gather);
        watcher.on("error", () => watcher.close());
        return [watcher];
      } catch {
        return [];
      }
    });
    return toDisposable(() => {
      gathering?.dispose();
      for (const watcher of watchers) watcher.close();
    });
  }

  async #listFolder(folder: string, transcripts: string): Promise<SessionSummary[]> {
    const names = await fs.promises.readdir(transcripts).catch(() => []);
    this.#forget(transcripts, new Set(names));
    const next = names.filter((name) => /^[0-9a-f-]{36}\.jsonl$/i.test(name)).values();
    const withFolder = new Set(names);
    const isHere = isFolder(folder);
    const found: SessionSummary[] = [];
    const work = async (): Promise<void> => {
      for (const name of next) {
        const session = await this.#read(isHere, path.join(transcripts, name), withFolder);
        if (session) found.push({ ...session, folder });
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    return found;
  }

  /** Removes files that no longer exist in a folder from the index. */
  #forget(transcripts: string, names: ReadonlySet<string>): void {
    for (const file of this.#known?.keys() ?? []) {
      if (path.dirname(file) !== transcripts || names.has(path.basename(file))) continue;
      this.#known?.delete(file);
      this.#isChanged = true;
    }
  }

  async #read(
    isHere: (folder: string) => boolean,
    file: string,
    siblings: ReadonlySet<string>,
  ): Promise<Omit<SessionSummary, "folder"> | undefined> {
    try {
      const stats = await fs.promises.stat(file);
      if (!stats.isFile()) return undefined;
      const { size, mtimeMs: modified } = stats;
      const known = this.#known?.get(file);
      const isKnown = known?.size === size && known.modified === modified;
      const summary = isKnown ? known.summary : await readSummary(file);
      if (!isKnown) {
        this.#known?.set(file, { size, modified, summary, counted: known?.counted });
        this.#isChanged = true;
      }
      // Several working folders can share one folder of transcripts; the transcript names its working folder.
      if (!summary || (summary.cwd !== undefined && !isHere(summary.cwd))) return undefined;
      const { cwd: _cwd, messages: all, ...told } = summary;
      const counted = this.#known?.get(file)?.counted;
      const messages = all ?? (counted?.upTo === size ? counted.messages : undefined);
      const sessionId = path.basename(file, ".jsonl");
      const isArchived = siblings.has(sessionId) && (await isMarkedArchived(file.slice(0, -".jsonl".length), modified));
      return { sessionId, ...told, messages, size, time: modified, isArchived };
    } catch (error) {
      this.#options.logger.warn(`could not read ${file}: ${getErrorMessage(error)}`);
      return undefined;
    }
  }
}

/**
 * Returns a test for whether a path leads to this folder; each path is resolved once. Windows ignores case, and editors
 * and terminals write drive letters differently.
 */
function isFolder(folder: string): (other: string) => boolean {
  const known = new Map<string, boolean>([[folder, true]]);
  const locate = (of: string): string =>
    process.platform === "win32" ? resolveProjectPath(of).toLowerCase() : resolveProjectPath(of);
  return (other) => {
    const is = known.get(other) ?? locate(other) === locate(folder);
    known.set(other, is);
    return is;
  };
}

/** Returns the folder or its nearest existing ancestor; in a new project the folder itself is created first. */
function findNearestExisting(folder: string): string {
  let at = folder;
  while (!fs.existsSync(at) && path.dirname(at) !== at) at = path.dirname(at);
  return at;
}

/** Returns true if the archive mark of `claude` is set (2.1.329) and nothing was written to the transcript later. */
async function isMarkedArchived(sessionFolder: string, modified: number): Promise<boolean> {
  const file = path.join(sessionFolder, "archived.json");
  try {
    const [text, { mtimeMs }] = [await readRegular(file), await fs.promises.stat(file)];
    return readBoolean(JSON.parse(text), "archived") === true && modified <= mtimeMs;
  } catch {
    return false;
  }
}
