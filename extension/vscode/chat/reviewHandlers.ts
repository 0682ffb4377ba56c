import type { Handlers } from "./inbox.ts";
import type { PanelContext } from "./panelContext.ts";

/** Returns the handlers of the page's intentions for requests and for changes. */
export function createReviewHandlers({ actions, open, answering }: PanelContext) {
  return {
    decide: ({ requestId, revision, decision }) => actions.requests.decide(open().id, requestId, revision, decision),
    openReview: ({ requestId }) => actions.requests.openDiffOf(open().id, requestId),
    reviewStep: ({ requestId, revision, step }) => actions.requests.stepProposal(open().id, requestId, revision, step),
    openCallDiff: ({ toolId }) => actions.changes.showCall(open().id, toolId),
    showChangesSince: ({ promptId }) => actions.changes.openAll(open().id, promptId),
    openKeptText: ({ id, action }) => actions.changes.openKeptText(open().id, id, action),
    resolveUnsavedFile: ({ requestId, action }) => actions.requests.handleUnsaved(open().id, requestId, action),
    resolveBuffer: ({ path, action }) => actions.buffers.run(path, action),
    reviewChanges: ({ action, path }) => actions.changes.run(open().id, action, path),
    readHunks: ({ path }) =>
      answering(async ({ id }, reply) =>
        reply({ type: "fileHunks", path, changed: await actions.changes.readHunks(id, path).catch(() => undefined) }),
      ),
    revertHunk: ({ path, hunk, revision }) => actions.changes.revertShown(open().id, path, hunk, revision),
  } satisfies Partial<Handlers>;
}
