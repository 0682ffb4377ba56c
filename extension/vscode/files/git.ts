import * as vscode from "vscode";
import type { MergeOutcome } from "../../core/conversations/isolation/worktreeActions.ts";
import type { DisposableStore } from "../../shared/base/disposable.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";

/**
 * The used part of the API of the editor's git extension, version 1 (microsoft/vscode,
 * extensions/git/src/api/git.d.ts).
 */
interface GitExports {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}
interface GitApi {
  readonly git: { readonly path: string };
  readonly repositories: readonly EditorRepository[];
  readonly onDidOpenRepository: vscode.Event<EditorRepository>;
  getRepository(uri: vscode.Uri): EditorRepository | null;
  openRepository(root: vscode.Uri): Promise<EditorRepository | null>;
}
export interface EditorRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: {
      readonly name?: string;
      readonly commit?: string;
      readonly ahead?: number;
      readonly behind?: number;
      readonly upstream?: { readonly remote: string; readonly name: string };
    };
    readonly workingTreeChanges: readonly GitChange[];
    readonly indexChanges: readonly GitChange[];
    readonly mergeChanges?: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
    readonly remotes?: readonly { readonly name: string; readonly fetchUrl?: string }[];
    readonly onDidChange: vscode.Event<void>;
  };
  diff(isStaged?: boolean): Promise<string>;
  blame(path: string): Promise<string>;
  /** Since VS Code 1.87. */
  merge(ref: string): Promise<void>;
  log(options: { readonly maxEntries: number }): Promise<readonly Commit[]>;
}
interface GitChange {
  readonly uri: vscode.Uri;
  readonly status: number;
}
interface Commit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
}

/** Returns the repository of a folder, as the editor's git extension knows it. */
export async function findEditorRepository(folder: string): Promise<EditorRepository | undefined> {
  return folder === "" ? undefined : ((await gitApi())?.getRepository(vscode.Uri.file(folder)) ?? undefined);
}

/**
 * Returns whether a repository has uncommitted changes; undefined while the editor's git extension has not read it.
 * Does not wait.
 */
export function hasUncommittedChanges(folder: string): boolean | undefined {
  const extension = vscode.extensions.getExtension<GitExports>("vscode.git");
  const state =
    extension?.isActive && extension.exports.enabled
      ? extension.exports.getAPI(1).getRepository(vscode.Uri.file(folder))?.state
      : undefined;
  return (
    state &&
    [state.workingTreeChanges, state.indexChanges, state.mergeChanges, state.untrackedChanges].some(
      (changes) => (changes?.length ?? 0) > 0,
    )
  );
}

/** Calls the listener when the editor's git extension has read a repository, and when it has read that one again. */
export async function watchRepositories(store: DisposableStore, listener: () => void): Promise<void> {
  const api = await gitApi();
  const watch = ({ state }: EditorRepository): void => void store.add(state.onDidChange(listener));
  if (!api) return;
  api.repositories.forEach(watch);
  store.add(api.onDidOpenRepository(watch));
  listener();
}

/**
 * Merges a branch into the checked-out branch of a repository, as Source Control does: conflicts are resolved in the
 * editor.
 */
export async function mergeBranch(folder: string, branch: string): Promise<MergeOutcome> {
  try {
    // The editor may not have noticed a repository that was made after the window opened.
    const repository =
      (await findEditorRepository(folder)) ?? (await (await gitApi())?.openRepository(vscode.Uri.file(folder)));
    if (!repository) return { kind: "unknown" };
    await repository.merge(branch);
    return { kind: "merged" };
  } catch (error) {
    return { kind: "failed", reason: getErrorMessage(error) };
  }
}

/** Returns the path of the git executable that the editor runs; undefined if it has none. */
export async function findGitProgram(): Promise<string | undefined> {
  return (await gitApi())?.git.path;
}

async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExports>("vscode.git");
  if (!extension) return undefined;
  const git = extension.isActive ? extension.exports : await extension.activate();
  // The extension provides no API if git is not installed.
  return git.enabled ? git.getAPI(1) : undefined;
}

/**
 * Returns the web page of a folder's repository if its remote is on a host whose page addresses are known (GitHub,
 * GitLab). Never rejects.
 */
export async function getWebPage(folder: string): Promise<string | undefined> {
  try {
    const remotes = (await findEditorRepository(folder))?.state.remotes ?? [];
    const remote = remotes.find(({ name }) => name === "origin") ?? remotes[0];
    // Remote addresses of git: URLs of a web server, or SSH addresses.
    const [, host, path] =
      /^(?:https?:\/\/(?:[^@/]+@)?|(?:ssh:\/\/)?git@)([\w.-]+)(?::\d+)?[:/]([\w./-]+?)(?:\.git)?\/?$/.exec(
        remote?.fetchUrl ?? "",
      ) ?? [];
    if (host === "github.com") return `https://${host}/${path}`;
    return host === "gitlab.com" ? `https://${host}/${path}/-` : undefined;
  } catch {
    return undefined;
  }
}
