/** Whether a key is that of a letter: by what it writes, or by its place where that is nothing Latin, as on a Cyrillic keyboard. */
export function isLetterKey({ key, code }: Pick<KeyboardEvent, "key" | "code">, letter: "f" | "r"): boolean {
  if (key.toLowerCase() === letter) return true;
  return code === `Key${letter.toUpperCase()}` && /^[^\p{ASCII}\p{Script=Latin}]$/u.test(key);
}
