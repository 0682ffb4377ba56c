import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { SearchHit, SessionSearch } from "../../core/conversations/list/sessionCatalog.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { openRegular, statExisting } from "../storage/regularFiles.ts";
import { excerptLength, extractExcerpt, isSearchableKey } from "./excerpts.ts";

export interface TranscriptSearchOptions {
  /** Returns the folders of transcripts. */
  readonly folders: () => readonly string[];
  /** Returns the path of the editor's ripgrep; undefined where it does not exist, and then all files are read here. */
  readonly ripgrep: () => string | undefined;
  readonly logger: Logger;
}

type HitListener = (hit: SearchHit) => void;

/** Maximum number of conversations that a search finds; the user reads no more. */
const maxHits = 200;
/**
 * Maximum number of lines of a file that are checked, since a word that occurs only in keys and names is in every line.
 */
const maxTries = 2_000;
/** Maximum number of bytes of a line that is checked; the hit of a longer line shows ripgrep's excerpt. */
const maxLineLength = 1024 * 1024;

/** Finds conversations by their text. Reports one hit for each, with the matching text. */
export class TranscriptSearch implements SessionSearch {
  readonly #options: TranscriptSearchOptions;

  constructor(options: TranscriptSearchOptions) {
    this.#options = options;
  }

  async search(text: string, found: HitListener, signal: AbortSignal): Promise<void> {
    if (text.trim() === "" || signal.aborted) return;
    const own = new AbortController();
    const ended = AbortSignal.any([signal, own.signal]);
    const seen = new Set<string>();
    const once: HitListener = (hit) => {
      if (ended.aborted || seen.has(hit.sessionId)) return;
      seen.add(hit.sessionId);
      found(hit);
      if (seen.size >= maxHits) own.abort();
    };
    const { folders, ripgrep, logger } = this.#options;
    try {
      const existing = folders().filter((folder) => fs.existsSync(folder));
      const program = ripgrep();
      if (existing.length === 0) return;
      const isDone =
        program !== undefined &&
        (await runRipgrep(program, existing, text, once, ended).catch((error: unknown) => said(error)));
      if (!isDone) await readAll(existing, text, once, ended);
    } catch (error) {
      said(error);
    }
    function said(error: unknown): false {
      if (!ended.aborted) logger.warn(`a search failed: ${getErrorMessage(error)}`);
      return false;
    }
  }
}

/**
 * Runs ripgrep, which reports possible matches with their offset and, where it is near, their key. The caller's side
 * checks whether a match is part of the conversation.
 */
