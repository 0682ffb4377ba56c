import { createHash, type Hash } from "node:crypto";
import type { PrivateGit } from "../../git/privateGit.ts";

/** Receives objects of a store, one after the other. */
export interface ObjectSink {
  /** An object of this size follows. */
  begin?(name: string, size: number): void;
  /** A part of its content. */
  write?(part: Buffer): void;
  /**
   * Its end. `isWhole`: false for one that the store has lost, or not as it was; `begin` and `write` may have been
   * called for it.
   */
  end(name: string, isWhole: boolean): void;
}

/**
 * Reads objects of a store, each in the order of the names, and compares each with its name. Rejects with an error of
 * the sink, and when git fails for another reason than a damaged object.
 */
export async function readObjects(
  git: PrivateGit,
  names: readonly string[],
  sink: ObjectSink,
  signal?: AbortSignal,
): Promise<void> {
  for (let left = names; left.length > 0; ) {
    const parser = new BatchParser(left, sink);
    const failure = await git
      .run(["cat-file", "--batch", "--buffer"], {
        input: left.map((name) => `${name}\n`).join(""),
        onOutput: (chunk) => parser.add(chunk),
        signal,
      })
      .then(
        () => undefined,
        (error: Error) => error,
      );
    if (parser.failure) throw parser.failure;
    left = left.slice(parser.count);
    const [next] = left;
    if (next === undefined) return;
    // Git ends at a damaged object that has a file of its own.
    if (failure && !failure.message.includes(next)) throw failure;
    sink.end(next, false);
    left = left.slice(1);
  }
}

/** Returns those of the objects that a store has lost, or not as they were. */
export async function findLost(
  git: PrivateGit,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  await readObjects(git, [...new Set(names)], { end: (name, isWhole) => void (isWhole || lost.add(name)) }, signal);
  return lost;
}

/** Reads what `git cat-file --batch` prints, piece by piece. */
class BatchParser {
  readonly #names: readonly string[];
  readonly #sink: ObjectSink;
  /** Number of objects that have ended. */
  count = 0;
  /** The error that the sink threw; the rest of the output is ignored. */
  failure: Error | undefined;
  #header = "";
  #hash: Hash | undefined;
  /** Bytes that are still to come, with the end of a line behind the content. */
  #left = 0;

  constructor(names: readonly string[], sink: ObjectSink) {
    this.#names = names;
    this.#sink = sink;
  }

  add(chunk: Buffer): void {
    try {
      for (let rest = chunk; rest.length > 0 && !this.failure; )
        rest = this.#hash === undefined ? this.#readHeader(rest) : this.#readContent(rest, this.#hash);
    } catch (error) {
      this.failure = error as Error;
    }
  }

  get #name(): string {
    return this.#names[this.count] ?? "";
  }

  #readHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf("\n");
    this.#header += chunk.toString("latin1", 0, end < 0 ? chunk.length : end);
    if (end < 0) return Buffer.alloc(0);
    const [, type, size] = /^[0-9a-f]+ (blob|tree|commit|tag) (\d+)$/.exec(this.#header) ?? [];
    this.#header = "";
    if (type === undefined) this.#sink.end(this.#names[this.count++] ?? "", false);
    else {
      this.#left = Number(size) + 1;
      this.#hash = createHash("sha1").update(`${type} ${size}\0`);
      this.#sink.begin?.(this.#name, Number(size));
    }
    return chunk.subarray(end + 1);
  }

  #readContent(chunk: Buffer, hash: Hash): Buffer {
    const part = chunk.subarray(0, Math.min(this.#left, chunk.length));
    const content = part.length === this.#left ? part.subarray(0, -1) : part;
    this.#sink.write?.(content);
    hash.update(content);
    this.#left -= part.length;
    if (this.#left === 0) {
      this.#hash = undefined;
      const name = this.#name;
      this.count++;
      this.#sink.end(name, hash.digest("hex") === name);
    }
    return chunk.subarray(part.length);
  }
}
