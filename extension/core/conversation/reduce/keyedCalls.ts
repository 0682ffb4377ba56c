/** A call that a message named, or a request that came before the message. */
export interface KeyedCall {
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

/** A message of a thread, with its external id and its key. */
export interface KeyedMessage {
  readonly external: string | undefined;
  readonly key: string | undefined;
  readonly isStreamed: boolean;
  /** True once something was answered after it: the same id then belongs to another message. */
  isOver: boolean;
  readonly uuids: Set<string>;
}

/** Returns the id by which the process knows a call. */
export function getExternalId(key: string): string {
  return key.replace(/@(?:[0-9a-f]{8}-[0-9a-f-]{27}(?::\d+)?|n\d+|asked-\d+)(?:~\d+)?$/, "");
}
