/** The state of a parser that reads an input while it streams. Immutable: each step returns a new state. */
export interface StreamedInput {
  /** Text fields of the input that are complete. */
  readonly fields: Readonly<Record<string, string>>;
  readonly depth: number;
  /** The field that is being read, once its name is complete. */
  readonly field: string;
  /** The kind of string that is being read; "no" outside strings. */
  readonly inString: "no" | "name" | "value" | "other";
  readonly isValueNext: boolean;
  /** The part of the current string that was read; for the value of a shown field it is kept for `fields`. */
  readonly text: string;
  /** An incomplete escape sequence, with its backslash. */
  readonly pending: string;
}

export const emptyInput: StreamedInput = {
  fields: {},
  depth: 0,
  field: "",
  inString: "no",
  isValueNext: false,
  text: "",
  pending: "",
};

/** The result of reading a piece of JSON. */
export interface StreamedInputStep {
  readonly state: StreamedInput;
  /** Pieces of text values of the outermost object, by field, in order. */
  readonly added: readonly (readonly [field: string, text: string])[];
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/**
 * Reads the next piece of an object in JSON. It looks at each character once, and reads invalid JSON as far as
 * possible.
 */
export function readStreamedInput(before: StreamedInput, piece: string): StreamedInputStep {
  let { depth, field, inString, isValueNext, text, pending } = before;
  const fields: Record<string, string> = { ...before.fields };
  const added: [string, string][] = [];
  let fresh = "";
  const take = (character: string): void => {
    if (inString === "value") fresh += character;
    else if (inString === "name") text += character;
  };
  const flush = (): void => {
    if (fresh !== "") added.push([field, fresh]);
    text += fresh;
    fresh = "";
  };
  for (const character of piece) {
    if (pending !== "") {
      pending += character;
      if (pending.startsWith("\\u") && pending.length < 6) continue;
      take(
        pending.startsWith("\\u")
          ? String.fromCharCode(Number.parseInt(pending.slice(2), 16))
          : (escapes[character] ?? character),
      );
      pending = "";
    } else if (inString !== "no") {
      if (character === "\\") pending = "\\";
      else if (character !== '"') take(character);
      else {
        flush();
        if (inString === "name") field = text;
        else if (inString === "value")
          Object.defineProperty(fields, field, { value: text, enumerable: true, configurable: true, writable: true });
        inString = "no";
        text = "";
      }
    } else if (character === '"') inString = depth !== 1 ? "other" : isValueNext ? "value" : "name";
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    else if (depth === 1 && character === ":") isValueNext = true;
    else if (depth === 1 && character === ",") isValueNext = false;
  }
  flush();
  return { state: { fields, depth, field, inString, isValueNext, text, pending }, added };
}
