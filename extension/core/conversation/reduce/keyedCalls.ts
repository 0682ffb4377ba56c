import { mainThread } from "../../../shared/contract/ids.ts";
import { getToolKind } from "../tools/describeCall.ts";

/** Keys that the conversation already uses. */
export interface TakenKeys {
  isCall(key: string): boolean;
  isMessage(thread: string, key: string): boolean;
}

/** A call that a message named, or a request that came before the message. */
interface KeyedCall {
  readonly key: string;
  readonly thread: string;
  readonly isAgent: boolean;
  /** Key of the message that names it; undefined until one does. */
  message: string | undefined;
  /** Uuid of the full frame that names it. */
  frame: string | undefined;
  isAsked: boolean;
  /** True once it has its result or its turn is over. */
  isEnded: boolean;
}

/** A call as a message or a request names it. `suffix` makes a key where the id is taken. */
interface CallName {
  readonly thread: string;
  readonly tool: string;
  readonly suffix?: string | undefined;
}

/** Keys of the calls of a conversation, by the ids that `claude` gives them; see `ExternalIds` for the invariants. */
export class KeyedCalls {
  readonly #taken: TakenKeys;
  readonly #nextNumber: () => number;
  readonly #calls = new Map<string, KeyedCall[]>();
  /** Calls without a result, so that the end of a turn does not look at every call of the conversation. */
  readonly #running = new Set<KeyedCall>();
  /** External ids by the keys of calls. */
  readonly #keys = new Map<string, string>();

  constructor(taken: TakenKeys, nextNumber: () => number) {
    this.#taken = taken;
    this.#nextNumber = nextNumber;
  }

  clear(): void {
    for (const part of [this.#calls, this.#running, this.#keys]) part.clear();
  }

  /** Forgets a call and returns it; a later use of its id may get its key. */
  forget(key: string): readonly Pick<KeyedCall, "message" | "thread">[] {
    const external = this.#keys.get(key);
    if (external === undefined) return [];
    this.#keys.delete(key);
    const calls = this.#calls.get(external) ?? [];
    const gone = calls.filter((call) => call.key === key);
    const left = calls.filter((call) => call.key !== key);
    if (left.length > 0) this.#calls.set(external, left);
    else this.#calls.delete(external);
    for (const call of gone) this.#running.delete(call);
    return gone;
  }

  /** Returns the key of the call that a request asks about, which no frame may have named yet. */
  keyOfAsked(external: string, tool: string): string {
    const open = findNewest(this.#open(external));
    const call =
      open.find(({ isAsked }) => !isAsked) ??
      open.at(-1) ??
      this.#add(external, { thread: mainThread, tool, suffix: `asked-${this.#nextNumber()}` });
    call.isAsked = true;
    return call.key;
  }

  /** Returns the key of the call that a report concerns while the call runs. */
  keyOf(external: string): string {
    return (this.#open(external).at(-1) ?? this.#calls.get(external)?.at(-1))?.key ?? external;
  }

  /** Returns the key of the call whose subagent has the id as its thread. */
  keyOfThread(external: string): string {
    const calls = this.#calls.get(external) ?? [];
    const agents = calls.filter(({ isAgent }) => isAgent);
    return (agents.findLast(({ isEnded }) => !isEnded) ?? agents.at(-1) ?? calls.at(-1))?.key ?? external;
  }

  /** Returns the key of the call whose input begins to stream in a message. */
  keyOfStreamed(
    external: string,
    { thread, tool, message, uuid }: CallName & { readonly message: string; readonly uuid: string | undefined },
  ): string {
    const waiting = (this.#calls.get(external) ?? []).find((call) => call.message === undefined && !call.isEnded);
    const call = waiting ?? this.#add(external, { thread, tool, suffix: uuid });
    call.message = message;
    return call.key;
  }

  /**
   * Returns the key of the call that a full frame names: the one whose input streamed or that a request asked about,
   * else a new one.
   */
  keyOfNamed(
    external: string,
    { thread, tool, message, uuid }: CallName & { readonly message: string; readonly uuid: string },
  ): string {
    const calls = this.#calls.get(external);
    const isWaiting = (call: KeyedCall): boolean =>
      call.frame === undefined && (call.message === message || (call.message === undefined && !call.isEnded));
    const call =
      calls?.find(({ frame }) => frame === uuid) ??
      calls?.find(isWaiting) ??
      this.#add(external, { thread, tool, suffix: uuid });
    call.message = message;
    call.frame = uuid;
    return call.key;
  }

  /** Ends the call that a result in a thread answers, and returns its key; a key of no call for a second result. */
  end(external: string, thread: string): string {
    const calls = this.#calls.get(external);
    if (!calls) return external;
    const [only] = calls;
    // Nearly every id is used once.
    if (only && calls.length === 1 && !only.isEnded) {
      this.#end(only);
      return only.key;
    }
    const open = calls.filter(({ isEnded }) => !isEnded);
    const here = open.filter((call) => call.thread === thread);
    const [call] = findNewest(here.length > 0 ? here : open);
    // The first result of a call wins.
    if (!call) return `${calls.at(-1)?.key ?? external}@again`;
    this.#end(call);
    return call.key;
  }

  /** Ends the calls of the main thread; subagents may go on after their turn. */
  endTurn(): void {
    for (const call of this.#running) if (call.thread === mainThread && !call.isAgent) this.#end(call);
  }

  endAll(): void {
    for (const call of this.#running) this.#end(call);
  }

  #end(call: KeyedCall): void {
    call.isEnded = true;
    this.#running.delete(call);
  }

  #add(external: string, { thread, tool, suffix = `n${this.#nextNumber()}` }: CallName): KeyedCall {
    const isFree = (key: string): boolean =>
      key !== "" && key !== mainThread && !this.#keys.has(key) && !this.#taken.isCall(key);
    let key = isFree(external) ? external : `${external || "call"}@${suffix}`;
    while (!isFree(key)) key = `${external || "call"}@${suffix}~${this.#nextNumber()}`;
    const isAgent = getToolKind(tool) === "agent";
    const call: KeyedCall = {
      key,
      thread,
      isAgent,
      message: undefined,
      frame: undefined,
      isAsked: false,
      isEnded: false,
    };
    this.#keys.set(key, external);
    this.#running.add(call);
    const calls = this.#calls.get(external);
    if (calls) calls.push(call);
    else this.#calls.set(external, [call]);
    return call;
  }

  #open(external: string): readonly KeyedCall[] {
    return (this.#calls.get(external) ?? []).filter(({ isEnded }) => !isEnded);
  }
}

/** Returns the calls that belong to the message of the last call. */
function findNewest(calls: readonly KeyedCall[]): readonly KeyedCall[] {
  const message = calls.at(-1)?.message;
  return calls.filter((call) => call.message === message);
}

/** Returns the id by which the process knows a call. */
export function getExternalId(key: string): string {
  return key.replace(/@(?:[0-9a-f]{8}-[0-9a-f-]{27}(?::\d+)?|n\d+|asked-\d+)(?:~\d+)?$/, "");
}
