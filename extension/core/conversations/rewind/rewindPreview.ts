import type { PlannedFile, RestorePlan } from "../../../shared/contract/changes/rewind.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { decodeText, encodeText, maxTextBytes } from "../../conversation/files/textBytes.ts";
import type { FileHistory } from "../../conversation/ports/fileHistory.ts";
import { computeChange, type FileChange, getAcceptedText } from "../../review/changeSet.ts";
import { findAcceptedHunkAt } from "../../review/hunkRanges.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { ChangesView, FileComparison } from "../requests/reviewPorts.ts";
import type { PlannedRewind } from "./plannedRewind.ts";
import type { PartialFiles } from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";

export interface RewindPreviewOptions {
  readonly view: ChangesView;
  readonly dialogs: RewindQuestions;
  /** Returns the title of the editor for a rewind to a prompt with these first words, which shows some of the files. */
  readonly title: (prompt: string, shown: number, count: number) => string;
  /** Rewinds without what the user left out. */
  readonly rewind: (id: ConversationId, prompt: string, partial: PartialFiles) => Promise<void>;
}

/** A file of the preview. */
interface ShownFile {
  readonly file: PlannedFile;
  /** The change from now to then; undefined where a side is not text. */
  readonly change: FileChange | undefined;
  readonly now: string | undefined;
  /** Hunks that are left out, by index. */
  readonly without: Set<number>;
}

interface ShownPreview {
  readonly open: OpenConversation;
  readonly planned: PlannedRewind;
  readonly prompt: string;
  /** First words of the prompt. */
  readonly name: string;
  readonly all: readonly PlannedFile[];
  readonly uncovered: RestorePlan["uncovered"];
  /** Those that the editor can show. */
  readonly files: readonly ShownFile[];
  /** Paths of the files to restore; at first all that only the conversation changed. */
  selected: ReadonlySet<string>;
}

/** Maximum number of files in the editor. All others are in the list of files only. */
const maxShown = 200;

/**
 * Number of bytes from which on files are not read for the editor any more: their texts stay in memory as long as the
 * preview.
 */
const maxShownBytes = 32 * 1024 * 1024;

/** Number of files that are read at the same time. */
const readAtOnce = 40;

/**
 * Shows the files of a planned rewind, as they are now against what they become. The user can leave files and hunks
 * out. Files that others changed are left out until the user selects them.
 */
export class RewindPreviewActions {
  readonly #options: RewindPreviewOptions;
  #shown: ShownPreview | undefined;

  constructor(options: RewindPreviewOptions) {
    this.#options = options;
  }

