/**
 * Renders the texts of whole conversations, for exports and the search. A bundle of its own, so that both have the
 * Markdown parser once.
 */
export { createConversationSearch } from "./conversationSearch.ts";
export { saveExport } from "./exportFile.ts";
