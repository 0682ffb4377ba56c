import type { Handlers } from "./inbox.ts";
import type { PanelContext } from "./panelContext.ts";

/** Returns the handlers of the page's intentions for its composer and its queue. */
export function createComposerHandlers({ actions, open, send, answering, sayNotOpened }: PanelContext) {
  return {
    submit: ({ text, ...beside }) => actions.submitting.submit(open().id, text, beside),
    attach: ({ id, content }) => actions.attachments.add(open().id, content, id),
    detach: ({ id }) => void open().detach([id]),
    openMention: ({ text }) => sayNotOpened(text, actions.attachments.openMention(open().id, text)),
    runInTerminal: ({ command }) => actions.typed.runInTerminal(open().id, command),
    typeInTerminal: ({ command }) => actions.typed.typeInTerminal(open().id, command),
    addNote: ({ text, selection }) => actions.typed.addNote(open().id, text, selection),
    openAttachment: ({ id }) => sayNotOpened(id, actions.attachments.open(open().id, id)),
    unfoldAttachment: ({ id }) => {
      const text = actions.attachments.unfold(open().id, id);
      if (text === undefined) send({ type: "notOpened", target: id, reason: "notKept" });
      else send({ type: "insertText", text });
    },
    editQueued: ({ id, action }) => actions.turns.editQueued(open().id, id, action),
    moveQueued: ({ id, to }) => (open().conversation.queue.move(id, to) ? undefined : "queuedGone"),
    decideUnsaved: ({ isSaved }) => open().conversation.unsavedGate.decide(isSaved),
    askAside: ({ id, question }) =>
      answering(async (shown, reply) =>
        reply({ type: "aside", id, answer: await actions.conversations.askAside(shown.id, question) }),
      ),
    mentionUris: ({ uris }) => {
      const { text, problems } = actions.mentionUris(open().conversation.state.folder, uris);
      if (text !== "") send({ type: "insertText", text });
      if (problems.length > 0) send({ type: "notMentioned", problems });
    },
    findMentions: ({ search, query }) =>
      answering(({ id, conversation }, reply) => {
        const { folder, profile } = conversation.state;
        const place = { conversation: id, folder, profile };
        return actions.mentions.search(place, query, (found, isDone) =>
          reply({ type: "mentions", search, found, ...(isDone ? { isDone } : {}) }),
        );
      }),
  } satisfies Partial<Handlers>;
}
