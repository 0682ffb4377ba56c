import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ConversationFiles } from "../../extension/node/checkpoints/conversationFiles.ts";
import { FolderStores } from "../../extension/node/checkpoints/folderStores.ts";
import { measureStore } from "../../extension/node/checkpoints/store/storeFiles.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { resolveRealPath } from "../../extension/vscode/files/diskPaths.ts";
import { measureFirstToken } from "./checkpointTurns.ts";
import { median, ms, type Row, times } from "./row.ts";

/** A folder of files of about 800 bytes, with a store for its checkpoints. */
class Workspace {
  readonly place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-")));
  readonly folder = path.join(this.place, "w");
  readonly #count: number;
  #stores = 0;

  constructor(count: number) {
    this.#count = count;
    for (let at = 0; at < count; at++) {
      if (at % 100 === 0) fs.mkdirSync(path.join(this.folder, `d${at / 100}`), { recursive: true });
      fs.writeFileSync(this.#file(at), `${at} ${Math.random()}\n`.repeat(30));
    }
  }

  #file(at: number): string {
    return path.join(this.folder, `d${Math.floor(at / 100)}`, `f${at}.txt`);
  }

  /** Changes evenly distributed files. Returns the bytes written. */
  change(count: number): number {
    let bytes = 0;
    for (let at = 0; at < count; at++) {
      const text = `changed ${Math.random()}\n`.repeat(30);
      fs.writeFileSync(this.#file(Math.floor((at * this.#count) / count)), text);
      bytes += text.length;
    }
    return bytes;
  }

  /**
   * A repository beside the folder, into which Cline commits before each step: `git add` of everything, then a commit,
   * also an empty one.
   */
  openShadow(): { add(): void } {
    const own = [`--git-dir=${path.join(this.place, "shadow")}`, `--work-tree=${this.folder}`];
    this.git(...own, "init", "-q");
    return {
      add: () => {
        this.git(...own, "add", ".", "--ignore-errors");
        this.git(...own, "commit", "-q", "--allow-empty", "--no-verify", "-m", "checkpoint");
      },
    };
  }

  git(...args: string[]): void {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
    const who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "gc.auto=0"];
    execFileSync("git", [...who, ...args], { cwd: this.folder, env: Object.fromEntries(inherited), stdio: "pipe" });
  }

  /** A conversation with an empty store. */
  open(): { readonly files: ConversationFiles; readonly store: string } {
    const store = path.join(this.place, `store${this.#stores++}`);
    const failed = (text: string): void => {
      throw new Error(text);
    };
    const stores = new FolderStores({
      place: store,
      findGit: async () => "git",
      limits: () => ({ maxFileBytes: 10_000_000, maxFiles: 200_000, include: [], configFolders: [] }),
      retention: () => ({ now: Date.now(), maxAgeMs: 1e12, maxStoreBytes: 1e12, isOpen: () => true }),
      logger: { warn: failed },
    });
    const files = new ConversationFiles({
      resolveRealPath,
      conversation: { id: "one" as ConversationId, state: () => createEmptyState(this.folder), notice: () => {} },
      stores,
      workspaceFolders: () => [],
      now: Date.now,
      newId: randomUUID,
      run: "run",
      logger: { error: failed },
    });
    return { files, store };
  }

  /**
   * Writes what earlier steps left in memory to the disk: a step that makes its own files durable would pay for theirs.
   */
  settle(): void {
    if (process.platform === "linux") execFileSync("sync", ["-f", this.place]);
  }

  remove(): void {
    fs.rmSync(this.place, { recursive: true, force: true });
  }
}

async function timed(workspace: Workspace, work: () => unknown): Promise<number> {
  workspace.settle();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const point = (name = "") => ({ kind: "manual", name }) as const;

/** Compares checkpoints with what git itself takes for the same. */
export async function bench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [1_000, 20_000, 100_000]) rows.push(...(await measure(count)));
  return rows;
}

