import { findSourceMentions, type MentionSuggestion, type SourceMention } from "../../../contract/suggestions.ts";
import type { Conversations } from "../../conversations.ts";
import { isMatchingMention, type MentionContext, type MentionSource } from "./mentions.ts";

/**
 * Mentions of resources of MCP servers. `claude` has no list of them, so suggestions are the resources that the model had listed. In a session on
 * pipes `claude` does not read a mentioned resource, as it does in a terminal (2.0.77 to 2.1.329); the text tells the model to read it with its tool.
 */
export class ResourceMentions implements MentionSource {
  readonly #conversations: Pick<Conversations, "get">;

  constructor(conversations: Pick<Conversations, "get">) {
    this.#conversations = conversations;
  }

  async suggest({ conversation }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const { resources = [] } = this.#conversations.get(conversation)?.conversation.state ?? {};
    return resources.flatMap(({ server, uri, name }): readonly MentionSuggestion[] => {
      const text = `${server}:${uri}`;
      const isReadable = findSourceMentions(`@${text}`)[0]?.name === text;
      return isReadable && isMatchingMention(query, text, name, uri) ? [{ kind: "resource", text, label: name || text, detail: text }] : [];
    });
  }

  async read(_place: MentionContext, { kind, name }: SourceMention): Promise<string | undefined> {
    if (kind !== "resource") return undefined;
    const colon = name.indexOf(":");
    const input = { server: name.slice(0, colon), uri: name.slice(colon + 1) };
    return `The user mentions a resource of an MCP server. Read it with ReadMcpResourceTool before you answer: ${JSON.stringify(input)}`;
  }
}
