import fs from "node:fs";
import path from "node:path";
import type { DeletedSession, SessionStore, SessionSummary } from "../../core/conversations/list/sessionCatalog.ts";
import { readNumber, readString } from "../../shared/base/read.ts";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";
import { openRegular, readJsonSync, replaceFileSync } from "../storage/regularFiles.ts";
import { moveTogether } from "./moveTogether.ts";
import { getTranscriptFolder } from "./projectFolder.ts";

export interface SessionArchiveOptions {
  readonly environment: ProfileEnvironment;
  /** Folder for deleted conversations. */
  readonly trash: string;
  readonly now: () => number;
}

/** Time in milliseconds for which a deleted conversation is kept. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Ending of the name of an incomplete folder of the trash, and the age in milliseconds at which it counts as abandoned.
 */
const partEnding = ".part";
const partMs = 60_000;

/** Name of the file that describes a folder of the trash: the conversation, and its original place. */
const aboutName = "about.json";

/** Version of the format of that file. */
const version = 1;

/** Changes saved conversations in the form that `claude` uses, so that a terminal sees the changes too. */
export class SessionArchive implements SessionStore {
  readonly #options: SessionArchiveOptions;

  constructor(options: SessionArchiveOptions) {
    this.#options = options;
  }

  /**
   * Appends a title, which the lists of `claude` take from the end (2.1.329). Rejects when the transcript does not
   * exist.
   */
  rename(session: SessionSummary, title: string): Promise<void> {
    return this.#append(session, { type: "custom-title", customTitle: title, sessionId: session.sessionId });
  }

  /** Appends a tag in the same way. */
  setTag(session: SessionSummary, tag: string): Promise<void> {
    return this.#append(session, { type: "tag", tag, sessionId: session.sessionId });
  }

