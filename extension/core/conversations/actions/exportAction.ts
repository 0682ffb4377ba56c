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
  /** Asks for a format and a file, writes the file part by part, and reports its location. */
  saveExport(conversation: ConversationParts): Promise<void>;
}

export interface ExportActionOptions {
  readonly conversations: Conversations;
  readonly actions: ConversationActions;
  readonly dialogs: ExportQuestions;
  readonly clock: Clock;
  /** Removes the user's secrets from a text. */
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
    const { conversations, dialogs } = this.#options;
    const open = key === undefined ? conversations.current?.id : key;
    if (open === undefined) return dialogs.say("noConversation");
    const found = await this.read(
      open,
      async (conversation) => {
        await dialogs.saveExport(conversation);
        return conversation;
      },
      "everything",
    );
    if (!found) dialogs.say(found === null ? "noConversation" : "nothingSaid");
  }

  /**
   * Reads a conversation of the list, or an open one, by its id; "everything" adds the steps of subagents, attachments
   * and outputs that are too long for the panel, and removes the user's secrets: a format writes a text in a way of its
   * own, in which a secret is no longer found. Resolves to undefined where the transcript is empty, to null where the
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
    const { folder, sessionId } = state;
    const mask = isWhole ? this.#options.mask : String;
    const readContent = (part: TranscriptPart, id: string): string | undefined =>
      promptAttachments.readData(id) ?? part.store.attached(id);
    async function* parts(): AsyncGenerator<ConversationPart> {
      for await (const part of transcript.readParts())
        for (const items of splitAtAgents(part.items, isWhole).reverse()) {
          const read = await readPart(part, items, isWhole, (id) => readContent(part, id));
          yield toPart(isWhole ? maskTexts(read, mask) : read);
        }
    }
    return { title: mask(state.title), folder, sessionId, exportedAt: this.#options.clock.now(), parts };
  }
}

interface Reading {
  readonly threads: ThreadReader;
  /** Threads that were read already; in a damaged transcript a thread can contain itself. */
  readonly read: Set<string>;
  readonly steps: Map<string, readonly Item[]>;
  readonly details: Map<string, ToolDetails>;
  readonly isWhole: boolean;
}

/** A part of a conversation as data; what belongs to an item is under its id. */
interface PartData {
  readonly items: readonly Item[];
  readonly steps: readonly (readonly [id: string, steps: readonly Item[]])[];
  readonly details: readonly (readonly [id: string, details: ToolDetails])[];
  readonly contents: readonly (readonly [id: string, content: string])[];
}

async function readPart(
  { threads }: TranscriptPart,
  items: readonly Item[],
  isWhole: boolean,
  readContent: (id: string) => string | undefined,
): Promise<PartData> {
  const reading: Reading = { threads, read: new Set([mainThread]), steps: new Map(), details: new Map(), isWhole };
  await readItems(items, reading);
  // The conversation may release its items from memory while the part is in use.
  const attachments = isWhole ? items.flatMap((item) => (item.kind === "prompt" ? (item.attachments ?? []) : [])) : [];
  const contents = attachments.flatMap(({ id }) => {
    const content = readContent(id);
    return content === undefined ? [] : [[id, content] as const];
  });
  return { items, steps: [...reading.steps], details: [...reading.details], contents };
}

function toPart({ items, ...data }: PartData): ConversationPart {
  const [steps, details, contents] = [new Map(data.steps), new Map(data.details), new Map(data.contents)];
  return {
    items,
    detailsOf: ({ id }) => details.get(id),
    stepsOf: ({ id }) => steps.get(id) ?? [],
    contentOf: ({ id }) => contents.get(id),
  };
}

/** Fields with words of the contract, by which a format decides. A value of the user can be the same word. */
const wordFields = new Set(
  "kind toolKind countsAs state outcome failure code by how reason scope source level status type mode".split(" "),
);

function isText(name: string, part: unknown): part is string {
  return typeof part === "string" && !(wordFields.has(name) && /^[a-z]{1,24}$/i.test(part));
}

/** Masks all texts of data at once where it can, since each call looks for all spellings of all secrets. */
function maskTexts<T>(data: T, mask: (text: string) => string): T {
  const json = JSON.stringify(data);
  const texts: string[] = [];
  JSON.parse(json, (name, part: unknown) => void (isText(name, part) && texts.push(part.replaceAll("\0", "\ufffd"))));
  const together = mask(texts.join("\0")).split("\0");
  const masked = (together.length === texts.length ? together : texts.map(mask)).values();
  return JSON.parse(json, (name, part: unknown) => (isText(name, part) ? masked.next().value : part));
}

/** Reads the calls among items and, for "everything", the threads of their subagents. */
async function readItems(items: readonly Item[], reading: Reading): Promise<void> {
  const { threads, read, steps, details, isWhole } = reading;
  const calls = items.filter((item) => item.kind === "tool");
  for (const { id } of calls) {
    const known = threads.calls.details(id);
    if (known) details.set(id, isWhole ? withWholeOutputs(known) : withoutImages(known));
  }
  for (const call of isWhole ? calls.filter(isAgent) : []) {
    if (read.has(call.id)) continue;
    read.add(call.id);
    await threads.loadThread(call.id, true);
    const { items: thread } = threads.page(call.id, { kind: "end" }, Number.MAX_SAFE_INTEGER);
    await readItems(thread, reading);
    steps.set(call.id, thread);
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
