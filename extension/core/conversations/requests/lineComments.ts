import { type Disposable, DisposableStore } from "../../../shared/base/disposable.ts";
import { isSecretPath } from "../../../shared/base/secretNames.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { promptText } from "../../../shared/text/prompts.ts";
import { toRelativePath } from "../../conversation/tools/relativePath.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { CommentBox, LineComment } from "./reviewPorts.ts";

/**
 * Comments of the user on lines: collected, sent to the model with their code and position, and resolved by its answer.
 */
export class LineComments implements Disposable {
  readonly #conversations: Conversations;
  readonly #box: CommentBox;
  readonly #say: (refusal: "noComment" | "noConversation") => void;
  readonly #store = new DisposableStore();
  /**
   * Comments that were sent and not answered yet, by conversation, with the number of turns that end before the turn
   * that answers.
   */
  readonly #sent = new Map<ConversationId, readonly { readonly ids: readonly string[]; turns: number }[]>();

  constructor(conversations: Conversations, box: CommentBox, say: (refusal: "noComment" | "noConversation") => void) {
    this.#conversations = conversations;
    this.#box = box;
    this.#say = say;
    this.#store.add(
      conversations.changes.on({ items: ["turn"] }, ({ id, changes }) => {
        if (
          changes.some(
            (change) => change.kind === "put" && change.item.kind === "turn" && change.item.outcome === "done",
          )
        )
          this.#resolve(id);
      }),
    );
  }

  /**
   * Sends all comments that were not sent yet, as one prompt of the current conversation. Comments on a plan are sent
   * with the answer to its request.
   */
  send(): void {
    const open = this.#conversations.current;
    const comments = this.#box.pending.filter(({ plan }) => plan === undefined);
    if (!open) return this.#say("noConversation");
    if (comments.length === 0) return this.#say("noComment");
    this.#submit(open, comments, promptText.comments());
  }

  /** Sends the comments on an approved plan as a prompt. */
  sendOnPlan(id: ConversationId, plan: string): void {
    const open = this.#conversations.get(id);
    const comments = this.#box.pending.filter((comment) => comment.plan === plan);
    if (open && comments.length > 0) this.#submit(open, comments, promptText.planComments());
  }

  /**
   * Returns the feedback for a rejected plan: the text of the user and the comments on its lines, with the ids of these
   * comments. They stay pending until `markSent`.
   */
  readFeedback(
    plan: string,
    feedback: string | undefined,
  ): { readonly feedback: string | undefined; readonly ids: readonly string[] } {
    const comments = this.#box.pending.filter((comment) => comment.plan === plan);
    if (comments.length === 0) return { feedback, ids: [] };
    return {
      feedback: [feedback?.trim(), formatComments(comments)].filter(Boolean).join("\n\n"),
      ids: comments.map(({ id }) => id),
    };
  }

  /** Notes that comments reached the model. */
  markSent(ids: readonly string[]): void {
    if (ids.length > 0) this.#box.markSent(ids);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #submit(open: OpenConversation, comments: readonly LineComment[], title: string): void {
    const ids = comments.map(({ id }) => id);
    const { status, queue, folder } = open.conversation.state;
    // The running turn and the queued prompts end before the turn of this prompt.
    const turns = (status === "working" ? 1 : 0) + queue.length;
    this.#sent.set(open.id, [...(this.#sent.get(open.id) ?? []), { ids, turns }]);
    open.submit(
      `${title}\n\n${formatComments(comments.map((comment) => ({ ...comment, path: toRelativePath(comment.path, folder) })))}`,
    );
    // The comments stay pending until the prompt is submitted, which saves them from then on.
    this.#box.markSent(ids);
  }

  #resolve(id: ConversationId): void {
    const sent = this.#sent.get(id) ?? [];
    for (const { ids, turns } of sent) if (turns === 0) this.#box.resolve(ids);
    this.#sent.set(
      id,
      sent.flatMap(({ ids, turns }) => (turns === 0 ? [] : [{ ids, turns: turns - 1 }])),
    );
  }
}

/** Formats comments with position and code, as the model reads them. */
export function formatComments(comments: readonly LineComment[]): string {
  const codeOf = ({ path, code }: LineComment): string =>
    isSecretPath(path) ? promptText.secretLines() : fenceCode(code);
  return comments
    .map((comment) => `${comment.path}:${getLines(comment)}\n${codeOf(comment)}\n${comment.text}`)
    .join("\n\n");
}

function getLines({ start, end }: LineComment): string {
  return end > start ? `${start}-${end}` : String(start);
}

/** Wraps code in a fence that is longer than any run of backticks in the code. */
function fenceCode(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}
