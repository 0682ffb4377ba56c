import type { Reply } from "./server.mjs";

/** Returns a reply that is only text. */
export const say = (text: string, usage?: object): Reply => ({ blocks: [{ text }], ...(usage ? { usage } : {}) });

/** Returns a reply that is one tool call. */
export const use = (tool: string, input: object, id?: string): Reply => ({
  blocks: [{ tool, input, ...(id ? { id } : {}) }],
});
