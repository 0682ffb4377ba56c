import type { LiveSessions } from "../../extension/session/ports.ts";

/** A machine on which nobody else goes on with a conversation. */
export const nobodyElse: LiveSessions = { find: async () => undefined };
