const clusters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Number of UTF-16 units around a cut in which a grapheme cluster is looked for; a longer one is cut, but never within
 * a surrogate pair.
 */
const around = 64;

/**
 * Returns the start of a text, at most `length` UTF-16 units long, that ends between two grapheme clusters: no emoji
 * and no accent is cut in half.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = Math.max(0, length - around);
  const at = clusters.segment(text.slice(from, length + around)).containing(length - from)?.index ?? 0;
  if (at > 0 || from === 0) return text.slice(0, from + at);
  return text.slice(0, isHigh(text, length - 1) ? length - 1 : length);
}

/** Returns a text, or a start of it with "…", together at most `length` UTF-16 units long. */
export function shortenText(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1)}…` : text;
}

/** Returns true for the first half of a surrogate pair. */
function isHigh(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at] ?? "");
}
