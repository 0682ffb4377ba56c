import fs from "node:fs";
import path from "node:path";
import { stringAt } from "../base/read.ts";
import type { DeletedSession, SavedSession, SessionChanges } from "../conversations/ports.ts";
import { homeOf } from "./environment.ts";
import { transcriptFolder } from "./projectFolder.ts";

export interface SessionArchiveOptions {
  /** The CLI's environment, read afresh at each call; may throw `settingInvalid`. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Where deleted conversations are kept for a while. */
  readonly trash: string;
  readonly now: () => number;
}

/** How long a deleted conversation is kept, in milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** The file that tells what a folder of the trash holds, and where it was. */
const aboutName = "about.json";

/** Changes of saved conversations, in the CLI's own form, so that a terminal sees them too. */
export class SessionArchive implements SessionChanges {
  readonly #options: SessionArchiveOptions;

  constructor(options: SessionArchiveOptions) {
    this.#options = options;
  }

  /** Appends a title, which the CLI's lists take from the end (2.1.329). Rejects when there is no such transcript. */
  rename(session: SavedSession, title: string): Promise<void> {
    return this.#append(session, { type: "custom-title", customTitle: title, sessionId: session.sessionId });
  }

  /** Appends a mark in the same way. */
  tag(session: SavedSession, tag: string): Promise<void> {
    return this.#append(session, { type: "tag", tag, sessionId: session.sessionId });
  }

  /** Writes the CLI's own mark beside the transcript (2.1.329). */
  async archive(session: SavedSession, isArchived: boolean): Promise<void> {
    const base = this.#base(session);
    await fs.promises.mkdir(base, { recursive: true });
    const mark = { archived: isArchived, at: new Date(this.#options.now()).toISOString(), by: "user" };
    const file = path.join(base, "archived.json");
    await fs.promises.writeFile(file, JSON.stringify(mark));
  }

  /** What is said later takes a conversation out of the archive; a title or a mark does not. */
  async #append(session: SavedSession, entry: object): Promise<void> {
    await this.#appendLine(session, entry);
    const now = new Date(this.#options.now());
    await fs.promises.utimes(path.join(this.#base(session), "archived.json"), now, now).catch(() => {});
  }

  async #appendLine(session: SavedSession, entry: object): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    const handle = await fs.promises.open(`${this.#base(session)}.jsonl`, fs.constants.O_WRONLY | fs.constants.O_APPEND);
    try {
      // A last line that was cut must not take the title with it.
      await handle.write(`\n${line}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Moves a transcript, and what belongs to it, out of the CLI's sight. Returns what brings it back. */
  async remove(session: SavedSession): Promise<() => Promise<void>> {
    const base = this.#base(session);
    const id = `${this.#options.now()}-${session.sessionId}`;
    const kept = path.join(this.#options.trash, id);
    await fs.promises.mkdir(kept, { recursive: true, mode: 0o700 });
    const { title, folder } = session;
    await fs.promises.writeFile(path.join(kept, aboutName), JSON.stringify({ title, folder, place: path.dirname(base) }));
    for (const from of [`${base}.jsonl`, base]) if (fs.existsSync(from)) await move(from, path.join(kept, path.basename(from)));
    return () => this.restore(id);
  }

  /** What was deleted and is still kept, the newest first. What cannot be read is left out. */
  async deleted(): Promise<readonly DeletedSession[]> {
    const names = await fs.promises.readdir(this.#options.trash).catch(() => []);
    const found = names.flatMap((id) => {
      const about = readJson(path.join(this.#options.trash, id, aboutName));
      const [title, folder, time] = [stringAt(about, "title"), stringAt(about, "folder"), Number.parseInt(id, 10)];
      return title === undefined || folder === undefined || Number.isNaN(time) ? [] : [{ id, title, folder, time }];
    });
    return found.sort((one, other) => other.time - one.time);
  }

  /** Brings back what was deleted. Rejects when it is not there any more, or something stands in its place by now. */
  async restore(id: string): Promise<void> {
    const kept = path.join(this.#options.trash, path.basename(id));
    const place = stringAt(readJson(path.join(kept, aboutName)), "place");
    if (place === undefined) throw new Error(`nothing is kept of ${id}`);
    await fs.promises.mkdir(place, { recursive: true });
    const names = (await fs.promises.readdir(kept)).filter((name) => name !== aboutName);
    const taken = names.filter((name) => fs.existsSync(path.join(place, name)));
    // Nothing is thrown away for what stands in its place by now.
    if (taken.length > 0) throw new Error(`${taken.join(", ")} in ${place} was written since; what was deleted stays in ${kept}`);
    for (const name of names) await move(path.join(kept, name), path.join(place, name));
    await fs.promises.rm(kept, { recursive: true, force: true });
  }

  /** Forgets what was deleted long ago. Never rejects. */
  async purge(): Promise<void> {
    const names = await fs.promises.readdir(this.#options.trash).catch(() => []);
    const old = names.filter((name) => /^\d+-/.test(name) && Number.parseInt(name, 10) < this.#options.now() - keptMs);
    await Promise.all(old.map((name) => fs.promises.rm(path.join(this.#options.trash, name), { recursive: true, force: true }).catch(() => {})));
  }

  /** The path of a transcript without its ending, which is also the folder of what belongs to it. */
  #base({ sessionId, folder }: SavedSession): string {
    const env = this.#options.environment();
    return path.join(transcriptFolder(env, homeOf(env), folder), sessionId);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Also from one disk to another. */
async function move(from: string, to: string): Promise<void> {
  try {
    await fs.promises.rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await fs.promises.cp(from, to, { recursive: true });
    await fs.promises.rm(from, { recursive: true });
  }
}
