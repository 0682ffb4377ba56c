import { isNameAtLine } from "./pathPatterns.ts";

/** The target of a link in a reply. A link that leads neither to a web page, a file nor a footnote is not a link. */
export type LinkTarget =
  | { readonly kind: "web"; readonly url: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number | undefined }
  /** A footnote of the same reply. */
  | { readonly kind: "note"; readonly name: string };

/** Returns the target of a Markdown link; undefined if it must not be followed. */
export function getTarget(href: string): LinkTarget | undefined {
  if (/^https?:\/\//i.test(href)) {
    try {
      return { kind: "web", url: new URL(href).href };
    } catch {
      return undefined;
    }
  }
  if (href.startsWith("#note-")) return { kind: "note", name: href.slice("#note-".length) };
  // A file name with a line looks like a URI scheme.
  if (isNameAtLine(href)) return parseFileTarget(href);
  // Rejects any other scheme, above all command: and javascript:; a drive letter is a single character.
  if (/^[a-z][a-z0-9+.-]+:/i.test(href) || href.startsWith("#")) return undefined;
  const file = safeDecode(href);
  // Rejects a path on another machine, in any notation.
  return /^[\\/]{2}/.test(file) ? undefined : parseFileTarget(file);
}

/** Parses a path with an optional `:line`, `:line:column`, `:line-line`, `#L12` or `#L12-L20` suffix. */
export function parseFileTarget(text: string): LinkTarget | undefined {
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
