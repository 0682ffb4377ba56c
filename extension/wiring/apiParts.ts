import * as vscode from "vscode";
import { AskActions } from "../core/conversations/actions/askActions.ts";
import type { ConversationActions } from "../core/conversations/actions/conversationActions.ts";
import type { Panels } from "../core/conversations/ports.ts";
import { later, once } from "../shared/base/later.ts";
import { askActionKinds, askCodeActions } from "../vscode/asking/askCodeActions.ts";
import { readPromptLink } from "../vscode/files/links.ts";
import type { QueryPartsOptions } from "./queryParts.ts";

export interface ApiPartsOptions extends Omit<QueryPartsOptions, "isolated" | "loadServer"> {
  readonly loadIsolated: () => Promise<QueryPartsOptions["isolated"]>;
  readonly actions: Pick<ConversationActions, "startNew">;
  readonly panels: Pick<Panels, "setDraft">;
}

/** Builds what other extensions use. Most of it is loaded with their first call. */
export function createApiParts(options: ApiPartsOptions) {
  const { context, conversations, actions, panels } = options;
  // Not in the parts: the loader tells the user about what only this bundle loads.
  const loadServer: QueryPartsOptions["loadServer"] = async (server) =>
    (await import("../core/ideTools/toolServer.ts")).createFunctionServer(server);
  const load = once(async () => {
    const [{ createQueryParts }, isolated] = await Promise.all([import("./queryParts.ts"), options.loadIsolated()]);
    return createQueryParts({ ...options, isolated, loadServer });
  });
  const asking = new AskActions(conversations, actions, panels);
  context.subscriptions.push(
    vscode.languages.registerCodeActionsProvider({ scheme: "file" }, askCodeActions, askActionKinds),
  );
  return {
    loadApi: async () => (await load()).api,
    manageExtensionAccess: async () => (await load()).manageAccess(),
    asking,
    commitMessages: later(async () => (await load()).commitMessages),
    openLink: async (link: vscode.Uri) => {
      const text = readPromptLink(link);
      if (text !== undefined) await asking.fill(text);
    },
  };
}
