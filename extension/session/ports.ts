import type { Failure } from "../base/failure.ts";
import type { Trouble } from "../contract/facts.ts";
import type { Frame } from "../protocol/decode.ts";
import type { Transport } from "../protocol/transport.ts";

/** How a process starts for a conversation. */
export interface Start {
  /** Working folder, absolute. */
  readonly folder: string;
  /** Id of the conversation to go on with. */
  readonly resume?: string | undefined;
  /** Go on from before this prompt, as a conversation of its own. */
  readonly forkBefore?: string | undefined;
}

/** Starts the CLI. Rejects with a `Failure` when it does not start. */
export interface Launcher {
  /** `isResumed` is false when the CLI had nothing saved of the conversation to resume, so that it began afresh. */
  launch(start: Start): Promise<{ readonly transport: Transport; readonly version: string; readonly isResumed: boolean }>;
}

/** Texts of files as the user sees them: an open editor's, else the disk's. */
export interface Files {
  /** Undefined when there is no such file. Rejects when it cannot be read as text. */
  read(path: string): Promise<string | undefined>;
  /** The text on disk, whatever editors hold. */
  readDisk(path: string): Promise<string | undefined>;
}

/** Saved transcripts. */
export interface History {
  /** Frames of a saved conversation, oldest first; undefined when there is none. */
  load(sessionId: string, folder: string): Promise<readonly Frame[] | undefined>;
}

/** Turns failures into words for people. */
export type DescribeFailure = (failure: Failure) => Trouble;
