import type { GitPort, GitState } from "../../core/ideTools/port.ts";
import { type EditorRepository, findEditorRepository } from "../files/git.ts";

/** Statuses of changes in version 1 of the git extension's API, by their number. */
const statuses = [
  ...["modified", "added", "deleted", "renamed", "copied"],
  ...["modified", "deleted", "untracked", "ignored", "added", "renamed", "type changed", "type changed"],
  ...[
    "added by us",
    "added by them",
    "deleted by us",
    "deleted by them",
    "both added",
    "both deleted",
    "both modified",
  ],
];

/** Asks the editor's git extension. */
export const gitRepository: GitPort = {
  async state(folder) {
    const repository = await findEditorRepository(folder);
    if (!repository) return undefined;
    const { HEAD, indexChanges, workingTreeChanges, untrackedChanges = [], mergeChanges = [] } = repository.state;
    const list = (
      group: GitState["changes"][number]["group"],
      changes: EditorRepository["state"]["workingTreeChanges"],
    ): GitState["changes"] =>
      changes.map(({ uri, status }) => {
        const name = statuses[status] ?? "changed";
        return { path: uri.fsPath, group: name === "untracked" ? "untracked" : group, status: name };
      });
    return {
      root: repository.rootUri.fsPath,
      branch: HEAD?.name,
      commit: HEAD?.commit,
      upstream: HEAD?.upstream && `${HEAD.upstream.remote}/${HEAD.upstream.name}`,
      ahead: HEAD?.ahead ?? 0,
      behind: HEAD?.behind ?? 0,
      changes: [
        ...list("conflict", mergeChanges),
        ...list("staged", indexChanges),
        ...list("unstaged", workingTreeChanges),
        ...list("untracked", untrackedChanges),
      ],
    };
  },
  diff: async (folder, isStaged) => (await findEditorRepository(folder))?.diff(isStaged) ?? "",
  async blame(path) {
    const repository = await findEditorRepository(path);
    if (!repository) throw new Error(`${path} is in no git repository that the editor knows.`);
    return repository.blame(path);
  },
};
