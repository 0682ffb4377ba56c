import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Disposable } from "../../shared/base/disposable.ts";
import { readRegularSync, replaceFileSync } from "./regularFiles.ts";
import { isPidInUse } from "./windowFolder.ts";

/** Machines can share a home, and only know their own processes. */
const thisMachine = `${os.hostname()}.`;
/** Number of characters from which a text is kept on disk. */
const shortest = 4_096;

/** Keeps texts in files of this process, each text once, until it ends. */
export class KeptTexts implements Disposable {
  readonly #parent: string;
  readonly #folder: string;
  readonly #written = new Set<string>();
  #isSwept = false;

  /** `parent`: a folder that all windows share. */
  constructor(parent: string) {
    this.#parent = parent;
    this.#folder = path.join(parent, `${thisMachine}${process.pid}`);
  }

  /**
   * Returns a function that returns the text again; it throws if the file was lost or changed. A short text, or one
   * that the disk refuses, stays in memory.
   */
  keep(text: string): () => string {
    if (text.length < shortest) return () => text;
    const file = path.join(this.#folder, hash(text));
    try {
      this.#sweep();
      if (!this.#written.has(file)) {
        fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
        // JSON holds every text, also one that UTF-8 does not.
        replaceFileSync(file, JSON.stringify(text));
        this.#written.add(file);
      }
    } catch {
      return () => text;
    }
    return createRead(file);
  }

  dispose(): void {
    if (this.#written.size > 0) fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Removes the texts of processes that ended without doing so, and those of an earlier process with this id. */
  #sweep(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    if (!fs.existsSync(this.#parent)) return;
    for (const name of fs.readdirSync(this.#parent)) {
      if (!name.startsWith(thisMachine)) continue;
      const pid = Number(name.slice(thisMachine.length));
      if (pid === process.pid || !isPidInUse(pid))
        fs.rmSync(path.join(this.#parent, name), { recursive: true, force: true });
    }
  }
}

/** A function outside `keep`, whose other functions would hold the text. */
function createRead(file: string): () => string {
  return () => {
    const text: string = JSON.parse(readRegularSync(file, { isLimited: false }));
    if (hash(text) !== path.basename(file)) throw new Error(`Another program changed ${file}.`);
    return text;
  };
}

const hash = (text: string): string => createHash("sha256").update(text, "utf16le").digest("hex");
