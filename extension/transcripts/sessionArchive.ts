import fs from "node:fs";
import path from "node:path";
import { readString } from "../base/read.ts";
import type { DeletedSession, SessionStore, SessionSummary } from "../conversations/list/sessionCatalog.ts";
import { getHome } from "../processes/environment.ts";
import { openRegular, readRegularSync, replaceFileSync } from "../storage/regularFiles.ts";
import { moveTogether } from "./moveTogether.ts";
import { getTranscriptFolder } from "./projectFolder.ts";

export interface SessionArchiveOptions {
  /** The CLI's environment, read afresh at each call; may throw `settingInvalid`. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Where deleted conversations are kept for a while. */
  readonly trash: string;
  readonly now: () => number;
}

/** How long a deleted conversation is kept, in milliseconds. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** The end of the name of a folder of the trash that is not complete, and the age at which it counts as abandoned, in milliseconds. */
const partEnding = ".part";
const partMs = 60_000;

/** The file that tells what a folder of the trash holds, and where it was. */
const aboutName = "about.json";

/** Changes of saved conversations, in the CLI's own form, so that a terminal sees them too. */
export class SessionArchive implements SessionStore {
  readonly #options: SessionArchiveOptions;

  constructor(options: SessionArchiveOptions) {
    this.#options = options;
  }

  /** Appends a title, which the CLI's lists take from the end (2.1.329). Rejects when there is no such transcript. */
  rename(session: SessionSummary, title: string): Promise<void> {
    return this.#append(session, { type: "custom-title", customTitle: title, sessionId: session.sessionId });
  }

  /** Appends a mark in the same way. */
  setTag(session: SessionSummary, tag: string): Promise<void> {
    return this.#append(session, { type: "tag", tag, sessionId: session.sessionId });
  }

