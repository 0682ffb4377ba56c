import type { Handlers } from "./inbox.ts";
import type { PanelContext } from "./panelContext.ts";

/** Handles what a page intends with requests and with changes. */
export function reviewHandlers({ actions, open, send }: PanelContext) {
  return {
    decide: ({ requestId, revision, decision }) => actions.requests.decide(open().id, requestId, revision, decision),
    review: ({ requestId }) => actions.requests.openDiffOf(open().id, requestId),
    reviewStep: ({ requestId, revision, step }) => actions.requests.review(open().id, requestId, revision, step),
    openCallDiff: ({ toolId }) => actions.changes.showCall(open().id, toolId),
    changesSince: ({ promptId }) => actions.changes.openAll(open().id, promptId),
    kept: ({ id, action }) => actions.changes.showKept(open().id, id, action),
    unsavedFile: ({ requestId, action }) => actions.requests.handleUnsaved(open().id, requestId, action),
    buffer: ({ path, action }) => actions.buffers.run(path, action),
    changed: ({ action, path }) => actions.changes.run(open().id, action, path),
    readHunks: async ({ path }) => {
      const shown = open();
      const changed = await actions.changes.hunksOf(shown.id, path).catch(() => undefined);
      if (shown === open()) send({ type: "fileHunks", path, changed });
    },
    revertHunk: ({ path, hunk, revision }) => actions.changes.revertShown(open().id, path, hunk, revision),
  } satisfies Partial<Handlers>;
}
