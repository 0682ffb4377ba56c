import { cutText } from "../../../shared/base/cutText.ts";
import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { Emitter } from "../../../shared/base/emitter.ts";
import type { FileDifference } from "../../../shared/contract/changes/checkpoints.ts";
import type { Item, ToolItem } from "../../../shared/contract/items.ts";
import type { FileHistory } from "../../conversation/ports/fileHistory.ts";
import type { Conversations } from "../conversations.ts";
import { type CheckpointRow, listCheckpointRows } from "./checkpointRows.ts";

/**
 * A row with the files that changed; `files` is undefined if the checkpoints were cleaned up or the row has no change.
 */
export interface ComparedRow {
  readonly row: CheckpointRow;
  /** Text of the message of the row; undefined for other rows, and where the message is not in memory. */
  readonly text: string | undefined;
  /** The tool call of the row; undefined for other rows, and where the call is not in memory. */
  readonly call?: Pick<ToolItem, "toolKind" | "subject"> | undefined;
  readonly files: readonly FileDifference[] | undefined;
}

/** Number of rows that are compared at once. */
const pageSize = 30;

/** Maximum number of comparisons in memory. */
const maxKept = 500;

/** Maximum number of messages and calls that are remembered for their rows. */
const maxLabels = 2000;

/** Maximum number of characters that are remembered of each. */
const maxLabelLength = 200;

/** The points in time of the current conversation. Compares only those that are requested. */
export class CheckpointList implements Disposable {
  readonly #conversations: Conversations;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #compared = new Map<string, readonly FileDifference[]>();
  /** Messages and calls by id: a rewind removes them from the conversation, and their rows stay. */
  readonly #labels = new Map<string, Pick<ComparedRow, "text" | "call">>();
  #followed: FileHistory | undefined;
  #unfollow = (): void => {};
  #size = pageSize;

  constructor(conversations: Conversations, onError: (error: unknown) => void) {
    this.#conversations = conversations;
    this.#changed = new Emitter(onError);
    this.#store.add(conversations.places.onDidChange(() => this.#follow()));
    this.#store.add(
      conversations.changes.on({ items: ["prompt", "tool"], deltas: ["restored"] }, ({ id, changes }) => {
        for (const change of changes) if (change.kind === "put") this.#note(change.item);
        if (id !== conversations.current?.id) return;
        if (
          changes.some(
            (change) => change.kind === "restored" || (change.kind === "put" && change.item.kind === "prompt"),
          )
        )
          this.#changed.fire();
      }),
    );
    this.#store.defer(() => this.#unfollow());
    this.#follow();
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Returns all rows of the current conversation, newest first, without comparing anything. */
  async list(): Promise<readonly CheckpointRow[]> {
    const history = this.#conversations.current?.conversation.fileHistory;
    return history ? listCheckpointRows(await history.list()) : [];
  }

  /** Returns the newest rows with their changes, without tool calls that changed nothing. */
  async read(): Promise<{ readonly rows: readonly ComparedRow[]; readonly hasOlder: boolean }> {
    const all = await this.list();
    const rows = await this.compare(all.slice(0, this.#size));
    return {
      rows: rows.filter(({ row, files }) => row.kind !== "call" || files?.length !== 0),
      hasOlder: all.length > this.#size,
    };
  }

  async compare(rows: readonly CheckpointRow[]): Promise<readonly ComparedRow[]> {
    const conversation = this.#conversations.current?.conversation;
    const texts = new Map(conversation?.transcript.prompts.loaded.map(({ id, text }) => [id, text]));
    const compared: ComparedRow[] = [];
    for (const row of rows) {
      const isOfPrompt = row.kind === "message" || row.kind === "rewind";
      const text = isOfPrompt ? (texts.get(row.name) ?? this.#labels.get(row.name)?.text) : undefined;
      const call =
        row.call === undefined
          ? undefined
          : (conversation?.transcript.calls.find(row.call) ?? this.#labels.get(row.call)?.call);
      compared.push({ row, text, call, files: await this.#compareRow(conversation?.fileHistory, row) });
    }
    return compared;
  }

  showOlder(): void {
    this.#size += pageSize;
    this.#changed.fire();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #note(item: Item): void {
    if (item.kind !== "prompt" && item.kind !== "tool") return;
    if (this.#labels.size >= maxLabels && !this.#labels.has(item.id)) this.#labels.clear();
    if (item.kind === "prompt") this.#labels.set(item.id, { text: cutText(item.text, maxLabelLength) });
    else
      this.#labels.set(item.id, {
        text: undefined,
        call: { toolKind: item.toolKind, subject: cutText(item.subject, maxLabelLength) },
      });
  }

  async #compareRow(
    history: FileHistory | undefined,
    { change }: CheckpointRow,
  ): Promise<readonly FileDifference[] | undefined> {
    if (!history || !change) return undefined;
    const key = `${change.from} ${change.to}`;
    const known = this.#compared.get(key);
    if (known) return known;
    try {
      const { differences } = await history.compare(change.from, change.to);
      if (change.to !== "disk") {
        if (this.#compared.size >= maxKept) this.#compared.clear();
        this.#compared.set(key, differences);
      }
      return differences;
    } catch {
      // The checkpoint was cleaned up since it was listed.
      return undefined;
    }
  }

  #follow(): void {
    const history = this.#conversations.current?.conversation.fileHistory;
    if (history === this.#followed) return;
    this.#unfollow();
    this.#followed = history;
    this.#size = pageSize;
    this.#unfollow = history?.onDidChange(() => this.#changed.fire()) ?? ((): void => {});
    this.#changed.fire();
  }
}
