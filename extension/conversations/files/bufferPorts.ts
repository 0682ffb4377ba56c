import type { Disposable } from "../../base/disposable.ts";
import type { Event } from "../../base/emitter.ts";

/** What an editor holds of a file; line ends are line feeds, and a byte-order mark is left out. */
export interface EditorBuffer {
  /** Undefined for what is no text, such as a notebook, and for a text too long to be compared. */
  readonly text: string | undefined;
  /** It has changes that are not on the disk. */
  readonly isDirty: boolean;
}

/** A file on disk, decoded as its buffer is, in the form of a buffer's text. */
export interface DiskContent {
  readonly text: string;
  /** Length on disk, in bytes. */
  readonly size: number;
}

/** What editors hold of files beside the disk. Paths are absolute. */
export interface EditorBuffers {
  /** Files on this machine that an editor holds. */
  readonly paths: readonly string[];
  /** Undefined for a file that no editor holds. */
  get(path: string): EditorBuffer | undefined;
  /** Undefined where there is no such file, or it cannot be read as its buffer is. Never rejects. */
  readSaved(path: string): Promise<DiskContent | undefined>;
  /** Reads a buffer without changes again from the disk, without the focus. Never rejects; a buffer with changes stays as it is. */
  reload(path: string): Promise<void>;
  /**
   * Shows a buffer, reads it again from the disk, and puts into it what `merge` makes of that: both are steps that the user can undo.
   * Returns whether that was done.
   */
  rebase(path: string, merge: (saved: string) => string): Promise<boolean>;
  /** Shows what a buffer holds against what is on the disk. */
  compare(path: string): Promise<void>;
  /** Whether the editor itself refuses to save over a file that another program wrote in another length. */
  refusesConflicts(path: string): boolean;
  /** A buffer got its first change, or has none any more; also when it is closed. */
  readonly onDidChangeDirty: Event<string>;
  /** Asks before each save what is to be written in place of the buffer's text; undefined for that. */
  onWillSave(textFor: (path: string) => Promise<string | undefined> | undefined): Disposable;
}
