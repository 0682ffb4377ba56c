import * as z from "zod";
import { isSecretPath, patchSection, withoutSecretFiles } from "../../../shared/base/secretNames.ts";
import type { GitState } from "../port.ts";
import { count, type IdeToolContext, locate, type ResultItem, tool } from "../tool.ts";

/** A repository, and the path that a call named; undefined for none. */
interface NamedRepository extends GitState {
  readonly place: string | undefined;
  /** Folder or file by which the editor finds the repository. */
  readonly at: string;
}

/** Returns the repository of a path: the workspace can have several. Without a path that of the working folder. */
async function getRepository(wanted: string | undefined, context: IdeToolContext): Promise<NamedRepository> {
  const place = wanted === undefined ? undefined : (await locate(wanted, context)).path;
  const at = place ?? context.folder;
  const state = await context.editor.git.state(at);
  if (!state) throw new Error(`${at} is in no git repository that the editor knows.`);
  return { ...state, place, at };
}

const gitStatus = tool({
  title: "Git status",
  description:
    "Tells the branch, how far it is ahead or behind, and the changed files of the working folder's repository, as the editor's git extension sees them.",
  input: z.strictObject({
    path: z.string().optional().describe("File or folder whose repository is meant, where the workspace has several."),
  }),
  async run({ path: wanted }, context) {
    const { root, branch, commit, upstream, ahead, behind, changes } = await getRepository(wanted, context);
    const at = `${branch === undefined ? "no branch" : `branch ${branch}`}${commit === undefined ? "" : ` at ${commit.slice(0, 12)}`}`;
    const remote = upstream === undefined ? "no upstream" : `${ahead} ahead of and ${behind} behind ${upstream}`;
    return {
      summary: `Repository ${root}, ${at}, ${remote}. ${count(changes.length, "change")}.`,
      items: changes.map(({ path, group, status }) => ({ text: `${group}: ${status} ${path}` })),
    };
  },
});

const gitDiff = tool({
  title: "Git diff",
  description:
    "Returns uncommitted changes of the working folder's repository as a patch: those that are not staged, or the staged ones.",
  input: z.strictObject({
    staged: z.boolean().default(false),
    path: z.string().optional().describe("Only the changes of this file or folder, in its own repository."),
  }),
  async run({ staged, path: wanted }, context) {
    const { root, at, place, changes } = await getRepository(wanted, context);
    const patch = await context.editor.git.diff(at, staged);
    const { text, leftOut } = withoutSecretFiles(place === undefined ? patch : selectFiles(patch, root, place));
    const untracked = staged
      ? []
      : changes.filter(
          ({ group, path }) =>
            group === "untracked" && (place === undefined || isUnder(toSlashes(path), toSlashes(place))),
        );
    return {
      summary: text.trim() === "" ? `No ${staged ? "staged" : "unstaged"} changes.` : "",
      items: text.split("\n").map((line): ResultItem => ({ text: line })),
      notes: [
        ...(leftOut.length === 0 ? [] : [`Left out because they may hold secrets: ${leftOut.join(", ")}.`]),
        ...(untracked.length === 0
          ? []
          : [`Left out: ${count(untracked.length, "untracked file")}, which git_status lists.`]),
      ],
    };
  },
});

/** Returns the parts of a patch that concern a file, or the files in a folder. */
function selectFiles(patch: string, root: string, path: string): string {
  const relative = toSlashes(path).slice(toSlashes(root).length).replace(/^\//, "");
  if (relative === "") return patch;
  const sections = patch.split(patchSection);
  return sections
    .filter((section) =>
      section.split("\n").some((line) => /^(?:---|\+\+\+) [ab]\//.test(line) && isUnder(line.slice(6), relative)),
    )
    .join("");
}

const toSlashes = (text: string): string => text.replaceAll("\\", "/");
const isUnder = (name: string, place: string): boolean => name.trimEnd() === place || name.startsWith(`${place}/`);

const gitBlame = tool({
  title: "Git blame",
  description: "Tells for each line of a file who changed it last, when, and in which commit.",
  input: z.strictObject({
    path: z.string(),
    first_line: z.int().min(1).optional(),
    last_line: z.int().min(1).optional(),
  }),
  async run({ path: wanted, first_line: first = 1, last_line: last }, context) {
    const { path, isFolder } = await locate(wanted, context);
    if (isFolder) throw new Error(`${wanted} is a folder.`);
    if (isSecretPath(path)) throw new Error(`${wanted} may hold secrets, so its lines are not shown.`);
    const lines = (await context.editor.git.blame(path)).split("\n").filter((line) => line !== "");
    return {
      summary: `${count(lines.length, "line")} in ${path}.`,
      items: lines.slice(first - 1, last).map((text) => ({ text })),
    };
  },
});

/** Tools that read the repository. */
export const gitTools = {
  git_status: gitStatus,
  git_diff: gitDiff,
  git_blame: gitBlame,
};