  /** Opens the preview of a plan from checkpoints in place of the last one. `name`: first words of the prompt. */
  async open(open: OpenConversation, planned: PlannedRewind, name: string): Promise<void> {
    const { preview, target, prompt } = planned;
    const history = open.conversation.fileHistory;
    if (preview.kind !== "planned" || !target || prompt === undefined || !history) return;
    const all = preview.plan.files;
    if (all.length === 0) return this.#options.dialogs.say("sameFiles");
    const selected = new Set(all.flatMap(({ path, choice }) => (choice === "keep" ? [] : [path])));
    const files = await this.#options.dialogs.whileReading((signal) =>
      readFiles(history, chooseShown(all), target, signal),
    );
    if (!files) return;
    this.#shown = { open, planned, prompt, name, all, uncovered: preview.plan.uncovered, files, selected };
    await this.#show();
  }

  /** Closes the preview of a conversation, which shows an earlier state once the rewind was done. */
  async close(open: OpenConversation): Promise<void> {
    if (this.#shown?.open !== open) return;
    this.#shown = undefined;
    await this.#options.view.closeRewind();
  }

  /** Leaves the file at the cursor out of the rewind. */
  async leaveOutFile(): Promise<void> {
    const file = this.#findAtCursor();
    if (!file) return this.#options.dialogs.say("noCursor");
    await this.#leaveOut(file);
  }

  /** Leaves the hunk at the cursor out of the rewind. */
  async leaveOutHunk(): Promise<void> {
    const { cursor } = this.#options.view;
    const file = this.#findAtCursor();
    const isAccepted = file?.change?.hunks.map((_, each) => !file.without.has(each)) ?? [];
    const hunk = cursor && file?.change && findAcceptedHunkAt({ change: file.change, isAccepted }, cursor);
    if (!file || hunk === undefined) return this.#options.dialogs.say("noCursor");
    if (isAccepted.filter(Boolean).length === 1) return this.#leaveOut(file);
    file.without.add(hunk);
    await this.#show();
  }

  /** Lets the user select the files to restore. */
  async selectFiles(): Promise<void> {
    const { dialogs } = this.#options;
    const shown = this.#shown;
    if (!shown) return dialogs.say("noChange");
    const { all: files, uncovered } = shown;
    const chosen = await dialogs.pickRestored(
      { files, uncovered },
      shown.selected,
      shown.open.conversation.state.folder,
    );
    if (!chosen || shown !== this.#shown) return;
    // A file that is selected again comes back whole.
    for (const { file, without } of shown.files)
      if (chosen.has(file.path) && !shown.selected.has(file.path)) without.clear();
    shown.selected = chosen;
    await this.#show();
  }

  /** Rewinds to the point of the preview, after a question about what it does not show. */
  async restore(): Promise<void> {
    const shown = this.#shown;
    if (!shown || shown.open.isClosed) return this.#options.dialogs.say("noChange");
    const { all, files, selected } = shown;
    const contents = files.flatMap((each) => {
      const text = each.without.size === 0 || !selected.has(each.file.path) ? undefined : getText(each);
      return text === undefined ? [] : [[each.file.path, { now: each.now, content: encodeText(text) }] as const];
    });
    const paths = (isWanted: (file: PlannedFile) => boolean): ReadonlySet<string> =>
      new Set(all.filter(isWanted).map(({ path }) => path));
    await this.#options.rewind(shown.open.id, shown.prompt, {
      leftOut: paths(({ path, isForeign }) => !isForeign && !selected.has(path)),
      restored: paths(({ path, isForeign }) => isForeign && selected.has(path)),
      contents: new Map(contents),
      shown: { planned: shown.planned, paths: new Set(files.filter(isVisible).map(({ file }) => file.path)) },
    });
  }

  async #leaveOut({ file }: ShownFile): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    shown.selected = new Set([...shown.selected].filter((path) => path !== file.path));
    await this.#show();
  }

  #findAtCursor(): ShownFile | undefined {
    const { cursor } = this.#options.view;
    return this.#shown?.files.find(({ file }) => file.path === cursor?.path);
  }

  async #show(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const { view, title } = this.#options;
    const files = shown.files.flatMap((file): FileComparison[] => {
      if (!shown.selected.has(file.file.path) || !file.change) return [];
      const text = getText(file);
      return [
        {
          path: file.file.path,
          before: file.now,
          after: text === undefined ? { kind: "none" } : { kind: "text", text },
        },
      ];
    });
    await view.openAll(title(shown.name, files.length, shown.selected.size), files, "rewind");
  }
}

/** Returns the files to show, in their order: those of others only where the editor has room for them. */
function chooseShown(all: readonly PlannedFile[]): readonly PlannedFile[] {
  const [own, others] = [all.filter(({ isForeign }) => !isForeign), all.filter(({ isForeign }) => isForeign)];
  const shown = new Set([...own, ...others].slice(0, maxShown));
  return all.filter((file) => shown.has(file));
}

/** Reads the changes of files, a group at a time, until there is too much to show. Rejects when aborted. */
async function readFiles(
  history: FileHistory,
  shown: readonly PlannedFile[],
  { to, expected }: NonNullable<PlannedRewind["target"]>,
  signal: AbortSignal,
): Promise<readonly ShownFile[]> {
  const files: ShownFile[] = [];
  let bytes = 0;
  for (let at = 0; at < shown.length; at += readAtOnce) {
    if (signal.aborted) throw new Error("cancelled");
    const group = shown.slice(at, at + readAtOnce);
    const paths = bytes > maxShownBytes ? [] : group.map(({ path }) => path);
    const [now, then] = await Promise.all([
      history.readAll(expected, paths, maxTextBytes),
      history.readAll(to, paths, maxTextBytes),
    ]);
    for (const content of [...now.values(), ...then.values()]) bytes += content.length;
    for (const file of group) {
      const change =
        paths.length === 0
          ? { change: undefined, now: undefined }
          : readChange(file.path, now.get(file.path), then.get(file.path));
      files.push({ file, without: new Set(), ...change });
    }
  }
  return files;
}

/** Returns the text of a file after the rewind; undefined if it is deleted. */
function getText({ change, without, file }: ShownFile): string | undefined {
  if (!change) return undefined;
  const text = getAcceptedText({ change, isAccepted: change.hunks.map((_, index) => !without.has(index)) });
  return file.effect === "delete" && without.size === 0 ? undefined : text;
}

/** Returns whether the editor shows all that restoring a file does. */
function isVisible({ file, change }: ShownFile): boolean {
  // A change of permissions alone has no lines.
  return change !== undefined && (change.hunks.length > 0 || file.effect !== "change");
}

type Content = Uint8Array | "tooLarge" | undefined;

function readChange(path: string, now: Content, then: Content): Pick<ShownFile, "change" | "now"> {
  const [mine, earlier] = [decodeText(now), decodeText(then)];
  const isText = (now === undefined || mine !== undefined) && (then === undefined || earlier !== undefined);
  return { now: mine, change: isText ? computeChange(path, mine, earlier ?? "") : undefined };
}