  /**
   * Writes the archive mark of `claude` beside the transcript (2.1.329). Rejects when the transcript does not exist: a
   * folder without it would have the place of one that was deleted.
   */
  async archive(session: SessionSummary, isArchived: boolean): Promise<void> {
    const base = this.#base(session);
    await fs.promises.access(`${base}.jsonl`);
    await fs.promises.mkdir(base, { recursive: true });
    const mark = { archived: isArchived, at: new Date(this.#options.now()).toISOString(), by: "user" };
    replaceFileSync(path.join(base, "archived.json"), JSON.stringify(mark));
  }

  /** Appends an entry and keeps the conversation archived: a later message unarchives it, a title or a tag does not. */
  async #append(session: SessionSummary, entry: object): Promise<void> {
    await this.#appendLine(session, entry);
    const now = new Date(this.#options.now());
    await fs.promises.utimes(path.join(this.#base(session), "archived.json"), now, now).catch(() => {});
  }

  async #appendLine(session: SessionSummary, entry: object): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    const handle = await openRegular(`${this.#base(session)}.jsonl`, fs.constants.O_WRONLY | fs.constants.O_APPEND);
    try {
      // The leading line break keeps the title separate from a last line that was cut.
      await handle.appendFile(`\n${line}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /**
   * Moves a transcript and its files out of the sight of `claude`, all or none. Returns a function that restores them.
   * The transcript moves last, because lists show a conversation by it; the folder of the trash gets its final name
   * once everything is in it.
   */
  async remove(session: SessionSummary): Promise<() => Promise<void>> {
    const base = this.#base(session);
    const place = path.dirname(base);
    const id = `${this.#options.now()}-${session.sessionId}`;
    const kept = path.join(this.#options.trash, id);
    const part = `${kept}${partEnding}`;
    await fs.promises.mkdir(part, { recursive: true, mode: 0o700 });
    const { title, folder } = session;
    const names = getNames(session.sessionId).filter((name) => fs.existsSync(path.join(place, name)));
    try {
      await writeAll(path.join(part, aboutName), JSON.stringify({ version, title, folder, place }));
      await moveTogether(names, place, part);
      await fs.promises.rename(part, kept).catch(async (error) => {
        await moveTogether([...names].reverse(), part, place);
        throw error;
      });
    } catch (error) {
      if (getNames(session.sessionId).every((name) => !fs.existsSync(path.join(part, name))))
        await fs.promises.rm(part, { recursive: true, force: true });
      throw error;
    }
    return () => this.restore(id);
  }

  /** Lists deleted conversations that are still kept, the newest first. Skips those that cannot be read. */
  async listDeleted(): Promise<readonly DeletedSession[]> {
    const names = await fs.promises.readdir(this.#options.trash).catch(() => []);
    const complete = names.filter((name) => !name.endsWith(partEnding));
    const found = complete.flatMap((id) => {
      const about = readJsonSync(path.join(this.#options.trash, id, aboutName));
      const [title, folder, time] = [readString(about, "title"), readString(about, "folder"), Number.parseInt(id, 10)];
      return title === undefined || folder === undefined || Number.isNaN(time)
        ? []
        : [{ id, sessionId: id.slice(id.indexOf("-") + 1), title, folder, time }];
    });
    return found.sort((one, other) => other.time - one.time);
  }

  /**
   * Restores a deleted conversation, all or nothing. Rejects when it no longer exists, or when another file has its
   * place by now.
   */
  async restore(id: string): Promise<void> {
    const kept = path.join(this.#options.trash, path.basename(id));
    const place = readString(readJsonSync(path.join(kept, aboutName)), "place");
    if (place === undefined || !isTranscriptFolder(place)) throw new Error(`nothing is kept of ${id}`);
    await this.#bringBack(kept, place);
    await fs.promises.rm(kept, { recursive: true, force: true });
  }

  async #bringBack(kept: string, place: string): Promise<void> {
    await fs.promises.mkdir(place, { recursive: true });
    const found = await fs.promises.readdir(kept);
    const all = getKeptNames(kept).filter((name) => found.includes(name));
    const isTranscript = (name: string): boolean => name.endsWith(".jsonl");
    const isTaken = (name: string): boolean => fs.existsSync(path.join(place, name));
    const taken = all.filter((name) => isTranscript(name) && isTaken(name));
    // A file that was written in its place since is never overwritten.
    if (taken.length > 0)
      throw new Error(`${taken.join(", ")} in ${place} was written since; what was deleted stays in ${kept}`);
    // The content of a folder that never moved, that came back alone, or that was made since is authoritative. The
    // transcript moves last, since lists see it then.
    const missing = await Promise.all(all.map((name) => listMissing(kept, place, name)));
    await moveTogether(missing.flat(), kept, place);
  }

  /**
   * Removes conversations that were deleted long ago, and restores those whose deletion was interrupted. Those of a
   * newer version, or with a damaged note, stay. Never rejects.
   */
  async purge(): Promise<void> {
    const { trash, now } = this.#options;
    const names = await fs.promises.readdir(trash).catch(() => []);
    const age = (name: string): number => (/^\d+-/.test(name) ? now() - Number.parseInt(name, 10) : 0);
    const cut = names.filter((name) => name.endsWith(partEnding) && age(name) > partMs);
    await Promise.all(cut.map((name) => this.#finish(path.join(trash, name)).catch(() => {})));
    const isOwn = (name: string): boolean => {
      const about = readJsonSync(path.join(trash, name, aboutName));
      if (about === undefined) return !fs.existsSync(path.join(trash, name, aboutName));
      return (readNumber(about, "version") ?? 1) <= version;
    };
    const old = names.filter((name) => !name.endsWith(partEnding) && age(name) > retentionMs && isOwn(name));
    await Promise.all(
      old.map((name) => fs.promises.rm(path.join(trash, name), { recursive: true, force: true }).catch(() => {})),
    );
  }

  async #finish(part: string): Promise<void> {
    const place = readString(readJsonSync(path.join(part, aboutName)), "place");
    if (place !== undefined && isTranscriptFolder(place)) await this.#bringBack(part, place);
    // After an interrupted copy, the original is still complete in its place.
    const left = (await fs.promises.readdir(part)).filter((name) => getKeptNames(part).includes(name));
    if (left.length === 0) await fs.promises.rm(part, { recursive: true, force: true });
  }

  /** Returns the path of a transcript without its ending, which is also the folder of its other files. */
  #base({ sessionId, folder, profile }: SessionSummary): string {
    const env = this.#options.environment(profile);
    return path.join(getTranscriptFolder(env, getHome(env), folder), sessionId);
  }
}

/**
 * Returns true for a folder of transcripts, the only place that is accepted from a file of the trash. It can be under
 * any config folder of `claude`.
 */
function isTranscriptFolder(place: string): boolean {
  return path.isAbsolute(place) && path.basename(path.dirname(path.resolve(place))) === "projects";
}

/** Returns the parts of a file or folder that another folder lacks: itself, or what is in it, as relative paths. */
async function listMissing(from: string, to: string, name: string): Promise<readonly string[]> {
  const [kept, other] = await Promise.all(
    [from, to].map((folder) => fs.promises.lstat(path.join(folder, name)).catch(() => undefined)),
  );
  if (!other) return [name];
  if (!kept?.isDirectory() || !other.isDirectory()) return [];
  const inside = await fs.promises.readdir(path.join(from, name));
  return (await Promise.all(inside.map((each) => listMissing(from, to, path.join(name, each))))).flat();
}

/** Returns the names of a saved conversation in the folder of transcripts; the transcript is the last. */
function getNames(sessionId: string): readonly string[] {
  return [sessionId, `${sessionId}.jsonl`];
}

/** Returns the names of the conversation of a folder of the trash, whether or not they exist in it. */
function getKeptNames(kept: string): readonly string[] {
  return getNames(path.basename(kept, partEnding).replace(/^\d+-/, ""));
}

async function writeAll(file: string, text: string): Promise<void> {
  const handle = await fs.promises.open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
