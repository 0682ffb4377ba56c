/** Characters after which a formula is none. */
const maxLength = 2_000;

/** Signs around a formula: on a line of its own, or within one. */
const signs = [
  { open: "$$", close: "$$", isBlock: true },
  { open: "\\[", close: "\\]", isBlock: true },
  { open: "\\(", close: "\\)", isBlock: false },
  { open: "$", close: "$", isBlock: false },
] as const;

/** Whether a formula may begin at `position` whose end is still to come. */
export function canHoldMath(text: string, position: number): boolean {
  return text.length - position < maxLength && /^(?:\$|\\[([])/.test(text.slice(position, position + 2));
}

/** The formula at `position`, and where it ends; undefined when there is none. Amounts of money are none. */
export function readMath(text: string, position: number): { readonly text: string; readonly isBlock: boolean; readonly end: number } | undefined {
  const sign = signs.find(({ open }) => text.startsWith(open, position));
  if (!sign) return undefined;
  // Within a text an escaped bracket is one.
  if (sign.open === "\\[" && !isAtLineStart(text, position)) return undefined;
  if (sign.open === "$" && /[\w}]/.test(text[position - 1] ?? "")) return undefined;
  const start = position + sign.open.length;
  const rest = text.slice(start, start + maxLength);
  const close = sign.open === "$" ? closingDollar(rest) : rest.indexOf(sign.close);
  const tex = rest.slice(0, Math.max(0, close)).trim();
  // Signs alone are no formula, but escaped signs.
  return !/[\p{L}\p{N}]/u.test(tex) ? undefined : { text: tex, isBlock: sign.isBlock, end: start + close + sign.close.length };
}

function isAtLineStart(text: string, position: number): boolean {
  let before = position - 1;
  while (text[before] === " ") before--;
  return before < 0 || text[before] === "\n";
}

/** As pandoc tells a formula from money, and from variables of a shell: nothing blank inside of the signs, and no word behind the last one. */
function closingDollar(rest: string): number {
  if (/^[\s$]/.test(rest)) return -1;
  const at = /(?<!\\)\$/.exec(rest)?.index ?? -1;
  return at > 0 && !/\s/.test(rest[at - 1] ?? " ") && !/[\w{(]/.test(rest[at + 1] ?? "") ? at : -1;
}
