import { Banners } from "../../../../extension/core/conversations/banners.ts";
import { WaitingRequests } from "../../../../extension/core/conversations/requests/waitingRequests.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { MentionSuggestion } from "../../../../extension/shared/contract/composer/suggestions.ts";
import type { Envelope } from "../../../../extension/shared/contract/envelope.ts";
import type { FromWebview } from "../../../../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { defaultOptions, type PanelOptions } from "../../../../extension/shared/contract/panelOptions.ts";
import type { ToWebview } from "../../../../extension/shared/contract/toWebview.ts";
import {
  ConversationPanel,
  type ConversationPanelOptions,
} from "../../../../extension/vscode/chat/conversationPanel.ts";
import type { PanelActions } from "../../../../extension/vscode/chat/panelActions.ts";
import { openWindow } from "../../core/conversations/setup.ts";

/** A window with two conversations, and the panel of the first with a page that a test speaks for. */
export async function setup(starters: () => NonNullable<PanelOptions["starters"]> = () => []) {
  const window = openWindow({ answers: { get_task_output: { output: "so far", total_bytes: 6 } } });
  const waiting = new WaitingRequests(window.conversations, window.clock, silentLogger);
  const [first, second] = [
    window.conversations.create({ draft: "of the first" }),
    window.conversations.create({ draft: "of the second" }),
  ];
  await first.open();
  await second.open();
  const posted: Envelope<ToWebview>[] = [];
  const called: unknown[][] = [];
  const reported: unknown[] = [];
  const said: string[] = [];
  const recorder = (area: string) =>
    new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...args: unknown[]) =>
            called.push([`${area}.${String(name)}`, ...args]),
      },
    );
  const actions = {
    conversations: recorder("conversations"),
    submitting: recorder("submitting"),
    selection: { of: () => undefined, onDidChange: () => ({ dispose() {} }) },
    requests: recorder("requests"),
    rewind: recorder("rewind"),
    changes: recorder("changes"),
    mentions: {
      search: async (_place: object, query: string, found: (paths: readonly MentionSuggestion[]) => void) =>
        found([{ kind: "file", text: `${query}.ts` }]),
    },
    mentionUris: (_folder: string, uris: readonly string[]) => ({
      text: uris.map((uri) => `@${uri} `).join(""),
      problems: uris.length > 1 ? [{ code: "tooMany", count: 1 } as const] : [],
    }),
    forks: recorder("forks"),
    run: (...args: unknown[]) => called.push(["run", ...args]),
    openFile: async () => {
      throw new Error("no such file");
    },
    copyText: () => {
      throw new Error("no clipboard");
    },
    openLink: async (url: string) => (url.startsWith("https:") ? undefined : "noPage"),
  } as unknown as PanelActions;
  const banners = new Banners({ find: () => first.id, clock: window.clock, onError: (error) => reported.push(error) });
  const options: ConversationPanelOptions = {
    conversations: window.conversations,
    waiting,
    actions,
    panelOptions: () => ({ ...defaultOptions, starters: starters() }),
    clock: window.clock,
    logger: silentLogger,
    page: {
      started: () => called.push(["page.started"]),
      runs: () => called.push(["page.runs"]),
      failed: () => called.push(["page.failed"]),
    },
    banners,
    say: (refusal) => said.push(refusal),
    report: (error) => reported.push(error),
    checkFiles: async () => void called.push(["checkFiles"]),
    post: async (envelope) => posted.push(envelope),
  };
  const panel = new ConversationPanel(first, options);
  const say = (message: FromWebview, conversation: ConversationId | null = first.id) =>
    panel.receive({ conversation, message });
  return { ...window, waiting, first, second, posted, called, reported, said, panel, options, banners, say };
}
