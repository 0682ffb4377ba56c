import fs from "node:fs";
import type {
  CutPlace,
  SavedSession,
  TranscriptReader,
  TranscriptSource,
} from "../../core/conversation/ports/ports.ts";
import { getHome, type ProfileEnvironment } from "../processes/environment.ts";
import { findCut } from "./cutPlaces.ts";
import { findLastEntry } from "./entryPlaces.ts";
import { getTranscriptPath } from "./projectFolder.ts";
import { TranscriptPages } from "./transcriptPages.ts";

/** Finds the transcripts that `claude` writes, by its own environment under each profile. */
export class TranscriptFiles implements TranscriptSource {
  readonly #environment: ProfileEnvironment;

  /** `environment` is read again at each call and may throw `settingInvalid`. */
  constructor(environment: ProfileEnvironment) {
    this.#environment = environment;
  }

  async open(session: SavedSession, before?: string, through?: string): Promise<TranscriptReader | undefined> {
    const file = this.#path(session);
    return fs.existsSync(file) ? new TranscriptPages(file, { before, through }) : undefined;
  }

  async lastEntry(session: SavedSession): Promise<string | undefined> {
    const file = this.#path(session);
    return fs.existsSync(file) ? findLastEntry(file) : undefined;
  }

  exists(session: SavedSession): boolean {
    return fs.existsSync(this.#path(session));
  }

  async findCut(session: SavedSession, promptId: string): Promise<CutPlace> {
    const file = this.#path(session);
    return fs.existsSync(file) ? findCut(file, promptId) : { kind: "unknown" };
  }

  #path({ sessionId, folder, profile }: SavedSession): string {
    const env = this.#environment(profile);
    return getTranscriptPath(env, getHome(env), folder, sessionId);
  }
}
