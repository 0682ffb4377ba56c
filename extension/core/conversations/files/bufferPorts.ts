import type { Disposable } from "../../../shared/base/disposable.ts";
import type { Event } from "../../../shared/base/emitter.ts";

/** The text of a file in an editor, with line feeds as line endings and without a byte-order mark. */
export interface EditorBuffer {
  /** Undefined for a buffer that is not text, such as a notebook, and for a text too long to compare. */
  readonly text: string | undefined;
  /** True when it has unsaved changes. */
  readonly isDirty: boolean;
}

/** A file on disk, decoded like its buffer, with the text in the form of a buffer. */
export interface DiskContent {
  readonly text: string;
  /** Length on disk, in bytes. */
  readonly size: number;
}

/** Buffers of the editor. Paths are absolute. */
export interface EditorBuffers {
  /** Local files that have a buffer. */
  readonly paths: readonly string[];
  /** Returns undefined for a file without a buffer. */
  get(path: string): EditorBuffer | undefined;
  /** Reads a file from the disk; undefined where it is missing or cannot be decoded like its buffer. Never rejects. */
  readSaved(path: string): Promise<DiskContent | undefined>;
  /**
   * Reloads an unchanged buffer from the disk, without moving the focus. Never rejects; a dirty buffer stays unchanged.
   */
  reload(path: string): Promise<void>;
  /**
   * Shows a buffer, reloads it from the disk, and replaces its text by the result of `merge`, which gets the text on
   * disk and the text that the buffer had last; the user can undo both steps. Resolves to true on success.
   */
  rebase(path: string, merge: (saved: string, mine: string) => string): Promise<boolean>;
  /** Compares a buffer with the disk. */
  compare(path: string): Promise<void>;
  /** Checks whether the editor itself refuses to save over a file that another program wrote with another length. */
  refusesConflicts(path: string): boolean;
  /** Fires when a buffer becomes dirty or clean, also when it closes. */
  readonly onDidChangeDirty: Event<string>;
  /**
   * Registers a callback that runs before each save and returns the text to write; undefined keeps the text of the
   * buffer.
   */
  onWillSave(textFor: (path: string) => Promise<string | undefined> | undefined): Disposable;
}
