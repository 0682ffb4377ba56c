import fs from "node:fs";
import { getHome } from "../processes/environment.ts";
import type { TranscriptReader, TranscriptSource } from "../session/ports.ts";
import { getTranscriptPath } from "./projectFolder.ts";
import { findEntryBefore, TranscriptPages } from "./transcriptPages.ts";

/** Finds the transcripts that `claude` writes, by its own environment. */
export class TranscriptFiles implements TranscriptSource {
  readonly #environment: () => Readonly<Record<string, string>>;

  /** `environment` is read again at each call and may throw `settingInvalid`. */
  constructor(environment: () => Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  async open(sessionId: string, folder: string, before?: string): Promise<TranscriptReader | undefined> {
    const file = this.#path(sessionId, folder);
    return fs.existsSync(file) ? new TranscriptPages(file, before) : undefined;
  }

  exists(sessionId: string, folder: string): boolean {
    return fs.existsSync(this.#path(sessionId, folder));
  }

  /** Returns the entry before a prompt; null when the prompt is the first, undefined when it does not exist. */
  entryBefore(sessionId: string, folder: string, promptId: string): Promise<string | null | undefined> {
    return findEntryBefore(this.#path(sessionId, folder), promptId);
  }

  #path(sessionId: string, folder: string): string {
    const env = this.#environment();
    return getTranscriptPath(env, getHome(env), folder, sessionId);
  }
}
