import fs from "node:fs";
import path from "node:path";
import type { OpenNames } from "../../../core/conversation/ports/fileHistory.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import { readArray, readNumber } from "../../../shared/base/read.ts";
import { readHost } from "../../processes/lockFile.ts";
import { identifyProcess, isRunning, type ProcessIdentity } from "../../processes/runningProcess.ts";
import { setAside } from "../../storage/ownFile.ts";
import { readRegularSync, replaceFileSync } from "../../storage/regularFiles.ts";
import { NewerStore } from "../store/storeFormat.ts";
import type { Point } from "./point.ts";

export interface OpenConversationsOptions {
  /** Folder with a file of each window. */
  readonly folder: string;
  /** Names this extension host. */
  readonly run: string;
  /** Lists deleted conversations that can be restored. */
  readonly listDeleted: () => Promise<readonly { readonly sessionId: string }[]>;
  readonly logger: Pick<Logger, "warn">;
}

/** Version of the format of the files. */
const version = 1;

/** Ending of the names of the files. */
const ending = ".json";

/**
 * The conversations whose checkpoints nothing may remove: those that are open in any window of the editor, and deleted
 * ones that can be restored.
 */
export class OpenConversations {
  readonly #options: OpenConversationsOptions;
  #host: Promise<ProcessIdentity | undefined> | undefined;
  #noted = "";
  #writing: Promise<void> = Promise.resolve();

  constructor(options: OpenConversationsOptions) {
    this.#options = options;
  }

  /** Notes those of this window. Resolves when other windows know them; never rejects. */
  note(names: OpenNames): Promise<void> {
    const text = JSON.stringify(names);
    if (text === this.#noted) return this.#writing;
    this.#noted = text;
    this.#writing = this.#writing.then(() => this.#write(names));
    return this.#writing;
  }

  /**
   * Returns a test for the points of these conversations. Removes the files of windows that are gone. Rejects when they
   * cannot be listed, and with `NewerStore` while a window of a newer version runs.
   */
  async read(): Promise<(point: Pick<Point, "conversation" | "session">) => boolean> {
    const { folder } = this.#options;
    await this.#writing;
    const open = new Set((await this.#options.listDeleted()).map(({ sessionId }) => sessionId));
    for (const name of await listNames(folder)) {
      if (!name.endsWith(ending)) continue;
      const file = path.join(folder, name);
      const value = readNote(file);
      const host = readHost(value);
      if (!host) {
        setAside(file);
        continue;
      }
      if (!(await isRunning(host))) {
        await fs.promises.rm(file, { force: true });
        continue;
      }
      // Every version names its host. What a newer one protects besides is not known.
      if ((readNumber(value, "version") ?? 1) > version)
        throw new NewerStore(`a newer version of Tandem runs: ${file}`);
      for (const key of ["conversations", "sessions"])
        for (const each of readArray(value, key) ?? []) open.add(String(each));
    }
    return ({ conversation, session }) => open.has(conversation) || (session !== undefined && open.has(session));
  }

  /** Returns whether another extension host with Tandem runs. Rejects when that is not known. */
  async isOpenElsewhere(): Promise<boolean> {
    const { folder, run } = this.#options;
    for (const name of await listNames(folder)) {
      if (!name.endsWith(ending) || name === `${run}${ending}`) continue;
      const host = readHost(readNote(path.join(folder, name)));
      if (host && (await isRunning(host))) return true;
    }
    return false;
  }

  async #write(names: OpenNames): Promise<void> {
    const { folder, run, logger } = this.#options;
    try {
      this.#host ??= identifyProcess(process.pid);
      const host = (await this.#host) ?? { pid: process.pid };
      await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
      replaceFileSync(path.join(folder, `${run}${ending}`), JSON.stringify({ version, host, ...names }));
    } catch (error) {
      this.#noted = "";
      logger.warn(`could not note the open conversations: ${getErrorMessage(error)}`);
    }
  }
}

/** Rejects where it is not known what is in a folder. */
async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return await fs.promises.readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Returns the content of a note; undefined for what no window writes. Throws if it cannot be read at the moment: it may
 * protect something.
 */
function readNote(file: string): unknown {
  try {
    return JSON.parse(readRegularSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code === "ENOENT" || code === "ENOTREG") return undefined;
    throw error;
  }
}
