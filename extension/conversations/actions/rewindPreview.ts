import type { ConversationId } from "../../contract/ids.ts";
import type { PlannedFile } from "../../contract/rewind.ts";
import { computeChange, type FileChange, getAcceptedText } from "../../review/changeSet.ts";
import type { FileHistory } from "../../session/fileHistory.ts";
import { decodeText, encodeText } from "../../session/rewind/fileMerge.ts";
import type { PlannedRewind } from "../../session/rewind/rewind.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { ChangesView, FileComparison } from "../requests/reviewPorts.ts";
import type { PartialFiles } from "./rewindDecisions.ts";
import type { RewindQuestions } from "./rewindQuestions.ts";

export interface RewindPreviewOptions {
  readonly view: ChangesView;
  readonly dialogs: RewindQuestions;
  /** Returns the title of the editor, for a conversation with this title. */
  readonly title: (title: string) => string;
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

interface Shown {
  readonly open: OpenConversation;
  readonly prompt: string;
  readonly files: readonly ShownFile[];
  readonly leftOut: Set<string>;
}

/** Shows the files of a planned rewind, as they are now against what they become. The user can leave files and hunks out. */
export class RewindPreviewActions {
  readonly #options: RewindPreviewOptions;
  #shown: Shown | undefined;

  constructor(options: RewindPreviewOptions) {
    this.#options = options;
  }

  /** Opens the preview of a plan from checkpoints in place of the last one. */
  async open(open: OpenConversation, { preview, target, prompt }: PlannedRewind): Promise<void> {
    const history = open.conversation.fileHistory;
    if (preview.kind !== "planned" || !target || prompt === undefined || !history) return;
    const files = await Promise.all(
      preview.plan.files.map(async (file): Promise<ShownFile> => ({ file, without: new Set(), ...(await readChange(history, file.path, target)) })),
    );
    if (files.length === 0) return this.#options.dialogs.say("noChange");
    this.#shown = { open, prompt, files, leftOut: new Set() };
    await this.#show();
  }

  /** Leaves the file at the cursor out of the rewind. */
  async leaveOutFile(): Promise<void> {
    const { view, dialogs } = this.#options;
    const file = this.#shown?.files.find((each) => each.file.path === view.cursor?.path);
    if (!this.#shown || !file) return dialogs.say("noCursor");
    this.#shown.leftOut.add(file.file.path);
    await this.#show();
  }

  /** Leaves the hunk at the cursor out of the rewind. */
  async leaveOutHunk(): Promise<void> {
    const { view, dialogs } = this.#options;
    const { cursor } = view;
    const file = this.#shown?.files.find((each) => each.file.path === cursor?.path);
    const change = file && getRemaining(file);
    const line = (cursor?.line ?? -1) + 1;
    const index = change?.hunks.findIndex(({ oldStart, oldLines, newStart, newLines }) => {
      const [start, count] = cursor?.side === "before" ? [oldStart, oldLines] : [newStart, newLines];
      return line >= start && line < start + Math.max(1, count);
    });
    if (!file || index === undefined || index === -1) return dialogs.say("noCursor");
    // Hunks that were left out before do not appear in the remaining change.
    const present = file.change?.hunks.map((_, each) => each).filter((each) => !file.without.has(each)) ?? [];
    const original = present[index];
    if (original !== undefined) file.without.add(original);
    await this.#show();
  }

  /** Lets the user select the files to restore. */
  async selectFiles(): Promise<void> {
    const { dialogs } = this.#options;
    const shown = this.#shown;
    if (!shown) return dialogs.say("noChange");
    const all = shown.files.map(({ file }) => file);
    const chosen = await dialogs.pickRestored(all, shown.leftOut, shown.open.conversation.state.folder);
    if (!chosen || shown !== this.#shown) return;
    for (const { path } of all) {
      if (chosen.has(path)) shown.leftOut.delete(path);
      else shown.leftOut.add(path);
    }
    await this.#show();
  }

  /** Rewinds to the point of the preview, after the usual question. */
  async restore(): Promise<void> {
    const shown = this.#shown;
    if (!shown || shown.open.isClosed) return this.#options.dialogs.say("noChange");
    const contents = shown.files.flatMap((file) => {
      const text = file.without.size === 0 ? undefined : getText(file);
      return text === undefined ? [] : [[file.file.path, encodeText(text)] as const];
    });
    await this.#options.rewind(shown.open.id, shown.prompt, { leftOut: shown.leftOut, contents: new Map(contents) });
  }

  async #show(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const { view, title } = this.#options;
    const files = shown.files.flatMap((file): FileComparison[] => {
      if (shown.leftOut.has(file.file.path) || !file.change) return [];
      const text = getText(file);
      return [{ path: file.file.path, before: file.now, after: text === undefined ? { kind: "none" } : { kind: "text", text } }];
    });
    await view.openAll(title(shown.open.conversation.state.title), files, "rewind");
  }
}

/** Returns the text of a file after the rewind; undefined if it is deleted. */
function getText({ change, without, file }: ShownFile): string | undefined {
  if (!change) return undefined;
  const text = getAcceptedText({ change, isAccepted: change.hunks.map((_, index) => !without.has(index)) });
  return file.effect === "delete" && without.size === 0 ? undefined : text;
}

/** Returns the change without the hunks that are left out. */
function getRemaining(file: ShownFile): FileChange | undefined {
  return file.change && computeChange(file.file.path, file.now, getText(file) ?? "");
}

async function readChange(
  history: FileHistory,
  path: string,
  { to, expected }: NonNullable<PlannedRewind["target"]>,
): Promise<Pick<ShownFile, "change" | "now">> {
  const [now, then] = await Promise.all([history.read(expected, path), history.read(to, path)]);
  const [mine, earlier] = [decodeText(now), decodeText(then)];
  const isText = (now === undefined || mine !== undefined) && (then === undefined || earlier !== undefined);
  return { now: mine, change: isText ? computeChange(path, mine, earlier ?? "") : undefined };
}
