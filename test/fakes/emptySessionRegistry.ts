import type { SessionRegistry } from "../../extension/core/conversation/ports/ports.ts";

/** A machine on which no other program continues a conversation. */
export const emptySessionRegistry: SessionRegistry = { find: async () => undefined };
