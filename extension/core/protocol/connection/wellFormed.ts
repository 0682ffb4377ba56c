/**
 * Replaces halves of surrogate pairs in a JSON text, which the model's API refuses. `JSON.stringify` writes exactly
 * these as escapes, and all other characters as they are.
 */
export function toWellFormedJson(json: string): string {
  return json.includes("\\ud")
    ? json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (written) => (written.length === 6 ? "\ufffd" : written))
    : json;
}
