/** How often the character at `start` stands there in a row. */
export function runLength(text: string, start: number): number {
  let end = start + 1;
  while (text[end] === text[start]) end++;
  return end - start;
}

/** The whole character at `place`, "" at the end. */
export function characterAt(text: string, place: number): string {
  const code = text.codePointAt(place);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** The whole character in front of `place`, "" at the start. */
export function characterBefore(text: string, place: number): string {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, place - 2), place)) && place >= 2;
  return isPair ? text.slice(place - 2, place) : text.slice(Math.max(0, place - 1), place);
}