async function runRipgrep(
  program: string,
  folders: readonly string[],
  text: string,
  found: HitListener,
  signal: AbortSignal,
): Promise<true> {
  const child = spawn(program, getArguments(folders, text), {
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
  });
  const end = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  const closed = new Promise<unknown>((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  const candidates = new Candidates(text, found);
  try {
    const decoder = new StringDecoder("utf8");
    let rest = "";
    for await (const chunk of child.stdout) {
      const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (!signal.aborted) await candidates.take(line);
    }
    // Exit code 1 means no match.
    const code = await closed;
    if (code !== 0 && code !== 1 && !signal.aborted)
      throw code instanceof Error ? code : new Error(`ripgrep ended with ${code}`);
    return true;
  } finally {
    signal.removeEventListener("abort", end);
    if (child.exitCode === null) end();
    await candidates.close();
  }
}

/** Returns the arguments of ripgrep for a text in the strings of transcripts, in any case. */
function getArguments(folders: readonly string[], text: string): readonly string[] {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
  const character = '(?:[^"\\\\]|\\\\.)';
  const pattern = `(?:"([A-Za-z_]{1,30})":\\[?")?(${character}{0,${excerptLength.before}}${escaped}${character}{0,${excerptLength.after}})`;
  return [
    "--no-config",
    "--no-ignore",
    "--hidden",
    "--no-messages",
    "--ignore-case",
    "--null",
    "--byte-offset",
    "--only-matching",
    "--max-depth=1",
    "--no-line-number",
    "--color=never",
    "--glob=*.jsonl",
    "--replace=$1\t$2",
    `--regexp=${pattern}`,
    "--",
    ...folders,
  ];
}

/**
 * Checks the lines of ripgrep's output: file, byte offset, key and excerpt. The transcript line at the offset decides
 * whether the match is visible.
 */
class Candidates {
  readonly #text: string;
  readonly #found: HitListener;
  readonly #done = new Set<string>();
  /** The last line of the open file without a visible match: all its other matches are skipped. */
  #rejected: { readonly start: number; readonly end: number } | undefined;
  #tried = 0;
  #open: { readonly file: string; readonly handle: fs.promises.FileHandle } | undefined;

  constructor(text: string, found: HitListener) {
    this.#text = text;
    this.#found = found;
  }

  async take(output: string): Promise<void> {
    const parsed = /^([^\0]+)\0(\d+):([A-Za-z_]*)\t(.*)$/.exec(output);
    const [, file = "", offset = "", key = "", excerpt = ""] = parsed ?? [];
    if (!parsed || this.#done.has(file) || !isSearchableKey(key, excerpt)) return;
    const line = await this.#excerptAt(file, Number(offset), excerpt);
    if (line === undefined) return;
    this.#done.add(file);
    this.#found({ sessionId: path.basename(file, ".jsonl"), line });
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
  }

  async #excerptAt(file: string, offset: number, seen: string): Promise<string | undefined> {
    try {
      const handle = await this.#handleOf(file);
      const { start = 0, end = -1 } = this.#rejected ?? {};
      if ((offset >= start && offset < end) || this.#tried++ > maxTries) return undefined;
      const line = await readLineAround(handle, offset);
      if (line === undefined) return seen.replace(/\\[nrt"\\]/g, " ");
      const excerpt = extractExcerpt(line.text, this.#text);
      if (excerpt === undefined) this.#rejected = line;
      return excerpt;
    } catch {
      // The file was removed meanwhile.
      return undefined;
    }
  }

  async #handleOf(file: string): Promise<fs.promises.FileHandle> {
    if (this.#open?.file !== file) {
      await this.#open?.handle.close();
      this.#open = undefined;
      this.#rejected = undefined;
      this.#tried = 0;
      this.#open = { file, handle: await openRegular(file) };
    }
    return this.#open.handle;
  }
}

interface FileLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the line that contains a byte; undefined for a line that is too long. */
async function readLineAround(handle: fs.promises.FileHandle, offset: number): Promise<FileLine | undefined> {
  const from = Math.max(0, offset - maxLineLength);
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(Math.min(64 * 1024, maxLineLength)),
    0,
    64 * 1024,
    Math.max(0, offset - 32 * 1024),
  );
  const near = getTextAround(
    buffer.subarray(0, bytesRead),
    Math.max(0, offset - 32 * 1024),
    Math.min(offset, 32 * 1024),
    bytesRead < 64 * 1024,
  );
  if (near !== undefined) return near;
  const wide = await handle.read(Buffer.alloc(2 * maxLineLength), 0, 2 * maxLineLength, from);
  return getTextAround(
    wide.buffer.subarray(0, wide.bytesRead),
    from,
    offset - from,
    wide.bytesRead < 2 * maxLineLength,
  );
}

function getTextAround(bytes: Buffer, from: number, at: number, isFileEnd: boolean): FileLine | undefined {
  const start = bytes.lastIndexOf(10, at);
  const end = bytes.indexOf(10, at);
  if ((start === -1 && from > 0) || (end === -1 && !isFileEnd)) return undefined;
  const to = end === -1 ? bytes.length : end;
  return { text: bytes.toString("utf8", start + 1, to), start: from + start + 1, end: from + to };
}

/** Searches without ripgrep: reads every file, the newest first. */
async function readAll(
  folders: readonly string[],
  text: string,
  found: HitListener,
  signal: AbortSignal,
): Promise<void> {
  const files = folders.flatMap((folder) =>
    fs.readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [path.join(folder, name)] : [])),
  );
  const byTime = files
    .map((file) => ({ file, time: statExisting(file)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time);
  for (const { file } of byTime) {
    if (signal.aborted) return;
    const line = await findIn(file, text, signal);
    if (line !== undefined) found({ sessionId: path.basename(file, ".jsonl"), line });
  }
}

async function findIn(file: string, text: string, signal: AbortSignal): Promise<string | undefined> {
  const decoder = new StringDecoder("utf8");
  const wanted = JSON.stringify(text).slice(1, -1).toLowerCase();
  let rest = "";
  try {
    const handle = await openRegular(file);
    for await (const chunk of handle.createReadStream({ highWaterMark: 1024 * 1024, signal })) {
      const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > maxLineLength) rest = "";
      for (const line of lines) {
        const excerpt = line.toLowerCase().includes(wanted) ? extractExcerpt(line, text) : undefined;
        if (excerpt !== undefined) return excerpt;
      }
    }
    return extractExcerpt(rest, text);
  } catch {
    // The file was removed meanwhile, or the search was aborted.
    return undefined;
  }
}
