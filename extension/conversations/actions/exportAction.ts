import type { Clock } from "../../base/clock.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Item, ToolItem } from "../../contract/items.ts";
import type { ToolDetails } from "../../contract/tools.ts";
import type { WholeConversation } from "../../contract/wholeConversation.ts";
import { withoutImages, withWholeOutputs } from "../../session/tools/output.ts";
import type { Transcript } from "../../session/transcript.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier } from "../ports.ts";
import type { ConversationActions } from "./conversationActions.ts";

/** Dialogs of an export. */
export interface ExportQuestions extends Notifier {
  /** Asks for a format and a file, writes the file, and reports its location. */
  saveExport(conversation: WholeConversation): Promise<void>;
}

/** Writes a conversation to a file that the user picks. */
export class ExportAction {
  readonly #conversations: Conversations;
  readonly #actions: ConversationActions;
  readonly #dialogs: ExportQuestions;
  readonly #clock: Clock;

  constructor(conversations: Conversations, actions: ConversationActions, dialogs: ExportQuestions, clock: Clock) {
    this.#conversations = conversations;
    this.#actions = actions;
    this.#dialogs = dialogs;
    this.#clock = clock;
  }

  /** Exports a conversation; the current one without a key. One that is only saved is read and stays closed. */
  async run(key?: string): Promise<void> {
    const open = key === undefined ? this.#conversations.current?.id : key;
    if (open === undefined) return this.#dialogs.say("noConversation");
    const whole = await this.read(open, "everything");
    if (!whole) return this.#dialogs.say(whole === null ? "noConversation" : "nothingSaid");
    await this.#dialogs.saveExport(whole);
  }

  /**
   * Reads a conversation of the list, or an open one, by its id; "everything" adds the steps of subagents, attachments and outputs that are too long
   * for the panel. Resolves to undefined where the transcript is empty, to null where the conversation does not exist.
   */
  async read(key: string, extent: "main" | "everything" = "main"): Promise<WholeConversation | undefined | null> {
    const before = new Set(this.#conversations.all);
    const open = await this.#actions.findListed(key);
    if (!open) return null;
    try {
      return await this.#readOpen(open, extent === "everything");
    } finally {
      if (!before.has(open) && this.#isUntouched(open)) await this.#conversations.remove(open.id);
    }
  }

  /** Checks that the user did not begin to use the conversation during the export. */
  #isUntouched({ id, hasDraft, hasProcess, conversation }: OpenConversation): boolean {
    return !this.#conversations.places.isPlaced(id) && !hasProcess && !hasDraft && conversation.state.queue.length === 0;
  }

  async #readOpen(open: OpenConversation, isWhole: boolean): Promise<WholeConversation | undefined> {
    await open.open();
    const { transcript, promptAttachments, state } = open.conversation;
    await transcript.loadUntil();
    // Read everything before asking the user: parts of the transcript that are not visible are released from memory after a while.
    const reading: Reading = { threads: new Set(), steps: new Map(), details: new Map(), isWhole };
    const items = await readThread(transcript, mainThread, reading);
    if (items.length === 0) return undefined;
    const attachments = isWhole ? items.flatMap((item) => (item.kind === "prompt" ? (item.attachments ?? []) : [])) : [];
    const contents = new Map(attachments.map(({ id }) => [id, promptAttachments.readData(id)]));
    const { title, folder, sessionId } = state;
    return {
      title,
      folder,
      sessionId,
      exportedAt: this.#clock.now(),
      items,
      detailsOf: ({ id }) => reading.details.get(id),
      stepsOf: (call) => reading.steps.get(call) ?? [],
      contentOf: ({ id }) => contents.get(id),
    };
  }
}

interface Reading {
  /** Threads that were read already; in a damaged transcript a thread can contain itself. */
  readonly threads: Set<string>;
  readonly steps: Map<ToolItem, readonly Item[]>;
  readonly details: Map<string, ToolDetails | undefined>;
  readonly isWhole: boolean;
}

/** Reads a thread and, for "everything", the threads of its subagents. */
async function readThread(transcript: Transcript, thread: string, reading: Reading): Promise<readonly Item[]> {
  reading.threads.add(thread);
  const { items } = transcript.page(thread, { kind: "end" }, Number.MAX_SAFE_INTEGER);
  const calls = items.filter((item) => item.kind === "tool");
  for (const { id } of calls) {
    const details = transcript.details(id);
    reading.details.set(id, details && (reading.isWhole ? withWholeOutputs(details) : withoutImages(details)));
  }
  for (const call of reading.isWhole ? calls.filter(isAgent) : []) {
    if (reading.threads.has(call.id)) continue;
    await transcript.loadThread(call.id, true);
    reading.steps.set(call, await readThread(transcript, call.id, reading));
  }
  return items;
}

function isAgent({ toolKind, threadSize }: ToolItem): boolean {
  return toolKind === "agent" || threadSize > 0;
}
