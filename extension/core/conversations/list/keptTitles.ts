import { background } from "../../../shared/base/background.ts";
import type { Disposable } from "../../../shared/base/disposable.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Conversations } from "../conversations.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { ConversationList } from "./conversationList.ts";
import type { SessionStore, SessionSummary } from "./sessionCatalog.ts";

export interface KeptTitlesOptions {
  readonly conversations: Conversations;
  readonly list: ConversationList;
  readonly sessions: Pick<SessionStore, "rename">;
  readonly logger: Logger;
}

/**
 * Writes the title that a user gave to a conversation into the session that continues it after a rewind: `claude`
 * 2.0.77 copies no titles (2.1.50 does), and a rewind to the first message copies nothing in any version.
 */
export class KeptTitles {
  readonly #options: KeptTitlesOptions;

  constructor(options: KeptTitlesOptions) {
    this.#options = options;
  }

  /** Follows the list, which is read again after each turn. */
  follow(): Disposable {
    const { conversations, list, logger } = this.#options;
    return list.onDidChange(() => {
      for (const open of conversations.all) {
        const session = isWithoutTitle(open) ? list.all.find(({ id }) => id === open.id)?.session : undefined;
        if (session) background(this.#write(open, session), logger, "naming a rewound conversation");
      }
    });
  }

  async #write({ conversation }: OpenConversation, session: SessionSummary): Promise<void> {
    const { title } = conversation.state;
    // Before the title is written, so that no other change of the list writes it again.
    conversation.managed.keepTitle(session.sessionId);
    if (session.title === title) return;
    if (!(await conversation.controls.rename(title))) await this.#options.sessions.rename(session, title);
    await this.#options.list.refresh();
  }
}

/** Returns whether a conversation has a title of the user that its present session may lack. */
function isWithoutTitle({ conversation: { state, remembered } }: OpenConversation): boolean {
  const { titledSession, sessionId, status, externalUse } = state;
  const isContinued = remembered.cutBefore === undefined && remembered.forkedFrom === undefined;
  return (
    titledSession !== undefined && titledSession !== sessionId && isContinued && status !== "working" && !externalUse
  );
}
