import { readObject, readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { AssistantFrame, ContentBlock, StreamEventFrame, UserFrame } from "../../protocol/frames/frames.ts";
import { isCall } from "./frameFields.ts";
import { KeyedCalls, type TakenKeys } from "./keyedCalls.ts";

const nothingTaken: TakenKeys = { isCall: () => false, isMessage: () => false };

/**
 * Replaces ids from outside with keys of our own. Gateways and local models reuse the ids of messages and calls, so
 * such an id identifies something within its turn at most. The first use keeps its id; a later one gets the uuid of the
 * frame that names it as a suffix.
 *
 * Invariants:
 * 1. Each start of a message creates a new message, regardless of its id. Frames of a message that does not stream
 *    belong together while they have the same id and nothing is answered; in a transcript, while each names an entry of
 *    the message as its parent.
 * 2. A call that a message names differs from the calls with the same id that earlier messages named.
 * 3. A result belongs to the oldest call of its id without a result in the newest message that names it. A second
 *    result of a call is dropped.
 */
export class ExternalIds {
  readonly #taken: TakenKeys;
  readonly #calls: KeyedCalls;
  readonly #messages = new Map<string, KeyedMessage>();
  /** Keys of messages by thread. */
  readonly #messageKeys = new Map<string, Set<string>>();
  #count = 0;

  constructor(taken: TakenKeys = nothingTaken) {
    this.#taken = taken;
    this.#calls = new KeyedCalls(taken, () => ++this.#count);
  }

  /** Forgets everything, because the conversation is replaced or read again. */
  reset(): void {
    for (const part of [this.#calls, this.#messages, this.#messageKeys]) part.clear();
  }

  /**
   * Forgets a call that the store dropped, with its thread and the message that named it. Later uses of their ids may
   * get their keys.
   */
  forgetCall(key: string): void {
    for (const { message, thread } of this.#calls.forget(key))
      if (message !== undefined) this.forgetMessage(message, thread);
    this.#messages.delete(key);
    this.#messageKeys.delete(key);
  }

  /** Forgets a message that the store dropped. A message in progress keeps its key. */
  forgetMessage(key: string, thread = mainThread): void {
    this.#messageKeys.get(thread)?.delete(key);
  }

  /** Ends what the last process left unfinished; call it when another process continues the conversation. */
  beginProcess(): void {
    for (const message of this.#messages.values()) message.isOver = true;
    this.#calls.endAll();
  }

  /**
   * Returns a frame with keys in place of ids; the same object where nothing changes, as with ids that are used once.
   */
  read(frame: Frame): Frame {
    switch (frame.type) {
      case "stream_event":
        return this.#readEvent(this.#inThread(frame));
      case "assistant":
        return this.#readAssistant(this.#inThread(frame));
      case "user":
        return this.#readUser(this.#inThread(frame));
      case "result":
        this.#endTurn();
        return frame;
      default:
        return this.#readOther(this.#inThread(frame as Frame & ThreadedFrame));
    }
  }

  /**
   * Returns the key of the call that a request asks about. The request may come before any frame that names the call.
   */
  keyOfAsked(external: string, tool: string): string {
    return this.#calls.keyOfAsked(external, tool);
  }

  /** Returns the key of the call that a report concerns while the call runs, such as the report of a hook. */
  keyOf(external: string): string {
    return this.#calls.keyOf(external);
  }

  #readEvent(frame: StreamEventFrame): Frame {
    const { event } = frame;
    const thread = frame.parent_tool_use_id ?? mainThread;
    if (event.type === "message_start") {
      const message = readObject(event, "message");
      const external = readString(message, "id") || undefined;
      const key = this.#begin(thread, external, frame.uuid, true).key;
      return key === external ? frame : { ...frame, event: { ...event, message: { ...message, id: key } } };
    }
    if (event.type !== "content_block_start") return frame;
    const block = readObject(event, "content_block");
    const tool = readString(block, "name");
    if (!isCall(readString(block, "type")) || tool === undefined) return frame;
    const external = readString(block, "id") ?? "";
    const message = this.#messages.get(thread)?.key ?? "";
    const key = this.#calls.keyOfStreamed(external, { thread, tool, message, uuid: frame.uuid });
    return key === external ? frame : { ...frame, event: { ...event, content_block: { ...block, id: key } } };
  }

  #readAssistant(frame: AssistantFrame): Frame {
    const thread = frame.parent_tool_use_id ?? mainThread;
    const external = frame.message.id || undefined;
    const known = this.#messages.get(thread);
    const message =
      known && this.#continues(known, external, frame) ? known : this.#begin(thread, external, frame.uuid, false);
    if (frame.uuid !== undefined) message.uuids.add(frame.uuid);
    const content = this.#mapped(frame.message.content, (block, index) =>
      this.#readBlock(block, thread, message, frame.uuid, index),
    );
    return content === frame.message.content && message.key === frame.message.id
      ? frame
      : { ...frame, message: { ...frame.message, id: message.key, content } };
  }

  #continues(message: KeyedMessage, external: string | undefined, frame: AssistantFrame): boolean {
    if (message.external !== external) return false;
    const parent = readString(frame, "parentUuid");
    if (parent !== undefined) return message.uuids.has(parent) && external !== undefined;
    return !message.isOver && (message.isStreamed || external !== undefined);
  }

  #readBlock(
    block: ContentBlock,
    thread: string,
    message: KeyedMessage,
    frame: string | undefined,
    index: number,
  ): ContentBlock {
    if (isCall(block.type) && block.name !== undefined) {
      const uuid = `${frame ?? `n${++this.#count}`}${index === 0 ? "" : `:${index}`}`;
      const key = this.#calls.keyOfNamed(block.id ?? "", {
        thread,
        tool: block.name,
        message: message.key ?? "",
        uuid,
      });
      return key === block.id ? block : { ...block, id: key };
    }
    // The result of a server's tool is in the message that called it.
    const external = block.tool_use_id;
    const key = external === undefined ? undefined : this.keyOf(external);
    return key === external ? block : { ...block, tool_use_id: key };
  }

  #readUser(frame: UserFrame): Frame {
    const thread = frame.parent_tool_use_id ?? mainThread;
    const { content } = frame.message;
    const message = this.#messages.get(thread);
    if (message && !message.isStreamed) message.isOver = true;
    if (typeof content === "string") return frame;
    let keys: Map<string, string> | undefined;
    const read = this.#mapped(content, (block) => {
      const external = block.tool_use_id;
      if (block.type !== "tool_result" || external === undefined) return block;
      const key = this.#calls.end(external, thread);
      if (key === external) {
        keys?.delete(external);
        return block;
      }
      keys ??= new Map();
      keys.set(external, key);
      return { ...block, tool_use_id: key };
    });
    if (read === content) return frame;
    const meta = frame["tool_result_meta"];
    const renamed = Array.isArray(meta)
      ? meta.map((each) => ({ ...each, id: keys?.get(readString(each, "id") ?? "") ?? readString(each, "id") }))
      : meta;
    return {
      ...frame,
      message: { ...frame.message, content: read },
      ...(meta === undefined ? {} : { tool_result_meta: renamed }),
    };
  }

  #readOther(frame: Frame): Frame {
    const about = readString(frame, "tool_use_id");
    const before = (frame as { readonly preceding_tool_use_ids?: unknown }).preceding_tool_use_ids;
    const key = about === undefined ? undefined : this.keyOf(about);
    if (key === about && !Array.isArray(before)) return frame;
    const renamed = Array.isArray(before)
      ? { preceding_tool_use_ids: before.map((id) => (typeof id === "string" ? this.keyOf(id) : id)) }
      : {};
    return { ...frame, ...(about === undefined ? {} : { tool_use_id: key }), ...renamed } as Frame;
  }

  /** Returns the frame with the thread of a subagent named by the key of its call. */
  #inThread<F extends ThreadedFrame>(frame: F): F {
    const external = frame.parent_tool_use_id;
    const key = external ? this.#calls.keyOfThread(external) : external;
    return key === external ? frame : { ...frame, parent_tool_use_id: key };
  }

  #endTurn(): void {
    const message = this.#messages.get(mainThread);
    if (message) message.isOver = true;
    this.#calls.endTurn();
  }

  #begin(thread: string, external: string | undefined, uuid: string | undefined, isStreamed: boolean): KeyedMessage {
    const suffix = uuid ?? `n${++this.#count}`;
    const keys = this.#messageKeys.get(thread) ?? new Set();
    const isFree = (key: string): boolean => !keys.has(key) && !this.#taken.isMessage(thread, key);
    // Without an id, rows that did not stream are named by their frame.
    const key =
      external === undefined
        ? isStreamed || uuid === undefined
          ? `message@${suffix}`
          : undefined
        : isFree(external)
          ? external
          : `${external}@${suffix}`;
    if (key !== undefined) this.#messageKeys.set(thread, keys.add(key));
    const message = { external, key, isStreamed, isOver: false, uuids: new Set<string>() };
    this.#messages.set(thread, message);
    return message;
  }

  /** Maps blocks; returns the same list where no block changes. */
  #mapped<B>(blocks: readonly B[], map: (block: B, index: number) => B): B[] {
    let mapped: B[] | undefined;
    blocks.forEach((block, index) => {
      const read = map(block, index);
      if (read !== block) mapped ??= blocks.slice(0, index);
      mapped?.push(read);
    });
    return mapped ?? (blocks as B[]);
  }
}

interface ThreadedFrame {
  readonly parent_tool_use_id?: string | null | undefined;
}

/** A message of a thread, with its external id and its key. */
interface KeyedMessage {
  readonly external: string | undefined;
  readonly key: string | undefined;
  readonly isStreamed: boolean;
  /** True once something was answered after it: the same id then belongs to another message. */
  isOver: boolean;
  readonly uuids: Set<string>;
}
