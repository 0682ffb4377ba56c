import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { getErrorMessage } from "../base/failure.ts";
import type { Logger } from "../base/logger.ts";
import { TooManyFiles } from "../checkpoints/snapshots.ts";
import { withStoreLock } from "../checkpoints/storeLock.ts";
import type { IsolationRecovery, IsolationRefusal } from "../contract/isolation.ts";
import type { ApplyOutcome, ApplyStep, CopyRequest, IsolatedChanges, IsolatedFolder, IsolatedFolders } from "../conversations/isolationPorts.ts";
import { findRepository } from "../git/worktrees.ts";
import { canReflink, copyFolder } from "./copyFolder.ts";
import { listIgnored, noteIgnored } from "./ignoredFiles.ts";
import { IsolatedStore, maxFiles } from "./isolatedStore.ts";
import { isBelow, OverBudget, planCopy } from "./planCopy.ts";
import { getWorkFolder, type IsolationRecord, maxLeftOut, readRecord, writeRecord } from "./record.ts";
import { recoverFolder } from "./recoverFolder.ts";
import { measureFolder, removeFolder, removePlace } from "./removeFolder.ts";

/** Free space in bytes that a copy leaves. */
const minFreeBytes = 256 * 1024 * 1024;

export interface DiskIsolationOptions {
  /** Folder of all isolated folders; created on demand. */
  readonly place: string;
  /** Returns the path of git; undefined without one. */
  readonly findGit: () => Promise<string | undefined>;
  /** Returns the folders that may be copied, with everything in them. */
  readonly allowedRoots: () => readonly string[];
  /** Returns the maximum size of a copy in bytes. */
  readonly maxBytes: () => number;
  readonly now: () => number;
  readonly newId: () => string;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Isolated folders below one place. Each has a record that is written before its files, a lock that windows share, and snapshots of its own. Nothing is
 * ever removed except by `discard` and `remove`, or by `recover` where creating did not finish.
 */
export class DiskIsolation implements IsolatedFolders {
  readonly #options: DiskIsolationOptions;

  constructor(options: DiskIsolationOptions) {
    this.#options = options;
  }

  list(): readonly IsolatedFolder[] {
    return this.#records()
      .filter(({ state }) => state === "ready" || state === "discarded")
      .map((record) => this.#describe(record));
  }

  find(folder: string): IsolatedFolder | undefined {
    const { place } = this.#options;
    if (folder === "" || !isBelow(place, folder)) return undefined;
    const [id = ""] = path.relative(place, folder).split(path.sep);
    const record = readRecord(path.join(place, id));
    const found = record && this.#describe(record);
    return found && isBelow(found.folder, folder) ? found : undefined;
  }

  measure(id: string): Promise<number> {
    return measureFolder(this.placeOf(id));
  }

  async createCopy(request: CopyRequest): Promise<IsolatedFolder | IsolationRefusal> {
    const origin = await fs.promises.realpath(request.origin).catch(() => undefined);
    if (origin === undefined || !fs.statSync(origin).isDirectory()) return { code: "notFolder", folder: request.origin };
    const refusal = await this.#check(origin);
    if (refusal) return refusal;
    const program = await this.#options.findGit().catch(() => undefined);
    if (program === undefined) return { code: "noGit" };
    const id = createHash("sha256").update(this.#options.newId()).digest("hex").slice(0, 8);
    const place = this.placeOf(id);
    await fs.promises.mkdir(this.#options.place, { recursive: true, mode: 0o700 });
    await fs.promises.mkdir(place, { mode: 0o700 });
    try {
      return await withStoreLock(place, () => this.#fill(place, origin, program, request));
    } catch (error) {
      await removePlace(place);
      await removeFolder(place);
      return this.#explain(request, error);
    }
  }

  async #fill(place: string, origin: string, program: string, { signal, onProgress }: CopyRequest): Promise<IsolatedFolder> {
    const { maxBytes, now } = this.#options;
    const repository = findRepository(origin);
    // Ignore rules of the folders above count, so the copy has the same place below their files.
    const top = repository?.top ?? origin;
    const prefix = top === origin ? "" : `${path.relative(top, origin).split(path.sep).join("/")}/`;
    const started: IsolationRecord = {
      version: 1,
      id: path.basename(place),
      kind: "copy",
      state: "creating",
      origin,
      name: path.basename(top) || "root",
      prefix,
      createdAt: now(),
      leftOut: [],
      leftOutCount: 0,
    };
    this.#write(place, started);
    const limit = maxBytes();
    const plan = await planCopy(origin, limit, signal);
    const files = path.join(place, "files");
    await fs.promises.mkdir(files, { mode: 0o700 });
    if (!(await canReflink(origin, files, plan))) await this.#checkSpace(plan.bytes);
    const to = getWorkFolder(place, started);
    const changed = await copyFolder({ from: origin, to, plan, maxBytes: limit, signal, onProgress });
    if (prefix !== "") await copyIgnoreRules(top, origin, path.join(files, started.name));
    const { id: base } = await new IsolatedStore({ program, place, record: started }).snapshots.take(signal);
    await noteIgnored(place, to);
    signal.throwIfAborted();
    const leftOut = [...plan.leftOut, ...changed];
    const record: IsolationRecord = { ...started, state: "ready", base, leftOut: leftOut.slice(0, maxLeftOut), leftOutCount: leftOut.length };
    this.#write(place, record);
    return this.#describe(record);
  }

  compare(id: string): Promise<IsolatedChanges> {
    return this.#exclusive(id, async (store, record, place) => {
      const { id: last, gaps } = await store.takeLast();
      const ignored = record.state === "discarded" ? [] : await listIgnored(place, getWorkFolder(place, record), store.snapshots, last);
      return { last, changes: await store.listChanges(last), others: [...new Set([...gaps, ...ignored])].sort() };
    });
  }

  apply(id: string, last: string, steps: readonly ApplyStep[]): Promise<ApplyOutcome> {
    return this.#exclusive(id, async (store): Promise<ApplyOutcome> => {
      const outcome = await store.apply(last, steps, this.#options.newId());
      if (outcome.kind === "done") return { kind: "applied", files: steps.length };
      return outcome.kind === "partial" ? outcome : { kind: "refused", path: outcome.path, reason: outcome.reason };
    });
  }

