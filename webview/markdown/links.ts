import { isNameAtLine } from "./pathPatterns.ts";

/** What a link in a reply leads to. Anything that is neither a web page nor a file is no link. */
export type Target =
  | { readonly kind: "web"; readonly url: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number | undefined }
  /** A footnote of the same reply. */
  | { readonly kind: "note"; readonly name: string };

/** The target of a Markdown link; undefined when it must not be followed. */
export function getTarget(href: string): Target | undefined {
  if (/^https?:\/\//i.test(href)) {
    try {
      return { kind: "web", url: new URL(href).href };
    } catch {
      return undefined;
    }
  }
  if (href.startsWith("#note-")) return { kind: "note", name: href.slice("#note-".length) };
  // A file with its line, which reads like a scheme.
  if (isNameAtLine(href)) return parseFileTarget(href);
  // Any other scheme, command: and javascript: first of all; a drive letter is one character.
  if (/^[a-z][a-z0-9+.-]+:/i.test(href) || href.startsWith("#")) return undefined;
  const file = safeDecode(href);
  // A path of another machine, however it is written.
  return /^[\\/]{2}/.test(file) ? undefined : parseFileTarget(file);
}

/** A path with an optional `:line`, `:line:column`, `:line-line`, `#L12` or `#L12-L20` behind it. */
export function parseFileTarget(text: string): Target | undefined {
  const match = /^(.+?)(?:(?::|#L)(\d+)(?:C\d+)?(?:[:-]L?\d+(?:C\d+)?)?)?$/.exec(text);
  if (!match?.[1]) return undefined;
  return { kind: "file", path: match[1], line: match[2] === undefined ? undefined : Number(match[2]) };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
