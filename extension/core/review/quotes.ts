const doubles = /[\u201c\u201d]/g;
const singles = /[\u2018\u2019]/g;

/**
 * Returns the text of `current` that matches `wanted`: exactly, or except for the kind of quotes; undefined where there
 * is none.
 */
export function findQuoted(current: string, wanted: string): string | undefined {
  if (current.includes(wanted)) return wanted;
  const at = replaceQuotes(current).indexOf(replaceQuotes(wanted));
  return at === -1 ? undefined : current.slice(at, at + wanted.length);
}

/** Replaces one character by one, so that offsets stay the same. */
function replaceQuotes(text: string): string {
  return text.replace(doubles, '"').replace(singles, "'");
}

/** Returns `replacement` with the kind of quotes that `found` has in place of plain ones (2.1.50 on). */
export function withQuotesOf(found: string, wanted: string, replacement: string): string {
  if (found === wanted) return replacement;
  let styled = replacement;
  if (/[\u201c\u201d]/.test(found))
    styled = styled.replace(/"/g, (_, at: number, all: string) => (isOpening(all, at) ? "\u201c" : "\u201d"));
  if (/[\u2018\u2019]/.test(found))
    styled = styled.replace(/'/g, (_, at: number, all: string) => getSingleQuote(all, at));
  return styled;
}

function getSingleQuote(text: string, at: number): string {
  const [before, after] = [text.slice(0, at).match(/\p{L}$/u), text.slice(at + 1).match(/^\p{L}/u)];
  if (before && after) return "\u2019";
  return isOpening(text, at) ? "\u2018" : "\u2019";
}

function isOpening(text: string, at: number): boolean {
  return at === 0 || " \t\n\r([{\u2014\u2013".includes(text[at - 1] ?? "");
}
