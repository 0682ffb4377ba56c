import * as vscode from "vscode";
import type { CommentBox, LineComment } from "../../core/conversations/requests/reviewPorts.ts";
import type { SavedComment, SavedComments } from "../../core/conversations/requests/savedComments.ts";
import { DisposableStore } from "../../shared/base/disposable.ts";
import { editorText } from "../../shared/text/editor.ts";

/** Schemes of documents in which every line can be commented on. */
const commentable: ReadonlySet<string> = new Set(["tandem-plan", "tandem-proposal"]);

/** A thread with its place and the code there at the time of its first comment. */
interface PlacedThread {
  readonly thread: vscode.CommentThread;
  readonly place: Pick<LineComment, "path" | "start" | "end" | "code" | "plan">;
  /** Id of the pending comments of the thread. */
  id: string;
  /** Number of comments of the thread that were sent. */
  sent: number;
}

export interface EditorCommentsOptions {
  /** Returns true if a conversation changed the file. */
  readonly isChanged: (file: vscode.Uri) => boolean;
  /** Returns the id of the request whose plan a document shows. */
  readonly planOf: (document: vscode.Uri) => string | undefined;
  /** Store of the pending comments, which also contains those of earlier windows. */
  readonly saved: SavedComments;
}

/** Shows comments in the editor's comment threads: on plans, proposals, and files that a conversation changed. */
export class EditorComments implements CommentBox, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #controller: vscode.CommentController;
  readonly #options: EditorCommentsOptions;
  #written: readonly PlacedThread[] = [];
  #count = 0;

  constructor(options: EditorCommentsOptions) {
    this.#options = options;
    this.#controller = this.#store.add(vscode.comments.createCommentController("tandem.comments", "Tandem"));
    this.#controller.options = { prompt: editorText.commentPrompt(), placeHolder: editorText.commentPlaceholder() };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        commentable.has(uri.scheme) || (uri.scheme === "file" && this.#options.isChanged(uri))
          ? [new vscode.Range(0, 0, Math.max(0, lineCount - 1), 0)]
          : [],
    };
    for (const saved of options.saved.load()) this.#restore(saved);
    this.#note();
  }

  get pending(): readonly LineComment[] {
    return this.#written.flatMap((written) => {
      const texts = getUnsentTexts(written);
      return texts.length === 0 ? [] : [{ ...written.place, id: written.id, text: texts.join("\n") }];
    });
  }

  /** Adds the text that the user typed into a thread as a comment. */
  add({ thread, text }: vscode.CommentReply): void {
    if (text.trim() === "") return;
    this.#write(thread, [text]);
    const known = this.#written.find((written) => written.thread === thread);
    const id = String(this.#count++);
    if (!known) this.#written = [...this.#written, { thread, place: this.#placeOf(thread), id, sent: 0 }];
    // Sent comments keep their id until they are answered; the next comments get a new id.
    else if (known.sent === thread.comments.length - 1) known.id = id;
    this.#save();
  }

  delete(thread: vscode.CommentThread): void {
    this.#written = this.#written.filter((written) => written.thread !== thread);
    thread.dispose();
    this.#save();
  }

  markSent(ids: readonly string[]): void {
    for (const written of this.#named(ids)) {
      written.sent = written.thread.comments.length;
      written.thread.label = editorText.commentSent();
      written.thread.contextValue = "sent";
    }
    this.#save();
  }

  resolve(ids: readonly string[]): void {
    for (const { thread } of this.#named(ids)) {
      thread.label = editorText.commentAnswered();
      thread.state = vscode.CommentThreadState.Resolved;
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  #write(thread: vscode.CommentThread, texts: readonly string[]): void {
    const comments = texts.map(
      (body): vscode.Comment => ({
        body,
        mode: vscode.CommentMode.Preview,
        author: { name: editorText.commentAuthor() },
      }),
    );
    thread.comments = [...thread.comments, ...comments];
    thread.label = editorText.commentPending();
    thread.contextValue = "pending";
    thread.state = vscode.CommentThreadState.Unresolved;
  }

  /**
   * Restores a comment of an earlier window. The request of its plan ended with that window, so the comment is sent
   * with the others.
   */
  #restore({ uri, lines: [start, end], path, code, texts }: SavedComment): void {
    const thread = this.#controller.createCommentThread(vscode.Uri.parse(uri), new vscode.Range(start, 0, end, 0), []);
    this.#write(thread, texts);
    this.#written = [
      ...this.#written,
      { thread, place: { path, start: start + 1, end: end + 1, code }, id: String(this.#count++), sent: 0 },
    ];
  }

  #save(): void {
    const comments = this.#written.flatMap((written): SavedComment[] => {
      const { place, thread } = written;
      const texts = getUnsentTexts(written);
      const lines = [place.start - 1, place.end - 1] as const;
      return texts.length === 0
        ? []
        : [{ uri: thread.uri.toString(), lines, path: place.path, code: place.code, texts }];
    });
    this.#options.saved.save(comments);
    this.#note();
  }

  /** Offers the command that sends comments only while there are some. */
  #note(): void {
    void vscode.commands.executeCommand("setContext", "tandem.hasComments", this.pending.length > 0);
  }

  #named(ids: readonly string[]): readonly PlacedThread[] {
    return this.#written.filter(({ id }) => ids.includes(id));
  }

  #placeOf({ uri, range = new vscode.Range(0, 0, 0, 0) }: vscode.CommentThread): PlacedThread["place"] {
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

function getUnsentTexts({ thread, sent }: PlacedThread): string[] {
  return thread.comments.slice(sent).map(({ body }) => (typeof body === "string" ? body : body.value));
}
