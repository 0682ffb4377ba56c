import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { isSecretPath } from "../../base/secretNames.ts";
import type { ConversationId } from "../../contract/ids.ts";
import { toRelativePath } from "../../session/tools/relativePath.ts";
import { promptText } from "../../text/prompts.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { CommentBox, LineComment } from "./reviewPorts.ts";

/** Comments that a user writes on lines: collected, sent to the model with their code and place, and resolved by its answer. */
export class LineComments implements Disposable {
  readonly #conversations: Conversations;
  readonly #box: CommentBox;
  readonly #say: (refusal: "noComment" | "noConversation") => void;
  readonly #store = new DisposableStore();
  /** What was sent and not answered yet, by conversation; with the turns that end before the one that answers. */
  readonly #sent = new Map<ConversationId, readonly { readonly ids: readonly string[]; turns: number }[]>();

  constructor(conversations: Conversations, box: CommentBox, say: (refusal: "noComment" | "noConversation") => void) {
    this.#conversations = conversations;
    this.#box = box;
    this.#say = say;
    this.#store.add(
      conversations.onDidChange(({ id, changes }) => {
        if (changes.some((change) => change.kind === "put" && change.item.kind === "turn" && change.item.outcome === "done")) this.#resolve(id);
      }),
    );
  }

  /** Sends every comment that was not sent yet, as one prompt of the current conversation. Those on a plan go with its answer. */
  send(): void {
    const open = this.#conversations.current;
    const comments = this.#box.pending.filter(({ plan }) => plan === undefined);
    if (!open) return this.#say("noConversation");
    if (comments.length === 0) return this.#say("noComment");
    this.#submit(open, comments, promptText.comments());
  }

  /** A plan was approved: what its user wrote on its lines follows as a prompt. */
  sendOnPlan(id: ConversationId, plan: string): void {
    const open = this.#conversations.get(id);
    const comments = this.#box.pending.filter((comment) => comment.plan === plan);
    if (open && comments.length > 0) this.#submit(open, comments, promptText.planComments());
  }

  /** Words for a plan that is to be worked on: the user's own, and their comments on its lines. */
  takeFeedback(plan: string, feedback: string | undefined): string | undefined {
    const comments = this.#box.pending.filter((comment) => comment.plan === plan);
    if (comments.length === 0) return feedback;
    this.#box.markSent(comments.map(({ id }) => id));
    return [feedback?.trim(), formatComments(comments)].filter(Boolean).join("\n\n");
  }

  dispose(): void {
    this.#store.dispose();
  }

  #submit(open: OpenConversation, comments: readonly LineComment[], title: string): void {
    const ids = comments.map(({ id }) => id);
    const { status, queue, folder } = open.conversation.state;
    // A turn that runs, and what waits before it, ends first.
    const turns = (status === "working" ? 1 : 0) + queue.length;
    this.#sent.set(open.id, [...(this.#sent.get(open.id) ?? []), { ids, turns }]);
    open.submit(`${title}\n\n${formatComments(comments.map((comment) => ({ ...comment, path: toRelativePath(comment.path, folder) })))}`);
    // Kept until the prompt is on its way, which is kept from then on.
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

/** Each with its place and its code, as the model reads them. */
export function formatComments(comments: readonly LineComment[]): string {
  const codeOf = ({ path, code }: LineComment): string => (isSecretPath(path) ? promptText.secretLines() : fenced(code));
  return comments.map((comment) => `${comment.path}:${getLines(comment)}\n${codeOf(comment)}\n${comment.text}`).join("\n\n");
}

function getLines({ start, end }: LineComment): string {
  return end > start ? `${start}-${end}` : String(start);
}

/** In a fence that nothing in the code ends. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}
