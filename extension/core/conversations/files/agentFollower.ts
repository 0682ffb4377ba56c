import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { ConversationChange } from "../../conversation/events/changeEvents.ts";
import type { Conversations } from "../conversations.ts";

/** A location in a file that the agent reads or edits. */
export interface AgentLocation {
  readonly path: string;
  /** First and last line, counted from 1; undefined for a whole file. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** Shows the location of the agent in the editor. */
export interface AgentView {
  /** Shows a location without moving the focus. Never rejects. */
  show(place: AgentLocation): Promise<void>;
  /** Removes the highlight of the location. */
  clear(): void;
  /** Calls the listener when the user types, moves the cursor, scrolls away or opens another file. */
  onDidTouch(listener: () => void): Disposable;
  showFollowing(isFollowing: boolean): void;
}

/**
 * Shows in the editor the locations that the agent of the current conversation reads or edits, while switched on. Stops
 * as soon as the user acts in an editor.
 */
export class AgentFollower implements Disposable {
  readonly #conversations: Conversations;
  readonly #view: AgentView;
  #following: DisposableStore | undefined;

  constructor(conversations: Conversations, view: AgentView) {
    this.#conversations = conversations;
    this.#view = view;
  }

  toggle(): void {
    if (this.#following) return this.#end();
    this.#following = new DisposableStore();
    this.#following.add(this.#conversations.changes.on({ items: ["tool"] }, (change) => this.#follow(change)));
    this.#following.add(this.#view.onDidTouch(() => this.#end()));
    this.#view.showFollowing(true);
  }

  dispose(): void {
    this.#following?.dispose();
  }

  #end(): void {
    this.#following?.dispose();
    this.#following = undefined;
    this.#view.clear();
    this.#view.showFollowing(false);
  }

  #follow({ id, changes }: ConversationChange): void {
    if (id !== this.#conversations.current?.id) return;
    const calls = changes.flatMap((change) =>
      change.kind === "put" && change.item.kind === "tool" && change.item.path !== undefined ? [change.item] : [],
    );
    const call = calls.at(-1);
    if (call?.path !== undefined && (call.state === "running" || call.state === "done"))
      this.#conversations.inBackground(
        this.#view.show(this.#placeOf(id, call, call.path)),
        "showing where the agent is",
      );
  }

  /**
   * Returns the location of a call. The lines of an edit, and the end of a partial read, are known only once the call
   * is done.
   */
  #placeOf(id: ConversationChange["id"], call: ToolItem, path: string): AgentLocation {
    if (call.line !== undefined)
      return { path, lines: { first: call.line, last: call.line + countReadLines(call) - 1 } };
    const details =
      call.state === "done" ? this.#conversations.get(id)?.conversation.transcript.calls.details(call.id) : undefined;
    const hunk = details?.kind === "diff" ? details.hunks[0] : undefined;
    if (!hunk || hunk.isUnplaced) return { path };
    const after = hunk.lines.filter(({ sign }) => sign !== "-");
    const first = after.findIndex(({ sign }) => sign === "+");
    const last = after.findLastIndex(({ sign }) => sign === "+");
    return first === -1
      ? { path, lines: { first: hunk.newStart, last: hunk.newStart } }
      : { path, lines: { first: hunk.newStart + first, last: hunk.newStart + last } };
  }
}

/** Returns the number of lines that a call read; 1 where unknown. */
function countReadLines({ summary }: ToolItem): number {
  return summary?.code === "lines" ? Math.max(1, summary.count) : 1;
}
