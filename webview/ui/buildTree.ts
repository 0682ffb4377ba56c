/** A token of JSON: a string, a number or whitespace. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+/g;

/**
 * Returns the object or array that a JSON text represents. Undefined for any other text, and for a text that contains
 * more than its value: a number with too many digits, a duplicate key, or an order of keys that would be lost. Such a
 * text is shown unchanged.
 */
export function buildTree(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return undefined;
    return text.replace(token, normalize) === JSON.stringify(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function normalize(part: string): string {
  if (part.trim() === "") return "";
  if (part.startsWith('"')) return JSON.stringify(JSON.parse(part));
  const number = Number(part);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? JSON.stringify(number) : part;
}
