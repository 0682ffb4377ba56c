/** A call as it was named by a message, or by a request that came before that. */
export interface KeyedCall {
  readonly key: string;
  readonly thread: string;
  readonly isAgent: boolean;
  /** Key of the message that names it; undefined until one does. */
  message: string | undefined;
  /** Uuid of the full frame that names it. */
  frame: string | undefined;
  isAsked: boolean;
  /** It has its result, or its turn is over. */
  isEnded: boolean;
}

/** A message of a thread, by its id as it came and the key that it got. */
export interface KeyedMessage {
  readonly external: string | undefined;
  readonly key: string | undefined;
  readonly isStreamed: boolean;
  /** Something was answered since: the same id is another message. */
  isOver: boolean;
  readonly uuids: Set<string>;
}

/** Returns the id that the process knows a call by. */
export function getExternalId(key: string): string {
  return key.replace(/@(?:[0-9a-f]{8}-[0-9a-f-]{27}(?::\d+)?|n\d+|asked-\d+)(?:~\d+)?$/, "");
}
