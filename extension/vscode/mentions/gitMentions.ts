import {
  isMatchingMention,
  type MentionContext,
  type MentionSource,
} from "../../core/conversations/composer/mentions/mentions.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import { withoutSecretFiles } from "../../shared/base/secretNames.ts";
import type { MentionSuggestion, SourceMention } from "../../shared/contract/composer/suggestions.ts";
import { editorText } from "../../shared/text/editor.ts";
import { attachedText } from "../../shared/text/prompts.ts";
import { type EditorRepository, findEditorRepository, findGitProgram } from "../files/git.ts";

/** Maximum number of commits that are searched. */
const maxCommits = 100;
/** The status of an untracked file in version 1 of the API. */
const untracked = 7;

/** Mentions of uncommitted changes, "@changes", and of commits, "@commit:1a2b3c4". */
export class GitMentions implements MentionSource {
  readonly #show: (git: string, folder: string, hash: string) => Promise<string>;

  /** `show` returns a commit as text. */
  constructor(show: (git: string, folder: string, hash: string) => Promise<string>) {
    this.#show = show;
  }

  async suggest({ folder }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const repository = await findEditorRepository(folder);
    const isMeant = isMatchingMention(query, "changes");
    if (!repository)
      return isMeant ? [{ kind: "changes", text: "changes", label: editorText.gitChanges(), gap: "noRepository" }] : [];
    const { workingTreeChanges, indexChanges, untrackedChanges = [] } = repository.state;
    const count = workingTreeChanges.length + indexChanges.length + untrackedChanges.length;
    const changes: MentionSuggestion = {
      kind: "changes",
      text: "changes",
      label: editorText.gitChanges(count),
      ...(count === 0 ? { gap: "noChanges" } : {}),
    };
    // Git is called only if the query can name a commit, not for every key after the @.
    const isCommit =
      /^(c(o(m(m(i(t(:.*)?)?)?)?)?)?|[0-9a-f]{4,40})$/i.test(query) || /^[\p{L}\p{N} -]{4,}$/u.test(query);
    const commits = isCommit ? await repository.log({ maxEntries: maxCommits }) : [];
    const suggested = commits.map(({ hash, message, authorName = "" }): MentionSuggestion => {
      const [subject = ""] = message.split("\n");
      const detail = [hash.slice(0, 8), authorName].filter(Boolean).join(" · ");
      return {
        kind: "commit",
        text: `commit:${hash.slice(0, 8)}`,
        label: escapeLine(subject),
        detail: escapeLine(detail),
      };
    });
    return [
      ...(isMeant ? [changes] : []),
      ...suggested.filter(
        ({ text, label = "" }) =>
          isMatchingMention(query, text, label) || text.slice("commit:".length).startsWith(query),
      ),
    ];
  }

  async read({ folder }: MentionContext, { kind, name }: SourceMention): Promise<string | undefined> {
    if (kind !== "changes" && kind !== "commit") return undefined;
    const repository = await findEditorRepository(folder);
    const git = await findGitProgram();
    if (!repository || git === undefined) throw new Error(editorText.noRepository(folder));
    return kind === "changes"
      ? readUncommitted(repository)
      : withoutSecrets(await this.#show(git, repository.rootUri.fsPath, name));
  }
}

/** Removes files with secrets from a patch: a mention that covers all files must not include them. */
function withoutSecrets(patch: string): string {
  const { text, leftOut } = withoutSecretFiles(patch);
  return leftOut.length === 0 ? text : `${text}\n${attachedText.secretsLeftOut(leftOut.join(", "))}`;
}

async function readUncommitted(repository: EditorRepository): Promise<string> {
  const staged = withoutSecrets(await repository.diff(true));
  const unstaged = withoutSecrets(await repository.diff(false));
  const { workingTreeChanges, untrackedChanges = [] } = repository.state;
  const added = [...workingTreeChanges.filter(({ status }) => status === untracked), ...untrackedChanges].map(
    ({ uri }) => uri.fsPath,
  );
  const parts = [
    staged && attachedText.staged(staged),
    unstaged && attachedText.unstaged(unstaged),
    added.length > 0 && attachedText.untracked(added.join("\n")),
  ].filter(Boolean);
  return parts.join("\n") || attachedText.noChanges();
}
