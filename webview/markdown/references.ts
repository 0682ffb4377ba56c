import type { Inline } from "../../extension/shared/markdown/tokens.ts";
import { looksLikePath, namePattern, pathPattern, withoutLine } from "./pathPatterns.ts";

/** Knowledge about the places that a text may reference. */
export interface KnownPaths {
  /** Returns whether a file exists; looks up an unknown path. */
  exists(path: string): boolean;
  /** The web page of the repository, if its host is known. */
  readonly repository: string | undefined;
  /** Returns whether the same text has a footnote of that name. */
  hasNote(name: string): boolean;
}

/** Boundaries of a name. They let a name match at one position only, so that a long name takes linear time. */
const before = String.raw`(?<![\p{L}\p{N}_/\\#@.:+)\]-])`;
const behind = String.raw`(?![\p{L}\p{N}_/\\@-])`;
/** Six digits are a color, not an issue. */
const issue = String.raw`#(?!\d{6}(?!\d))(?<issue>\d{1,7})`;
const word = `${before}(?:(?<path>${pathPattern}|${namePattern})|${issue}|(?<commit>[0-9a-f]{7,40}))${behind}`;
const names = new RegExp(String.raw`${word}|\[\^(?<note>[^\]\s]{1,100})\]`, "gu");
const noteStart = /(?:^|\n)\[\^([^\]\s]{1,100})\]:/g;

/** Returns the names of the footnotes that a paragraph or its lines define. */
export function collectNotes(nodes: readonly Inline[]): readonly string[] {
  return nodes.flatMap((node, index) => {
    if (node.type !== "text" || !node.text.includes("[^")) return [];
    const isLineStart = index === 0 || nodes[index - 1]?.type === "break";
    return [...node.text.matchAll(noteStart)].flatMap(({ index: at, 1: name = "" }) =>
      at > 0 || isLineStart ? [name] : [],
    );
  });
}

/**
 * Turns existing files, issues, commits and footnotes in inline content into links. Nodes without references stay the
 * same objects.
 */
export function withReferences(nodes: readonly Inline[], known: KnownPaths): readonly Inline[] {
  let isChanged = false;
  const linked = nodes.flatMap((node): readonly Inline[] => {
    const found = findLinks(node, known);
    isChanged ||= found.length !== 1 || found[0] !== node;
    return found;
  });
  return isChanged ? linked : nodes;
}

const places = new RegExp(String.raw`${before}(?<file>${pathPattern})(?:\((?<line>\d+),\d+\))?${behind}`, "gu");

/** Turns existing files in a program's output into links; also accepts the form `a.ts(12,5)`. */
export function findFileReferences(text: string, known: Pick<KnownPaths, "exists">): readonly Inline[] {
  return linkMatches(text, places, ({ file = "", line }) => {
    const href = fileHref(file, known);
    return href === undefined ? undefined : { href: line === undefined ? href : `${href}:${line}` };
  });
}

function findLinks(node: Inline, known: KnownPaths): readonly Inline[] {
  if (node.type === "strong" || node.type === "em" || node.type === "del") {
    const children = withReferences(node.children, known);
    return [children === node.children ? node : { ...node, children }];
  }
  if (node.type === "code") return [linkCode(node, known)];
  return node.type === "text" ? linkText(node, known) : [node];
}

function linkCode(node: Inline & { readonly type: "code" | "text" | "html" }, known: KnownPaths): Inline {
  const href = looksLikePath(node.text) ? fileHref(node.text, known) : commitHref(node.text, known);
  return href === undefined ? node : { type: "link", href, title: node.text, children: [node] };
}

function linkText(node: Inline & { readonly type: "code" | "text" | "html" }, known: KnownPaths): readonly Inline[] {
  const parts = linkMatches(node.text, names, ({ path: file, issue, commit, note }) => {
    const href = file !== undefined ? fileHref(file, known) : getHref(issue, commit, note, known);
    return href === undefined ? undefined : { href, ...(note === undefined ? {} : { text: note }) };
  });
  return parts.some(({ type }) => type === "link") ? parts : [node];
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Returns a text with a link at each match for which `linkOf` returns one; its `text` replaces the matched text. */
function linkMatches(
  text: string,
  pattern: RegExp,
  linkOf: (groups: Groups) => { readonly href: string; readonly text?: string } | undefined,
): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const link = linkOf(match.groups ?? {});
    if (!link) continue;
    if (match.index > at) parts.push({ type: "text", text: text.slice(at, match.index) });
    parts.push({
      type: "link",
      href: link.href,
      title: match[0],
      children: [{ type: "text", text: link.text ?? match[0] }],
    });
    at = match.index + match[0].length;
  }
  return at < text.length ? [...parts, { type: "text", text: text.slice(at) }] : parts;
}

function getHref(
  issue: string | undefined,
  commit: string | undefined,
  note: string | undefined,
  known: KnownPaths,
): string | undefined {
  if (note !== undefined) return known.hasNote(note) ? `#note-${note}` : undefined;
  if (issue !== undefined) return known.repository && `${known.repository}/issues/${issue}`;
  return commit === undefined ? undefined : commitHref(commit, known);
}

function fileHref(text: string, known: Pick<KnownPaths, "exists">): string | undefined {
  return known.exists(withoutLine(text)) ? text : undefined;
}

/** Requires both digits and letters: a word with only one kind is rarely a commit. */
function commitHref(text: string, { repository }: KnownPaths): string | undefined {
  return repository && /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}$/.test(text) ? `${repository}/commit/${text}` : undefined;
}
