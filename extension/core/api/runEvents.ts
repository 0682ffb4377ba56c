import { mainThread } from "../../shared/contract/ids.ts";
import type { Item, TextItem, ToolItem } from "../../shared/contract/items.ts";
import type { StateDelta } from "../../shared/contract/stateDeltas.ts";
import type { PromptRendered, ToolInvoked } from "../conversation/events/conversationEvents.ts";
import type { TandemEvent, ToolCall } from "./tandem.d.ts";

/** A text that still grows, with the length of the part that was reported. */
interface GrowingText {
  readonly kind: "text" | "thought";
  length: number;
}

/** Converts the changes of a conversation's view to events. Costs the size of each change. */
export class RunEvents {
  /** Texts that still grow, by item. */
  readonly #texts = new Map<string, GrowingText>();
  /** Calls that were reported, as they were reported last. */
  readonly #calls = new Map<string, string>();
  readonly #push: (event: TandemEvent) => void;
  #reply: string[] = [];
  #replyId = "";

  constructor(push: (event: TandemEvent) => void) {
    this.#push = push;
  }

  /** The last reply of the model, without those of subagents. */
  get reply(): string {
    return this.#reply.join("");
  }

  /** Call when a turn begins. */
  begin(): void {
    this.#reply = [];
    this.#replyId = "";
  }

  note(delta: StateDelta): void {
    if (delta.kind === "put") this.#put(delta.thread, delta.item);
    else if (delta.kind === "append") this.#grow(delta.thread, delta.id, delta.text);
    else if (delta.kind === "state" && delta.set.tasks)
      this.#push({ kind: "plan", entries: delta.set.tasks.map(({ text, state }) => ({ text, state })) });
  }

  /** Converts an event of the session, for facts that the view does not have. */
  noteFact(event: PromptRendered | ToolInvoked): void {
    if (event.kind === "promptRendered")
      return this.#push({ kind: "promptRendered", text: event.text, tools: event.tools });
    const { callId: id, tool, input, outcome, response, error, durationMs, agentCallId } = event;
    this.#push({
      kind: "toolInvoked",
      id,
      tool,
      input,
      outcome,
      ...(response === undefined ? {} : { response }),
      ...(error === undefined ? {} : { error }),
      ...(durationMs === undefined ? {} : { durationMs }),
      ...agentOf(agentCallId ?? mainThread),
    });
  }

  #put(thread: string, item: Item): void {
    if (item.kind === "tool") return this.#call(thread, item);
    if (item.kind === "notice" && item.notice.code === "lineLost")
      return this.#push({ kind: "damagedLine", reason: item.notice.reason });
    if (item.kind !== "text" && item.kind !== "thinking") return;
    const kind = item.kind === "text" ? "text" : "thought";
    const known = this.#texts.get(item.id)?.length ?? 0;
    if (!this.#texts.has(item.id)) this.#texts.set(item.id, { kind, length: 0 });
    this.#grow(thread, item.id, item.text.slice(known));
    if (item.kind === "text" && thread === mainThread && !item.isFromCli) this.#keep(item);
  }

  /** Replaces the pieces of the reply by its whole text. */
  #keep({ id, text }: TextItem): void {
    this.#replyId = id;
    this.#reply = [text];
  }

  #grow(thread: string, id: string, text: string): void {
    const grown = this.#texts.get(id);
    if (!grown || text === "") return;
    grown.length += text.length;
    if (id === this.#replyId) this.#reply.push(text);
    this.#push(thread === mainThread ? { kind: grown.kind, text } : { kind: grown.kind, text, agent: thread });
  }

  #call(thread: string, { id, tool, subject, path, state }: ToolItem): void {
    const call: ToolCall = { id, tool, subject, ...(path === undefined ? {} : { path }), state, ...agentOf(thread) };
    const told = JSON.stringify(call);
    const before = this.#calls.get(id);
    if (before === told) return;
    this.#calls.set(id, told);
    this.#push({ kind: before === undefined ? "toolCall" : "toolCallUpdate", call });
  }
}

function agentOf(thread: string): { readonly agent?: string } {
  return thread === mainThread ? {} : { agent: thread };
}
