import type { MentionReader } from "../../extension/session/ports.ts";

/** Of what prompts mention nothing is there. */
export const nothingMentioned: MentionReader = { read: async () => ({ contents: [], paths: [], unread: [] }) };
