/** A command that stands in a prompt as `/name`, as the CLI announced it. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** What may follow it, such as "[pr number]"; empty for nothing. */
  readonly argumentHint: string;
  /** It works in a terminal only. */
  readonly isTerminalOnly?: boolean | undefined;
}

/** What is mentioned with a word of its own, and sent as a text beside the prompt: the CLI knows none of it. */
export const sourceKinds = ["problems", "changes", "commit", "terminal", "conversation"] as const;
export type SourceKind = (typeof sourceKinds)[number];

export type MentionKind = SourceKind | "file" | "openFile" | "folder" | "symbol" | "memory" | "agent";

/** What can be mentioned. */
export interface MentionSuggestion {
  readonly kind: MentionKind;
  /** What is written behind the @: of a path as seen from the working folder, with "/" between its parts and at the end of a folder. */
  readonly text: string;
  /** In place of the text in a list: a symbol's name, a title. */
  readonly label?: string | undefined;
  readonly detail?: string | undefined;
}

/** A mention of a source in a prompt. */
export interface SourceMention {
  readonly kind: SourceKind;
  /** Where it begins. */
  readonly start: number;
  /** With its @. */
  readonly text: string;
  /** Which of them: the hash of a commit, the id of a conversation; empty where there is one only. */
  readonly name: string;
}

/** Text that mentions a path, or whatever stands behind an @; the CLI reads what is in quotes as one path (2.1.329). */
export function mentionText(text: string): string {
  return /\s/.test(text) ? `@"${text}"` : `@${text}`;
}

/** The mentions of sources in a prompt, in order. A conversation is named by its title and the first 8 characters of its id. */
export function sourcesIn(text: string): readonly SourceMention[] {
  const found = text.matchAll(
    /(?<=^|[\s(])@(?:(problems|changes|terminal)|(commit):([0-9a-f]{4,40})|(conversation):(?:[\p{L}\p{N}-]*-)?([0-9a-f]{8}))(?![\w/:-]|\.\w)/gu,
  );
  return [...found].map(({ index: start, 0: whole, 1: plain, 2: commit, 3: hash, 5: id }): SourceMention => {
    if (plain !== undefined) return { kind: plain as SourceKind, start, text: whole, name: "" };
    return commit ? { kind: "commit", start, text: whole, name: hash ?? "" } : { kind: "conversation", start, text: whole, name: id ?? "" };
  });
}

/** How a conversation is mentioned: readable, and found again by its end. */
export function conversationMention(sessionId: string, title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  return `conversation:${[slug, sessionId.slice(0, 8)].filter(Boolean).join("-")}`;
}

/** Whole lines or a part of them that are selected in the editor in front, as a composer shows them. */
export interface EditorSelection {
  /** As the CLI is told a path: from the working folder, or absolute where it lies elsewhere. */
  readonly path: string;
  /** Counted from 1. */
  readonly first: number;
  readonly last: number;
}

/** Whether a file often holds secrets, by its name: of such a one nothing goes to a model unless the user says so. */
export function isSecretFile(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  return (
    /^\.env(rc|\..*)?$|^\.(npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials)$|^id_(rsa|dsa|ecdsa|ed25519)|^kubeconfig/.test(name) ||
    /^(credentials|secrets?)(\..*)?$|\.(env|pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfvars)$/.test(name) ||
    /(^|[\\/])\.(kube|docker)[\\/]config(\.json)?$/i.test(path)
  );
}
