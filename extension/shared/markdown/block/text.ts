/** Returns `end`, or one less where it would cut a surrogate pair. */
export function takeWholeCharacters(text: string, end: number): number {
  const before = text.charCodeAt(end - 1);
  const after = text.charCodeAt(end);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000 ? end - 1 : end;
}

/** Returns true if the code unit is a space, tab or line end. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