  /** Writes the CLI's own mark beside the transcript (2.1.329). */
  async archive(session: SessionSummary, isArchived: boolean): Promise<void> {
    const base = this.#base(session);
    await fs.promises.mkdir(base, { recursive: true });
    const mark = { archived: isArchived, at: new Date(this.#options.now()).toISOString(), by: "user" };
    replaceFileSync(path.join(base, "archived.json"), JSON.stringify(mark));
  }

  /** What is said later takes a conversation out of the archive; a title or a mark does not. */
  async #append(session: SessionSummary, entry: object): Promise<void> {
    await this.#appendLine(session, entry);
    const now = new Date(this.#options.now());
    await fs.promises.utimes(path.join(this.#base(session), "archived.json"), now, now).catch(() => {});
  }

  async #appendLine(session: SessionSummary, entry: object): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    const handle = await openRegular(`${this.#base(session)}.jsonl`, fs.constants.O_WRONLY | fs.constants.O_APPEND);
    try {
      // A last line that was cut must not take the title with it.
      await handle.write(`\n${line}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /**
   * Moves a transcript, and what belongs to it, out of the CLI's sight, all or nothing. Returns what brings it back. The transcript is what
   * lists know, so it goes last; the folder of the trash gets its name once everything is in it.
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
      await writeAll(path.join(part, aboutName), JSON.stringify({ title, folder, place }));
      await moveTogether(names, place, part);
      await fs.promises.rename(part, kept).catch(async (error) => {
        await moveTogether([...names].reverse(), part, place);
        throw error;
      });
    } catch (error) {
      if (getNames(session.sessionId).every((name) => !fs.existsSync(path.join(part, name)))) await fs.promises.rm(part, { recursive: true, force: true });
      throw error;
    }
    return () => this.restore(id);
  }

  /** What was deleted and is still kept, the newest first. What cannot be read is left out. */
  async listDeleted(): Promise<readonly DeletedSession[]> {
    const names = await fs.promises.readdir(this.#options.trash).catch(() => []);
    const complete = names.filter((name) => !name.endsWith(partEnding));
    const found = complete.flatMap((id) => {
      const about = readJson(path.join(this.#options.trash, id, aboutName));
      const [title, folder, time] = [readString(about, "title"), readString(about, "folder"), Number.parseInt(id, 10)];
      return title === undefined || folder === undefined || Number.isNaN(time) ? [] : [{ id, title, folder, time }];
    });
    return found.sort((one, other) => other.time - one.time);
  }

  /** Brings back what was deleted, all or nothing. Rejects when it is not there any more, or something stands in its place by now. */
  async restore(id: string): Promise<void> {
    const kept = path.join(this.#options.trash, path.basename(id));
    const place = readString(readJson(path.join(kept, aboutName)), "place");
    if (place === undefined || !isTranscriptFolder(place)) throw new Error(`nothing is kept of ${id}`);
    await this.#bringBack(kept, place);
    await fs.promises.rm(kept, { recursive: true, force: true });
  }

  async #bringBack(kept: string, place: string): Promise<void> {
    await fs.promises.mkdir(place, { recursive: true });
    const all = (await fs.promises.readdir(kept)).filter((name) => getKeptNames(kept).includes(name));
    const isTranscript = (name: string): boolean => name.endsWith(".jsonl");
    const isTaken = (name: string): boolean => fs.existsSync(path.join(place, name));
    const taken = all.filter((name) => isTranscript(name) && isTaken(name));
    // Nothing is thrown away for what stands in its place by now.
    if (taken.length > 0) throw new Error(`${taken.join(", ")} in ${place} was written since; what was deleted stays in ${kept}`);
    // A folder that never left, or came back alone, is the one that counts. The transcript comes last: then lists see it.
    const names = all.filter((name) => !isTaken(name)).sort((one, other) => Number(isTranscript(one)) - Number(isTranscript(other)));
    await moveTogether(names, kept, place);
  }

  /** Forgets what was deleted long ago, and brings back what a deletion that was cut off left on its way. Never rejects. */
  async purge(): Promise<void> {
    const { trash, now } = this.#options;
    const names = await fs.promises.readdir(trash).catch(() => []);
    const age = (name: string): number => (/^\d+-/.test(name) ? now() - Number.parseInt(name, 10) : 0);
    const cut = names.filter((name) => name.endsWith(partEnding) && age(name) > partMs);
    await Promise.all(cut.map((name) => this.#finish(path.join(trash, name)).catch(() => {})));
    const old = names.filter((name) => !name.endsWith(partEnding) && age(name) > retentionMs);
    await Promise.all(old.map((name) => fs.promises.rm(path.join(trash, name), { recursive: true, force: true }).catch(() => {})));
  }

  async #finish(part: string): Promise<void> {
    const place = readString(readJson(path.join(part, aboutName)), "place");
    if (place !== undefined && isTranscriptFolder(place)) await this.#bringBack(part, place);
    // A copy that was cut off is still whole in the place that it came from.
    const left = (await fs.promises.readdir(part)).filter((name) => getKeptNames(part).includes(name));
    if (left.length === 0) await fs.promises.rm(part, { recursive: true, force: true });
  }

  /** The path of a transcript without its ending, which is also the folder of what belongs to it. */
  #base({ sessionId, folder }: SessionSummary): string {
    const env = this.#options.environment();
    return path.join(getTranscriptFolder(env, getHome(env), folder), sessionId);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readRegularSync(file));
  } catch {
    return undefined;
  }
}

/** A file of the trash is believed only where it names a folder of transcripts; of which configuration of the CLI is not known. */
function isTranscriptFolder(place: string): boolean {
  return path.isAbsolute(place) && path.basename(path.dirname(path.resolve(place))) === "projects";
}

/** Names of a saved conversation in the folder of transcripts; the transcript is the last. */
function getNames(sessionId: string): readonly string[] {
  return [sessionId, `${sessionId}.jsonl`];
}

/** Names of the conversation that a folder of the trash is for, whether or not they are in it. */
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
