import { SvelteMap } from "svelte/reactivity";
import { type AttachmentContent, type AttachmentProblem, attachmentLimits } from "../../extension/contract/attachments.ts";
import type { ConversationState } from "../../extension/contract/conversationState.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import type { MentionProblem } from "../../extension/contract/suggestions.ts";
import type { PickedFile } from "../../extension/contract/toWebview.ts";

type Problem = AttachmentProblem | MentionProblem;

/** What is under way for the composer of a conversation. */
interface Tray {
  /** Names of files that are being read. */
  readonly reading: readonly string[];
  /** Why something was not attached, or not mentioned. */
  readonly problems: readonly Problem[];
  /** What was read while another conversation was shown: attached once this one is shown again. */
  readonly waiting: readonly AttachmentContent[];
}
const empty: Tray = { reading: [], problems: [], waiting: [] };

/** What goes with the prompt in the composer. The host keeps it; what it has not confirmed yet goes with a prompt all the same. */
export class ComposerAttachments {
  readonly #conversation: () => ConversationState | undefined;
  readonly #send: (message: FromWebview) => void;
  readonly #shown: () => ConversationId | undefined;
  readonly #trays = new SvelteMap<ConversationId | undefined, Tray>();
  /** Sizes in bytes, by id. */
  readonly #unconfirmed = new Map<string, number>();
  #count = 0;

  /** `shown`: which conversation it is. */
  constructor(conversation: () => ConversationState | undefined, send: (message: FromWebview) => void, shown: () => ConversationId | undefined) {
    this.#conversation = conversation;
    this.#send = send;
    this.#shown = shown;
  }

  /** Names of files that are being read for the conversation that is shown: its prompt waits for them. */
  get reading(): readonly string[] {
    return this.#tray.reading;
  }

  /** Why something was not attached to it, or not mentioned in its prompt. */
  get problems(): readonly Problem[] {
    return this.#tray.problems;
  }

  /** Attaches files to the conversation that is shown now, whichever is shown once they are read. One that is refused keeps none of the others out. */
  async attach(files: readonly File[], read: (file: File) => Promise<AttachmentContent | AttachmentProblem>): Promise<void> {
    const to = this.#shown();
    this.#change(to, ({ reading }) => ({ reading: [...reading, ...files.map(({ name }) => name)], problems: [] }));
    for (const file of files) {
      const content = await read(file);
      this.#change(to, ({ reading }) => ({ reading: reading.toSpliced(reading.indexOf(file.name), 1) }));
      this.#take(to, content);
    }
  }

  /** Attaches files that were picked in the editor's own dialog, which has read them. */
  async attachPicked(picked: readonly PickedFile[], read: (file: File) => Promise<AttachmentContent | AttachmentProblem>): Promise<void> {
    const readOne = async (file: File): Promise<AttachmentContent | AttachmentProblem> => {
      const found = picked.find((each) => "problem" in each && each.name === file.name);
      return found && "problem" in found ? { name: found.name, code: found.problem } : read(file);
    };
    await this.attach(
      picked.map((each) => new File("data" in each ? [getBytes(each.data)] : [], each.name)),
      readOne,
    );
  }

  /** Attaches a text that was pasted. */
  paste(content: AttachmentContent | AttachmentProblem): void {
    this.forgetProblems();
    this.#take(this.#shown(), "data" in content ? { ...content, isPasted: true } : content);
  }

  remove(id: string): void {
    this.#unconfirmed.delete(id);
    this.#send({ type: "detach", id });
  }

  /** Attaches what was read for the conversation that is shown while another one was. */
  attachWaiting(): void {
    const { waiting } = this.#tray;
    if (waiting.length === 0) return;
    this.#change(this.#shown(), () => ({ waiting: [] }));
    for (const content of waiting) this.#take(this.#shown(), content);
  }

  /** Some of what was dropped is not mentioned. */
  leaveOut(problems: readonly MentionProblem[]): void {
    this.#change(this.#shown(), () => ({ problems }));
  }

  forgetProblems(): void {
    if (this.#tray.problems.length > 0) this.#change(this.#shown(), () => ({ problems: [] }));
  }

  /** The ids of all of it, for the prompt that it goes with now. */
  take(): readonly string[] {
    const ids = new Set([...this.#held.map(({ id }) => id), ...this.#unconfirmed.keys()]);
    this.#unconfirmed.clear();
    return [...ids];
  }

  /** Another conversation is shown. */
  clear(): void {
    this.#unconfirmed.clear();
  }

  /** Of the conversation that is shown; asked for it first, so that who looks here looks again when another one is. */
  get #tray(): Tray {
    return this.#conversation() ? (this.#trays.get(this.#shown()) ?? empty) : empty;
  }

  #change(of: ConversationId | undefined, set: (tray: Tray) => Partial<Tray>): void {
    const tray = this.#trays.get(of) ?? empty;
    this.#trays.set(of, { ...tray, ...set(tray) });
  }

  /** Attaches something, or keeps it until its conversation is shown, or notes why not. Returns its id once it is attached. */
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

  /** Its id; a problem when it is more than goes with one prompt. */
  #add(content: AttachmentContent): string | AttachmentProblem {
    for (const { id } of this.#held) this.#unconfirmed.delete(id);
    const sizes = [...this.#held.map(({ size }) => size), ...this.#unconfirmed.values(), content.size];
    if (sizes.reduce((sum, size) => sum + size, 0) > attachmentLimits.all) return { name: content.name, code: "tooMuch" };
    // Not by `crypto.randomUUID`, which a page that came without https does not have.
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
