import { SvelteMap } from "svelte/reactivity";
import {
  type AttachmentContent,
  type AttachmentProblem,
  attachmentLimits,
} from "../../../extension/shared/contract/composer/attachments.ts";
import type { MentionProblem } from "../../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationState } from "../../../extension/shared/contract/conversationState.ts";
import type { FromWebview } from "../../../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../extension/shared/contract/ids.ts";
import type { PickedFile } from "../../../extension/shared/contract/toWebview.ts";

type Problem = AttachmentProblem | MentionProblem;

/** Pending work of one conversation's composer. */
interface Tray {
  /** Names of files that are being read. */
  readonly reading: readonly string[];
  /** Reasons why a file was not attached or not mentioned. */
  readonly problems: readonly Problem[];
  /** Contents that were read while another conversation was shown; attached once this one is shown again. */
  readonly waiting: readonly AttachmentContent[];
}
const empty: Tray = { reading: [], problems: [], waiting: [] };

/**
 * Manages the attachments of the draft. The host stores them; a prompt also includes those that the host has not
 * confirmed yet.
 */
export class ComposerAttachments {
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  readonly #shown: () => ConversationId | undefined;
  readonly #trays = new SvelteMap<ConversationId | undefined, Tray>();
  /** Sizes of unconfirmed attachments in bytes, by id. */
  readonly #unconfirmed = new Map<string, number>();
  #count = 0;

  /** `shown` returns the id of the conversation that is shown. */
  constructor(
    conversation: () => ConversationState | undefined,
    send: (message: FromWebview) => void,
    shown: () => ConversationId | undefined,
  ) {
    this.#conversation = conversation;
    this.#send = send;
    this.#shown = shown;
  }

  /** Names of files that are being read for the shown conversation; its prompt cannot be sent until they are read. */
  get reading(): readonly string[] {
    return this.#tray.reading;
  }

  /** Reasons why files were not attached to the shown conversation, or not mentioned in its prompt. */
  get problems(): readonly Problem[] {
    return this.#tray.problems;
  }

  /**
   * Attaches files to the conversation that is shown at the call, even if another one is shown when they are read. A
   * refused file does not affect the others.
   */
  async attach(
    files: readonly File[],
    read: (file: File) => Promise<AttachmentContent | AttachmentProblem>,
  ): Promise<void> {
    const to = this.#shown();
    this.#change(to, ({ reading }) => ({ reading: [...reading, ...files.map(({ name }) => name)], problems: [] }));
    for (const file of files) {
      const content = await read(file);
      this.#change(to, ({ reading }) => ({ reading: reading.toSpliced(reading.indexOf(file.name), 1) }));
      this.#take(to, content);
    }
  }

  /** Attaches files that were picked in the editor's own dialog and already read by the host. */
  async attachPicked(
    picked: readonly PickedFile[],
    read: (file: File) => Promise<AttachmentContent | AttachmentProblem>,
  ): Promise<void> {
    const readOne = async (file: File): Promise<AttachmentContent | AttachmentProblem> => {
      const found = picked.find((each) => "problem" in each && each.name === file.name);
      return found && "problem" in found ? { name: found.name, code: found.problem } : read(file);
    };
    await this.attach(
      picked.map((each) => new File("data" in each ? [getBytes(each.data)] : [], each.name)),
      readOne,
    );
  }

  /** Attaches pasted text. */
  paste(content: AttachmentContent | AttachmentProblem): void {
    this.forgetProblems();
    this.#take(this.#shown(), "data" in content ? { ...content, isPasted: true } : content);
  }

  remove(id: string): void {
    this.#unconfirmed.delete(id);
    this.#send({ type: "detach", id });
  }

  /** Attaches contents for the shown conversation that were read while another one was shown. */
  attachWaiting(): void {
    const { waiting } = this.#tray;
    if (waiting.length === 0) return;
    this.#change(this.#shown(), () => ({ waiting: [] }));
    for (const content of waiting) this.#take(this.#shown(), content);
  }

  /** Reports dropped files that are not mentioned. */
  leaveOut(problems: readonly MentionProblem[]): void {
    this.#change(this.#shown(), () => ({ problems }));
  }

  forgetProblems(): void {
    if (this.#tray.problems.length > 0) this.#change(this.#shown(), () => ({ problems: [] }));
  }

  /** Returns all attachment ids for the prompt that is being sent, and forgets the unconfirmed ones. */
  take(): readonly string[] {
    const ids = new Set([...this.#held.map(({ id }) => id), ...this.#unconfirmed.keys()]);
    this.#unconfirmed.clear();
    return [...ids];
  }

  /** Discards the unconfirmed attachments, when another conversation is shown. */
  clear(): void {
    this.#unconfirmed.clear();
  }

  /**
   * The tray of the shown conversation. Reads the conversation first, so that effects depend on it and run again when
   * another one is shown.
   */
  get #tray(): Tray {
    return this.#conversation() ? (this.#trays.get(this.#shown()) ?? empty) : empty;
  }

  #change(of: ConversationId | undefined, set: (tray: Tray) => Partial<Tray>): void {
    const tray = this.#trays.get(of) ?? empty;
    this.#trays.set(of, { ...tray, ...set(tray) });
  }

  /**
   * Attaches a content, keeps it until its conversation is shown, or records the problem. Returns the id once it is
   * attached.
   */
  #take(to: ConversationId | undefined, content: AttachmentContent | AttachmentProblem): string | undefined {
    if ("data" in content && to !== this.#shown()) {
      this.#change(to, ({ waiting }) => ({ waiting: [...waiting, content] }));
      return undefined;
    }
    const added = "data" in content ? this.#add(content) : content;
    if (typeof added === "string") return added;
    this.#change(to, ({ problems }) => ({ problems: [...problems, added] }));
    return undefined;
  }

  /** Returns the id of the new attachment, or a problem if the prompt exceeds its limits. */
  #add(content: AttachmentContent): string | AttachmentProblem {
    for (const { id } of this.#held) this.#unconfirmed.delete(id);
    const sizes = [...this.#held.map(({ size }) => size), ...this.#unconfirmed.values(), content.size];
    if (sizes.reduce((sum, size) => sum + size, 0) > attachmentLimits.all)
      return { name: content.name, code: "tooMuch" };
    // `crypto.randomUUID` is missing in a page that was not served over https.
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${++this.#count}`;
    this.#unconfirmed.set(id, content.size);
    this.#send({ type: "attach", id, content });
    return id;
  }

  get #held() {
    return this.#conversation()?.attachments ?? [];
  }
}

function getBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
