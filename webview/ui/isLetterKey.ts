/**
 * Returns whether a key event is that of a letter: by its character, or by its position if the character is not Latin,
 * as on a Cyrillic keyboard.
 */
export function isLetterKey(
  { key, code }: Pick<KeyboardEvent, "key" | "code">,
  letter: "f" | "r" | "y" | "z",
): boolean {
  if (key.toLowerCase() === letter) return true;
  return code === `Key${letter.toUpperCase()}` && /^[^\p{ASCII}\p{Script=Latin}]$/u.test(key);
}
