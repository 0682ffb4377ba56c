import fs from "node:fs";
import path from "node:path";
import { messageOf } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import type { SavedSession, SavedSessions } from "../conversations/ports.ts";
import { homeOf } from "./environment.ts";
import { realPath, transcriptFolder } from "./projectFolder.ts";
import { readSummary, type TranscriptSummary } from "./transcriptSummary.ts";

export interface SessionIndexOptions {
  /** The CLI's environment, read afresh at each call; may throw `settingInvalid`. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** The working folders whose conversations are listed. */
  readonly folders: () => readonly string[];
  readonly logger: Logger;
}

interface Known {
  readonly size: number;
  readonly modified: number;
  readonly summary: TranscriptSummary | undefined;
}

/** Files that are read at the same time. */
const width = 16;

/** The saved conversations of the working folders, from both ends of each transcript. A file that did not change is not read again. */
export class SessionIndex implements SavedSessions {
  readonly #options: SessionIndexOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: SessionIndexOptions) {
    this.#options = options;
  }

  async list(): Promise<readonly SavedSession[]> {
    const env = this.#options.environment();
    const folders = [...new Set(this.#options.folders())];
    const lists = await Promise.all(folders.map((folder) => this.#listFolder(folder, transcriptFolder(env, homeOf(env), folder))));
    return lists.flat().sort((a, b) => b.time - a.time);
  }

  async #listFolder(folder: string, transcripts: string): Promise<SavedSession[]> {
    const names = await fs.promises.readdir(transcripts).catch(() => []);
    const files = names.filter((name) => /^[0-9a-f-]{36}\.jsonl$/i.test(name));
    const found: SavedSession[] = [];
    const next = files.values();
    const work = async (): Promise<void> => {
      for (const name of next) {
        const session = await this.#read(folder, path.join(transcripts, name));
        if (session) found.push(session);
      }
    };
    await Promise.all(Array.from({ length: width }, work));
    return found;
  }

  async #read(folder: string, file: string): Promise<SavedSession | undefined> {
    try {
      const { size, mtimeMs: modified } = await fs.promises.stat(file);
      const known = this.#known.get(file);
      const summary = known?.size === size && known.modified === modified ? known.summary : await readSummary(file);
      this.#known.set(file, { size, modified, summary });
      // Several folders can share one name: the transcript says which one it is of.
      if (!summary || (summary.cwd !== undefined && realPath(summary.cwd) !== realPath(folder))) return undefined;
      const { title, firstPrompt, branch } = summary;
      return { sessionId: path.basename(file, ".jsonl"), folder, title, firstPrompt, branch, time: modified };
    } catch (error) {
      this.#options.logger.warn(`could not read ${file}: ${messageOf(error)}`);
      return undefined;
    }
  }
}
