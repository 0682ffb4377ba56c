import type { Clock } from "../../../shared/base/clock.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item, ToolItem } from "../../../shared/contract/items.ts";
import type { ToolDetails } from "../../../shared/contract/tools.ts";
import type { ConversationPart, ConversationParts } from "../../../shared/contract/wholeConversation.ts";
import { withoutImages, withWholeOutputs } from "../../conversation/tools/output.ts";
import type { ThreadReader, TranscriptPart } from "../../conversation/transcript/earlierParts.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Notifier } from "../ports.ts";
import type { ConversationActions } from "./conversationActions.ts";

/** Dialogs of an export. */
export interface ExportQuestions extends Notifier {
  /** Asks for a format and a file, writes the file part by part and masked, and reports its location. */
  saveExport(conversation: ConversationParts, mask: (text: string) => string): Promise<void>;
}

export interface ExportActionOptions {
  readonly conversations: Conversations;
  readonly actions: ConversationActions;
  readonly dialogs: ExportQuestions;
  readonly clock: Clock;
  /** Removes the user's secrets from a text; a text of JSON stays one. */
  readonly mask: (text: string) => string;
}

/** Writes a conversation to a file that the user picks. */
export class ExportAction {
  readonly #options: ExportActionOptions;

  constructor(options: ExportActionOptions) {
    this.#options = options;
  }

  /** Exports a conversation; the current one without a key. One that is only saved is read and stays closed. */
  async run(key?: string): Promise<void> {
    const { conversations, dialogs, mask } = this.#options;
    const open = key === undefined ? conversations.current?.id : key;
    if (open === undefined) return dialogs.say("noConversation");
    const found = await this.read(
      open,
      async (conversation) => {
        await dialogs.saveExport(conversation, mask);
        return conversation;
      },
      "everything",
    );
    if (!found) dialogs.say(found === null ? "noConversation" : "nothingSaid");
  }

  /**
   * Reads a conversation of the list, or an open one, by its id; "everything" adds the steps of subagents, attachments
   * and outputs that are too long for the panel. Resolves to undefined where the transcript is empty, to null where the
   * conversation does not exist.
   */
  async read<T>(
    key: string,
    use: (conversation: ConversationParts) => Promise<T>,
    extent: "main" | "everything" = "main",
  ): Promise<T | undefined | null> {
    const { conversations, actions } = this.#options;
    const before = new Set(conversations.all);
    const open = await actions.findListed(key);
    if (!open) return null;
    try {
      const conversation = await this.#readOpen(open, extent === "everything");
      return conversation && (await use(conversation));
    } finally {
      if (!before.has(open) && this.#isUntouched(open)) await conversations.remove(open.id);
    }
  }

  /** Checks that the user did not begin to use the conversation during the export. */
  #isUntouched({ id, hasDraft, hasProcess, conversation }: OpenConversation): boolean {
    return (
      !this.#options.conversations.places.isPlaced(id) &&
      !hasProcess &&
      !hasDraft &&
      conversation.state.queue.length === 0
    );
  }

  async #readOpen(open: OpenConversation, isWhole: boolean): Promise<ConversationParts | undefined> {
    await open.open();
    const { transcript, promptAttachments, state } = open.conversation;
    if (!transcript.hasOlder && transcript.page(mainThread, { kind: "end" }, 1).items.length === 0) return undefined;
    const { title, folder, sessionId } = state;
    const readContent = (part: TranscriptPart, id: string): string | undefined =>
      promptAttachments.readData(id) ?? part.store.attached(id);
    async function* parts(): AsyncGenerator<ConversationPart> {
      for await (const part of transcript.readParts())
        for (const items of splitAtAgents(part.items, isWhole).reverse())
          yield await readPart(part, items, isWhole, (id) => readContent(part, id));
    }
    return { title, folder, sessionId, exportedAt: this.#options.clock.now(), parts };
  }
}

interface Reading {
  readonly threads: ThreadReader;
  /** Threads that were read already; in a damaged transcript a thread can contain itself. */
  readonly read: Set<string>;
  readonly steps: Map<ToolItem, readonly Item[]>;
  readonly details: Map<string, ToolDetails | undefined>;
  readonly isWhole: boolean;
}

async function readPart(
  { threads }: TranscriptPart,
  items: readonly Item[],
  isWhole: boolean,
  readContent: (id: string) => string | undefined,
): Promise<ConversationPart> {
  const reading: Reading = { threads, read: new Set([mainThread]), steps: new Map(), details: new Map(), isWhole };
  await readItems(items, reading);
  // The conversation may release its items from memory while the part is in use.
  const attachments = isWhole ? items.flatMap((item) => (item.kind === "prompt" ? (item.attachments ?? []) : [])) : [];
  const contents = new Map(attachments.map(({ id }) => [id, readContent(id)]));
  return {
    items,
    detailsOf: ({ id }) => reading.details.get(id),
    stepsOf: (call) => reading.steps.get(call) ?? [],
    contentOf: ({ id }) => contents.get(id),
  };
}

/** Reads the calls among items and, for "everything", the threads of their subagents. */
async function readItems(items: readonly Item[], reading: Reading): Promise<void> {
  const { threads, read, steps, details, isWhole } = reading;
  const calls = items.filter((item) => item.kind === "tool");
  for (const { id } of calls) {
    const known = threads.calls.details(id);
    details.set(id, known && (isWhole ? withWholeOutputs(known) : withoutImages(known)));
  }
  for (const call of isWhole ? calls.filter(isAgent) : []) {
    if (read.has(call.id)) continue;
    read.add(call.id);
    await threads.loadThread(call.id, true);
    const { items: thread } = threads.page(call.id, { kind: "end" }, Number.MAX_SAFE_INTEGER);
    await readItems(thread, reading);
    steps.set(call, thread);
  }
}

/**
 * Splits items so that a call with the steps of a subagent is a part of its own: a thread can be as long as a
 * conversation.
 */
function splitAtAgents(items: readonly Item[], isWhole: boolean): (readonly Item[])[] {
  const parts: Item[][] = [[]];
  for (const item of items) {
    if (isWhole && item.kind === "tool" && isAgent(item)) parts.push([item], []);
    else parts.at(-1)?.push(item);
  }
  return parts.filter(({ length }) => length > 0);
}

function isAgent({ toolKind, threadSize }: ToolItem): boolean {
  return toolKind === "agent" || threadSize > 0;
}
