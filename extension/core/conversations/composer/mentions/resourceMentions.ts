import {
  findSourceMentions,
  type MentionSuggestion,
  type SourceMention,
} from "../../../../shared/contract/composer/suggestions.ts";
import type { McpResource } from "../../../../shared/contract/conversationState.ts";
import type { Conversations } from "../../conversations.ts";
import { isMatchingMention, type MentionContext, type MentionSource } from "./mentions.ts";

/**
 * Mentions of resources of MCP servers. No request lists resources (2.0.77 to 2.1.329), so suggestions are those that
 * the model had listed in any conversation of the folder, and each connected server, of which the model lists them. In
 * a session on pipes `claude` does not read a mentioned resource, as it does in a terminal (2.0.77 to 2.1.329): the
 * text tells the model to read it with its tool. Only resources at `ui://` are read here.
 */
export class ResourceMentions implements MentionSource {
  readonly #conversations: Pick<Conversations, "get" | "all">;

  constructor(conversations: Pick<Conversations, "get" | "all">) {
    this.#conversations = conversations;
  }

  async suggest({ conversation, folder }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const { servers = [] } = this.#conversations.get(conversation)?.conversation.state ?? {};
    const listed = this.#findListed(folder).flatMap(({ server, uri, name }): readonly MentionSuggestion[] => {
      const text = `${server}:${uri}`;
      return isReadable(text) && isMatchingMention(query, text, name, uri)
        ? [{ kind: "resource", text, label: name || text, detail: text }]
        : [];
    });
    const all = servers.flatMap(({ name, status }): readonly MentionSuggestion[] => {
      const text = `${name}:${allResources}`;
      return status === "connected" && isReadable(text) && isMatchingMention(query, text, name)
        ? [{ kind: "resource", text, label: text }]
        : [];
    });
    return [...listed, ...all];
  }

  async read({ conversation }: MentionContext, { kind, name }: SourceMention): Promise<string | undefined> {
    if (kind !== "resource") return undefined;
    const colon = name.indexOf(":");
    const [server, uri] = [name.slice(0, colon), name.slice(colon + 1)];
    if (uri === allResources)
      return `The user mentions the resources of an MCP server. List them with ListMcpResourcesTool before you answer: ${JSON.stringify({ server })}`;
    const content = await this.#conversations
      .get(conversation)
      ?.conversation.controls.servers.readResource(server, uri);
    if (content !== undefined) return `Resource ${uri} of the MCP server ${server}:\n${content}`;
    return `The user mentions a resource of an MCP server. Read it with ReadMcpResourceTool before you answer: ${JSON.stringify({ server, uri })}`;
  }

  /** Returns the resources that the model listed in conversations of the folder, each once. */
  #findListed(folder: string): readonly McpResource[] {
    const found = new Map<string, McpResource>();
    for (const { conversation } of this.#conversations.all) {
      if (conversation.state.folder !== folder) continue;
      for (const resource of conversation.state.resources ?? [])
        found.set(`${resource.server}\0${resource.uri}`, resource);
    }
    return [...found.values()];
  }
}

/** Stands for all resources of a server. */
const allResources = "all://resources";

/** Returns true if a prompt can contain the text as a mention. */
function isReadable(text: string): boolean {
  return findSourceMentions(`@${text}`)[0]?.name === text;
}
