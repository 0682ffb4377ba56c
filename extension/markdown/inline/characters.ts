/** Returns the number of repetitions of the character at `start`. */
export function runLength(text: string, start: number): number {
  let end = start + 1;
  while (text[end] === text[start]) end++;
  return end - start;
}

/** Returns the whole character at `position`, "" at the end. */
export function getCharacterAt(text: string, position: number): string {
  const code = text.codePointAt(position);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Returns the whole character in front of `position`, "" at the start. */
export function getCharacterBefore(text: string, position: number): string {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, position - 2), position)) && position >= 2;
  return isPair ? text.slice(position - 2, position) : text.slice(Math.max(0, position - 1), position);
}
