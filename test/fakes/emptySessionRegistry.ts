import type { SessionRegistry } from "../../extension/session/ports.ts";

/** A machine on which no other program continues a conversation. */
export const emptySessionRegistry: SessionRegistry = { find: async () => undefined };
