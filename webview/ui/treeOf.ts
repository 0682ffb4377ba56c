/** A token of JSON: a string, a number, or what stands between them. */
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+/g;

/**
 * The object or the list that a text is as JSON. Undefined for every other text, and for one that says more than its value does: a number
 * with more digits than one can hold, a key twice, keys in an order that is lost. Such a text is shown as it is.
 */
export function buildTree(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return undefined;
    return text.replace(token, normal) === JSON.stringify(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function normal(part: string): string {
  if (part.trim() === "") return "";
  if (part.startsWith('"')) return JSON.stringify(JSON.parse(part));
  const number = Number(part);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? JSON.stringify(number) : part;
}