async function measure(count: number): Promise<Row[]> {
  const workspace = new Workspace(count);
  const files = `${count.toLocaleString("en")} files`;
  const ratioRow = (what: string, ours: number, git: number, limit: number): Row => ({
    what: `${files}: ${what}`,
    measured: `${times(ours / git)} (${ms(ours)} / ${ms(git)})`,
    target: `≤ ${limit}×`,
    isMet: ours / git <= limit,
  });
  try {
    const rows: Row[] = [];
    const bare = workspace.open();
    const first = await timed(workspace, () => bare.files.take(point()));
    workspace.git("init", "-q");
    const added = await timed(workspace, () => workspace.git("add", "-A"));
    rows.push(ratioRow("first checkpoint without a repository, against git add", first, added, 0.8));
    workspace.git("commit", "-qm", "first");
    workspace.git("status", "--short");
    const { files: history, store } = workspace.open();
    const seeded = await timed(workspace, () => history.take(point()));
    rows.push({
      what: `${files}: first checkpoint from the index of a repository whose objects were just added`,
      measured: ms(seeded),
      target: "≤ 2 s",
      isMet: seeded <= 2_000,
    });
    const changes = Math.min(1_000, count);
    // Comes before the steps that delete many files: on ext4 without a journal, new files are slow for minutes after
    // that.
    const restored = await measureRestores(workspace, history, changes);
    rows.push(
      ratioRow(`restoring ${changes.toLocaleString("en")}, against git checkout`, restored.ours, restored.git, 1.5),
    );
    rows.push(ratioRow("the same, against git checkout and sync", restored.ours, restored.durable, 1.5));
    workspace.git("repack", "-adq");
    const packed = await timed(workspace, () => workspace.open().files.take(point()));
    rows.push({
      what: `${files}: the same with packed objects, as after a clone`,
      measured: ms(packed),
      target: "≤ 2 s",
      isMet: packed <= 2_000,
    });
    const [quiet, status]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round++) {
      quiet.push(await timed(workspace, () => history.take(point())));
      status.push(await timed(workspace, () => workspace.git("--no-optional-locks", "status", "--short")));
    }
    rows.push(ratioRow("a checkpoint of nothing new, against git status", median(quiet), median(status), 1.5));
    const token = await measureFirstToken(history);
    rows.push({
      what: `${files}: first token of a reply later by the checkpoint of its turn`,
      measured: `${ms(token.with - token.without)} (${ms(token.with)} / ${ms(token.without)})`,
      target: "≤ 50 ms",
      isMet: token.with - token.without <= 50,
    });
    const shadow = workspace.openShadow();
    const shadowFirst = await timed(workspace, shadow.add);
    rows.push({ what: `${files}: first commit of a shadow repository`, measured: ms(shadowFirst), target: "" });
    const [rival, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < 7; round++) {
      ours.push(await timed(workspace, () => history.take(point())));
      rival.push(await timed(workspace, shadow.add));
    }
    rows.push(ratioRow("a checkpoint of nothing new, against a shadow repository", median(ours), median(rival), 1));
    const changed = await measureChanges(workspace, history, shadow, changes);
    rows.push({
      what: `${files}: ${changes.toLocaleString("en")} of them changed, checkpoint against a shadow repository`,
      measured: `${times(changed.ours / changed.rival)} (${ms(changed.ours)} / ${ms(changed.rival)})`,
      target: "",
    });
    if (count === 20_000) rows.push(await measureTurns(workspace, history, store));
    return rows;
  } finally {
    workspace.remove();
  }
}

/** Rounds of one step and its peer: an odd number, so that there is a median. */
const rounds = 5;

/** Checkpoints of changed files, and commits of them into a shadow repository; medians in ms. */
async function measureChanges(
  workspace: Workspace,
  history: ConversationFiles,
  shadow: { add(): void },
  changes: number,
): Promise<{ readonly ours: number; readonly rival: number }> {
  const [ours, rival]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    workspace.change(changes);
    ours.push(await timed(workspace, () => history.take(point())));
    rival.push(await timed(workspace, shadow.add));
  }
  return { ours: median(ours), rival: median(rival) };
}

/**
 * Restores of changed files, and `git checkout` of them; also followed by `sync -f`, which makes its files durable as a
 * restore does. Medians in ms.
 */
async function measureRestores(
  workspace: Workspace,
  history: ConversationFiles,
  changes: number,
): Promise<{ readonly ours: number; readonly git: number; readonly durable: number }> {
  const [ours, git, durable]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const before = await history.take(point());
    workspace.change(changes);
    await history.take(point());
    workspace.settle();
    const now = await history.take({ kind: "preview" });
    const { differences } = await history.compare(before.id, now.id);
    if (differences.length !== changes) throw new Error(`${differences.length} files differ`);
    const steps = differences.map(({ path: name }) => ({ path: name, kind: "restore" as const }));
    ours.push(
      await timed(workspace, () => history.restore(before.id, steps, now.id, { kind: "rewind", to: before.id })),
    );
    workspace.change(changes);
    git.push(await timed(workspace, () => workspace.git("checkout", "-q", "--", ".")));
    workspace.change(changes);
    durable.push(
      await timed(workspace, () => {
        workspace.git("checkout", "-q", "--", ".");
        workspace.settle();
      }),
    );
  }
  return { ours: median(ours), git: median(git), durable: median(durable) };
}

async function measureTurns(workspace: Workspace, history: ConversationFiles, store: string): Promise<Row> {
  const start = await measureStore(store);
  let bytes = 0;
  for (let turn = 0; turn < 200; turn++) {
    bytes += workspace.change(5);
    await history.take(point());
  }
  const grown = (await measureStore(store)) - start;
  return {
    what: "200 turns that change 5 files: growth of the store against the size of the changes",
    measured: times(grown / bytes),
    target: "",
  };
}