  discard(id: string): Promise<void> {
    return this.#exclusive(id, async (store, record, place) => {
      const { id: last } = await store.takeLast();
      this.#write(place, { ...record, state: "discarding", last });
      await removeFolder(path.join(place, "files"));
      this.#write(place, { ...record, state: "discarded", last, discardedAt: this.#options.now() });
    });
  }

  async remove(id: string): Promise<void> {
    const place = this.placeOf(id);
    if (readRecord(place)?.state !== "discarded") return;
    await withStoreLock(place, async () => removeFolder(path.join(place, "store")));
    await removeFolder(place);
  }

  /** Finishes work that a crash interrupted, for all folders that no other window uses, and returns what was done. Never rejects. */
  async recover(): Promise<readonly IsolationRecovery[]> {
    const program = await this.#options.findGit().catch(() => undefined);
    const done: IsolationRecovery[] = [];
    for (const name of await fs.promises.readdir(this.#options.place).catch(() => []))
      try {
        const found = await recoverFolder(this.placeOf(name), program, this.#options.now());
        if (found) done.push(found);
      } catch (error) {
        this.#options.logger.warn(`an isolated folder could not be checked: ${getErrorMessage(error)}`);
      }
    return done;
  }

  async #exclusive<T>(id: string, work: (store: IsolatedStore, record: IsolationRecord, place: string) => Promise<T>): Promise<T> {
    const place = this.placeOf(id);
    const program = await this.#options.findGit();
    if (program === undefined || !readRecord(place)) throw new Error("the isolated folder is gone, or git is");
    return withStoreLock(place, async () => {
      const record = readRecord(place);
      if (record?.state !== "ready" && record?.state !== "discarded") throw new Error("the isolated folder is not complete");
      return work(new IsolatedStore({ program, place, record }), record, place);
    });
  }

  async #check(origin: string): Promise<IsolationRefusal | undefined> {
    const home = await fs.promises.realpath(os.homedir()).catch(() => os.homedir());
    if (isBelow(origin, home) || isBelow(origin, this.#options.place)) return { code: "homeOrRoot", folder: origin };
    const roots = await Promise.all(this.#options.allowedRoots().map((root) => fs.promises.realpath(root).catch(() => undefined)));
    return roots.some((root) => root !== undefined && isBelow(root, origin)) ? undefined : { code: "notAllowed", folder: origin };
  }

  async #checkSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await fs.promises.statfs(this.#options.place);
    if (bavail * bsize - bytes < minFreeBytes) throw Object.assign(new Error("not enough space"), { code: "ENOSPC", bytes });
  }

  #explain({ origin, signal }: CopyRequest, error: unknown): IsolationRefusal {
    if (signal.aborted) return { code: "cancelled" };
    if (error instanceof OverBudget) return { code: "overBudget", folder: origin, bytes: error.bytes, limit: this.#options.maxBytes() };
    if (error instanceof TooManyFiles) return { code: "tooManyFiles", limit: maxFiles };
    const { code, bytes = 0 } = error as NodeJS.ErrnoException & { readonly bytes?: number };
    if (code === "ENOSPC" || code === "EDQUOT" || /No space left|disk quota/i.test(String(error))) return { code: "noSpace", bytes };
    return { code: "failed", detail: getErrorMessage(error) };
  }

  #records(): readonly IsolationRecord[] {
    const { place } = this.#options;
    const names = fs.existsSync(place) ? fs.readdirSync(place) : [];
    return names.flatMap((name) => readRecord(path.join(place, name)) ?? []);
  }

  #describe(record: IsolationRecord): IsolatedFolder {
    const { id, kind, origin, createdAt, discardedAt, leftOut, leftOutCount } = record;
    return { id, kind, origin, createdAt, discardedAt, leftOut, leftOutCount, folder: getWorkFolder(this.placeOf(id), record) };
  }

  #write(place: string, record: IsolationRecord): void {
    const { version: _version, ...value } = record;
    writeRecord(place, value);
  }

  /** Returns the folder of an id. Any text as the id leads to a folder directly below our own. */
  placeOf(id: string): string {
    return path.join(this.#options.place, path.basename(id));
  }
}

/** Copies the ignore rules of the folders from the root of a repository down to a folder in it. */
async function copyIgnoreRules(top: string, origin: string, to: string): Promise<void> {
  for (let at = path.dirname(origin); isBelow(top, at); at = path.dirname(at)) {
    const rules = path.join(at, ".gitignore");
    const stats = await fs.promises.lstat(rules).catch(() => undefined);
    if (stats?.isFile()) await fs.promises.copyFile(rules, path.join(to, path.relative(top, at), ".gitignore"));
  }
}
