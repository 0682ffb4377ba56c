const names =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

/** Sources of the patterns for an opening and a closing tag, used for blocks and within a line. */
export const openTag =
  "<[A-Za-z][A-Za-z0-9-]*(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^\"'=<>`\\x00-\\x20]+|'[^']*'|\"[^\"]*\"))?)*\\s*/?>";
export const closeTag = "</[A-Za-z][A-Za-z0-9-]*\\s*>";

const starts = [
  /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
  /^<!--/,
  /^<\?/,
  /^<![A-Za-z]/,
  /^<!\[CDATA\[/,
  new RegExp(`^</?(?:${names})(?:\\s|/?>|$)`, "i"),
  new RegExp(`^(?:${openTag}|${closeTag})\\s*$`),
];
const ends = [/<\/(?:script|pre|textarea|style)>/i, /-->/, /\?>/, />/, /\]\]>/];

/** Returns the kind of HTML block, 1 to 7, that a line starts; undefined for other lines. */
export function matchHtmlStart(rest: string): number | undefined {
  if (rest[0] !== "<") return undefined;
  const index = starts.findIndex((start) => start.test(rest));
  return index < 0 ? undefined : index + 1;
}

/** Returns true if `text` ends an HTML block of this kind. */
export function endsHtml(condition: number, text: string): boolean {
  return ends[condition - 1]?.test(text) ?? false;
}

/** Returns true if a blank line ends an HTML block of this kind. */
export function endsAtBlank(condition: number): boolean {
  return condition >= 6;
}
