import { orLogged } from "../../shared/base/background.ts";
import type { Handlers } from "./inbox.ts";
import type { PanelContext } from "./panelContext.ts";

/** Returns the handlers of the page's intentions for its conversation and for files, links and code in replies. */
export function createConversationHandlers({
  actions,
  open,
  answering,
  sayNotOpened,
  panelOptions,
  logger,
}: PanelContext) {
  let lastSearch = -1;
  return {
    openImage: ({ toolId, index }) => sayNotOpened(toolId, actions.attachments.openImage(open().id, toolId, index)),
    openOutput: ({ toolId }) => sayNotOpened(toolId, actions.attachments.openOutput(open().id, toolId)),
    stop: () => actions.turns.stop(open().id),
    stopTask: ({ id }) => actions.turns.stopTask(open().id, id),
    runInBackground: ({ toolId }) => actions.turns.runInBackground(open().id, toolId),
    openFile: ({ path, line }) => sayNotOpened(path, actions.openFile(open().conversation.state.folder, path, line)),
    lookForFiles: ({ paths }) =>
      answering(async ({ conversation }, reply) =>
        reply({ type: "files", ...(await actions.lookForFiles(conversation.state.folder, paths)) }),
      ),
    copy: async ({ text }) => void (await actions.copyText(text)),
    openLink: ({ url }) => sayNotOpened(url, actions.openLink(url)),
    resolveInterruption: ({ action }) => actions.turns.afterCut(open().id, action),
    forkFrom: ({ promptId }) => actions.forks.fork(open().id, promptId),
    resend: ({ promptId, text, without }) => actions.forks.resend(open().id, promptId, text, without),
    rewindTo: ({ promptId }) => actions.rewind.run(open().id, promptId),
    resolveExternalUse: ({ action }) => {
      if (action === "fork") return actions.forks.forkAll(open().id);
      if (action === "showAll") return actions.traces.showAll(open().id);
      return action === "takeOver" ? open().externalUse.takeOver() : open().externalUse.stopWaiting();
    },
    decideRepository: ({ revision, decision, off }) => actions.repository.decide(open().id, revision, decision, off),
    find: ({ search, query }) =>
      answering(async ({ id }, reply, isShown) => {
        lastSearch = search;
        const isWanted = (): boolean => lastSearch === search && isShown();
        const found = await actions.find.find(id, query, panelOptions().showThinking === "hidden", isWanted);
        if (isWanted()) reply({ type: "found", search, found });
      }),
    readContext: () =>
      answering(async ({ id, conversation }, reply) => {
        // The card waits for a response, so a response is sent even if the request fails.
        const usage = await orLogged(actions.conversations.contextUsage(id), logger, "what fills the context");
        reply({ type: "context", usage });
        const limits = (await orLogged(conversation.controls.planUsage(), logger, "limits of the plan"))?.limits ?? [];
        if (limits.length > 0) reply({ type: "context", usage, limits });
      }),
    insertCode: async ({ text }) => void (await actions.insertCode(text)),
    openCode: async ({ text, language }) => void (await actions.openCode(text, language)),
    runCommand: async ({ action, argument }) => void (await actions.run(action, open().id, argument)),
  } satisfies Partial<Handlers>;
}
