/** Kind of a text that the user writes in place of an input: a command, an address, or the whole input as JSON. */
export type InputKind = "command" | "url" | "json";

/** Reason why a text cannot replace an input. */
export type InputProblem = "empty" | "notUrl" | "notJson" | "notObject";

/** Returns the problem of a text of a kind; undefined if it is valid. */
export function findInputProblem(kind: InputKind, text: string): InputProblem | undefined {
  if (text.trim() === "") return "empty";
  if (kind === "url") return isWebAddress(text) ? undefined : "notUrl";
  if (kind === "command") return undefined;
  const value = parse(text);
  if (value === undefined) return "notJson";
  return typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "notObject";
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(text.trim());
}

/** Parses JSON; undefined if the text is invalid, since JSON has no undefined of its own. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
