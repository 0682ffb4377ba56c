import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import type { CommentBox, LineComment } from "../conversations/reviewPorts.ts";

/** Documents whose every line can be commented on, by their schemes. */
const commentable: ReadonlySet<string> = new Set(["tandem-plan", "tandem-proposal"]);

/** A thread with what it is on, as that was when its first comment was written. */
interface Written {
  readonly thread: vscode.CommentThread;
  readonly place: Pick<LineComment, "path" | "start" | "end" | "code" | "plan">;
  /** Names what waits to be sent of it. */
  id: string;
  /** How many of its comments were sent. */
  sent: number;
}

export interface EditorCommentsOptions {
  /** Whether a conversation changed the file. */
  readonly isChanged: (file: vscode.Uri) => boolean;
  /** The request whose plan a document shows. */
  readonly planOf: (document: vscode.Uri) => string | undefined;
}

/** Comments in the editor's own threads: on plans, proposals, and files that a conversation changed. */
export class EditorComments implements CommentBox, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #options: EditorCommentsOptions;
  #written: readonly Written[] = [];
  #count = 0;

  constructor(options: EditorCommentsOptions) {
    this.#options = options;
    this.#controller = this.#store.add(vscode.comments.createCommentController("tandem.comments", "Tandem"));
    this.#controller.options = { prompt: t("Comment for the model"), placeHolder: t("What should be different here?") };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        commentable.has(uri.scheme) || (uri.scheme === "file" && this.#options.isChanged(uri)) ? [new vscode.Range(0, 0, Math.max(0, lineCount - 1), 0)] : [],
    };
  }

  get pending(): readonly LineComment[] {
    return this.#written.flatMap(({ thread, place, id, sent }) => {
      const fresh = thread.comments.slice(sent);
      const text = fresh.map(({ body }) => (typeof body === "string" ? body : body.value)).join("\n");
      return fresh.length === 0 ? [] : [{ ...place, id, text }];
    });
  }

  /** What was typed into a thread becomes a comment. */
  add({ thread, text }: vscode.CommentReply): void {
    if (text.trim() === "") return;
    const comment: vscode.Comment = { body: text, mode: vscode.CommentMode.Preview, author: { name: t("You") } };
    thread.comments = [...thread.comments, comment];
    thread.label = t("Not sent yet");
    thread.contextValue = "pending";
    thread.state = vscode.CommentThreadState.Unresolved;
    const known = this.#written.find((written) => written.thread === thread);
    const id = String(this.#count++);
    if (!known) this.#written = [...this.#written, { thread, place: this.#placeOf(thread), id, sent: 0 }];
    // What was sent before keeps its name until it is answered; what comes now has one of its own.
    else if (known.sent === thread.comments.length - 1) known.id = id;
  }

  delete(thread: vscode.CommentThread): void {
    this.#written = this.#written.filter((written) => written.thread !== thread);
    thread.dispose();
  }

  markSent(ids: readonly string[]): void {
    for (const written of this.#named(ids)) {
      written.sent = written.thread.comments.length;
      written.thread.label = t("Sent");
      written.thread.contextValue = "sent";
    }
  }

  resolve(ids: readonly string[]): void {
    for (const { thread } of this.#named(ids)) {
      thread.label = t("Answered");
      thread.state = vscode.CommentThreadState.Resolved;
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  #named(ids: readonly string[]): readonly Written[] {
    return this.#written.filter(({ id }) => ids.includes(id));
  }

  #placeOf({ uri, range = new vscode.Range(0, 0, 0, 0) }: vscode.CommentThread): Written["place"] {
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    const lines = document?.getText().split(/\r?\n/) ?? [];
    return {
      path: uri.scheme === "file" ? uri.fsPath : uri.path.slice(1),
      start: range.start.line + 1,
      end: range.end.line + 1,
      code: lines.slice(range.start.line, range.end.line + 1).join("\n"),
      plan: this.#options.planOf(uri),
    };
  }
}
