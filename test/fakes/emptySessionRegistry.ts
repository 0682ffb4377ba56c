import type { SessionRegistry } from "../../extension/session/ports.ts";

/** A machine on which nobody else goes on with a conversation. */
export const emptySessionRegistry: SessionRegistry = { find: async () => undefined };
