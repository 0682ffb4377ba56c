import type { CutPlace } from "../../conversation/ports/ports.ts";

/** Everything that a rewind needs from the owner of the conversation. */
export interface RewindPorts {
  readonly now: () => number;
  readonly newId: () => string;
  /** Resolves when the state that the conversation remembers is on disk, durably. Rejects if it cannot be written. */
  save(): Promise<void>;
  /** Returns the newest entry in the transcript of a session. Rejects when it cannot be read. */
  readLastEntry(sessionId: string): Promise<string | undefined>;
  /**
   * Finds the place before a prompt to which the conversation can go back. Rejects when the transcript cannot be read.
   */
  findCut(prompt: string): Promise<CutPlace>;
  /** Ends the process. Resolves to false if something would be lost with it. */
  rest(): Promise<boolean>;
  /**
   * Shows the past from the place from which the conversation continues now. Resolves to false if it cannot be read.
   */
  readPast(): Promise<boolean>;
}
