import type { CheckpointId, FileDifference } from "../../../shared/contract/changes/checkpoints.ts";
import { decodeText, maxTextBytes } from "../../conversation/files/textBytes.ts";
import type { FileHistory, FileState } from "../../conversation/ports/fileHistory.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier } from "../ports.ts";
import type { ChangesView, FileComparison } from "../requests/reviewPorts.ts";
import type { CheckpointList, ComparedRow } from "./checkpointList.ts";
import type { RewindAction } from "./rewindAction.ts";

/** A row of the tree, and the file below it that is meant. */
export interface ChosenPoint {
  readonly point: ComparedRow;
  readonly file?: FileDifference;
}

/** Questions about checkpoints. */
export interface CheckpointPicker extends Notifier {
  /** Lets the user pick a point; undefined if the user cancels. */
  pickPoint(points: readonly ComparedRow[]): Promise<ComparedRow | undefined>;
  /** Lets the user pick a point at which a file changed; "restore": by the button of the row. */
  pickOfFile(
    path: string,
    points: readonly ComparedRow[],
  ): Promise<{ readonly point: ComparedRow; readonly action: "open" | "restore" } | undefined>;
}

export interface CheckpointComparisonsOptions {
  readonly conversations: Conversations;
  readonly list: CheckpointList;
  readonly dialogs: CheckpointPicker;
  readonly view: Pick<ChangesView, "openAll" | "open" | "openText">;
  readonly rewind: Pick<RewindAction, "restoreFiles">;
  /** Returns the title of a comparison of a point with another, or with the current files. */
  readonly title: (point: ComparedRow, other?: ComparedRow) => string;
}

/** Maximum number of files in a comparison, and of points among which those of a file are searched. */
const maxCompared = 200;

/** Compares the points in time of the current conversation, and restores files from them. */
export class CheckpointComparisons {
  readonly #options: CheckpointComparisonsOptions;

  constructor(options: CheckpointComparisonsOptions) {
    this.#options = options;
  }

  /**
   * Compares the files of a point, or the one that is meant, with the current ones. In the editor the user can take
   * over single changes.
   */
  async compareWithNow(chosen: ChosenPoint | undefined): Promise<void> {
    if (chosen?.file) return this.#compareFile(chosen.point, chosen.file.path);
    const point = chosen?.point ?? (await this.#pick());
    if (point) await this.#openAll(this.#options.title(point), point.row.id, "disk");
  }

  /** Compares a point with another one, the older one on the left. */
  async compareWith(chosen: ChosenPoint | undefined): Promise<void> {
    const one = chosen?.point ?? (await this.#pick());
    const other = one && (await this.#pick(one.row.id));
    if (!one || !other) return;
    const [older, newer] = one.row.at <= other.row.at ? [one, other] : [other, one];
    await this.#openAll(this.#options.title(older, newer), older.row.id, newer.row.id);
  }

  /** Restores all files of a point, or the one that is meant. */
  async restore(chosen: ChosenPoint | undefined): Promise<void> {
    const point = chosen?.point ?? (await this.#pick());
    if (point) await this.#options.rewind.restoreFiles(point.row.id, chosen?.file?.path);
  }

  /** Opens a file as it was at its point. */
  async openFile({ point, file }: ChosenPoint): Promise<void> {
    const { dialogs, view, title } = this.#options;
    const history = this.#history;
    if (!history || !file) return dialogs.say("nothingThere");
    const text = await findText(history, point.row.id, file.path);
    if (text === undefined) return dialogs.say("notThen");
    if (text === null) return dialogs.say("notText");
    await view.openText(title(point), file.path, text);
  }

  /** Opens what changed in a file at its point. */
  async openChange({ point, file }: ChosenPoint): Promise<void> {
    const history = this.#history;
    const { change } = point.row;
    if (!history || !change || !file) return this.#options.dialogs.say("nothingThere");
    const comparison = await readComparison(history, file.path, change.from, change.to);
    if (!comparison) return this.#options.dialogs.say("notText");
    await this.#options.view.open(this.#options.title(point), comparison);
  }

  /** Lists the points at which a file changed and opens it as it was, against the file as it is. */
  async ofFile(path: string | undefined): Promise<void> {
    const { list, dialogs, rewind } = this.#options;
    const history = this.#history;
    if (!history || path === undefined) return dialogs.say("nothingThere");
    const [all, versions] = await Promise.all([list.list(), history.findVersions(path)]);
    const mayDiffer = (from: FileState, to: FileState): boolean => {
      if (to === "disk" || from === "disk") return true;
      return versions.has(from) && versions.has(to) && versions.get(from) !== versions.get(to);
    };
    const changed = all.filter(({ change }) => change && mayDiffer(change.from, change.to));
    const rows = await list.compare(changed.slice(0, maxCompared));
    const points = rows.filter(({ files }) => files?.some((file) => file.path === path));
    if (points.length === 0) return dialogs.say("noFileChange");
    const picked = await dialogs.pickOfFile(path, points);
    if (!picked) return;
    if (picked.action === "restore") return rewind.restoreFiles(picked.point.row.id, path);
    await this.#compareFile(picked.point, path);
  }

  showOlder(): void {
    this.#options.list.showOlder();
  }

  async #compareFile(point: ComparedRow, path: string): Promise<void> {
    const { dialogs, view, title } = this.#options;
    const history = this.#history;
    if (!history) return dialogs.say("nothingThere");
    const comparison = await readComparison(history, path, point.row.id, "disk");
    if (!comparison) return dialogs.say("notText");
    await view.open(title(point), comparison);
  }

  async #pick(except?: CheckpointId): Promise<ComparedRow | undefined> {
    const { rows } = await this.#options.list.read();
    const others = rows.filter(({ row }) => row.id !== except);
    if (others.length === 0) return void this.#options.dialogs.say("nothingThere");
    return this.#options.dialogs.pickPoint(others);
  }

  async #openAll(title: string, from: CheckpointId, to: FileState): Promise<void> {
    const { dialogs, view } = this.#options;
    const history = this.#history;
    if (!history) return dialogs.say("nothingThere");
    const { differences } = await history.compare(from, to);
    const files: FileComparison[] = [];
    for (const { path } of differences.slice(0, maxCompared)) {
      const comparison = await readComparison(history, path, from, to);
      if (comparison) files.push(comparison);
    }
    if (files.length === 0) return dialogs.say(differences.length === 0 ? "sameFiles" : "notText");
    await view.openAll(title, files, "compare");
  }

  get #history(): FileHistory | undefined {
    return this.#options.conversations.current?.conversation.fileHistory;
  }
}

/** Finds both sides of a file, which are read when they are shown; undefined where one is not text. */
async function readComparison(
  history: FileHistory,
  path: string,
  from: CheckpointId,
  to: FileState,
): Promise<FileComparison | undefined> {
  const before = await findText(history, from, path);
  const after = await findText(history, to, path);
  if (before === null || after === null) return undefined;
  if (after === undefined) return { path, before, after: { kind: "none" } };
  return { path, before, after: to === "disk" ? { kind: "file" } : { kind: "text", text: after } };
}

/** Returns what reads the text of a file in a state; undefined where it does not exist, null where it is not text. */
async function findText(
  history: FileHistory,
  state: FileState,
  path: string,
): Promise<(() => Promise<string>) | undefined | null> {
  const bytes = await history.read(state, path, maxTextBytes);
  if (!bytes) return undefined;
  const isText = decodeText(bytes) !== undefined;
  return isText ? async () => decodeText(await history.read(state, path, maxTextBytes)) ?? "" : null;
}
