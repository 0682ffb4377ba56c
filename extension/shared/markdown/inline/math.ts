/** Maximum number of characters of a formula. */
const maxLength = 2_000;

/** Delimiters of a formula: on a line of its own, or within a line. */
const signs = [
  { open: "$$", close: "$$", isBlock: true },
  { open: "\\[", close: "\\]", isBlock: true },
  { open: "\\(", close: "\\)", isBlock: false },
  { open: "$", close: "$", isBlock: false },
] as const;

/** Returns true if a formula whose end is still to come may begin at `position`. */
export function canHoldMath(text: string, position: number): boolean {
  return text.length - position < maxLength && /^(?:\$|\\[([])/.test(text.slice(position, position + 2));
}

/** Reads the formula at `position`; undefined when there is none. Amounts of money are not formulas. */
export function readMath(
  text: string,
  position: number,
): { readonly text: string; readonly isBlock: boolean; readonly end: number } | undefined {
  const sign = signs.find(({ open }) => text.startsWith(open, position));
  if (!sign) return undefined;
  // Within a line it is an escaped bracket.
  if (sign.open === "\\[" && !isAtLineStart(text, position)) return undefined;
  if (sign.open === "$" && /[\w}]/.test(text[position - 1] ?? "")) return undefined;
  const start = position + sign.open.length;
  const rest = text.slice(start, start + maxLength);
  const close = sign.open === "$" ? findClosingDollar(rest) : rest.indexOf(sign.close);
  const tex = rest.slice(0, Math.max(0, close)).trim();
  // A formula has a letter or a digit; signs alone are escaped signs.
  return !/[\p{L}\p{N}]/u.test(tex)
    ? undefined
    : { text: tex, isBlock: sign.isBlock, end: start + close + sign.close.length };
}

function isAtLineStart(text: string, position: number): boolean {
  let before = position - 1;
  while (text[before] === " ") before--;
  return before < 0 || text[before] === "\n";
}

/**
 * Distinguishes a formula from money and from shell variables as pandoc does: no space inside next to the signs, and no
 * word after the last one.
 */
function findClosingDollar(rest: string): number {
  if (/^[\s$]/.test(rest)) return -1;
  const at = /(?<!\\)\$/.exec(rest)?.index ?? -1;
  return at > 0 && !/\s/.test(rest[at - 1] ?? " ") && !/[\w{(]/.test(rest[at + 1] ?? "") ? at : -1;
}
