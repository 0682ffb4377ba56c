/** One of several values to choose from. */
export interface ElicitationOption {
  readonly value: string;
  readonly label: string;
}

/** What a field of a form takes. */
export type FieldInput =
  | { readonly kind: "text"; readonly format?: string; readonly minLength?: number; readonly maxLength?: number; readonly initial?: string }
  | { readonly kind: "number"; readonly isInteger: boolean; readonly minimum?: number; readonly maximum?: number; readonly initial?: number }
  | { readonly kind: "boolean"; readonly initial?: boolean }
  | { readonly kind: "choice"; readonly options: readonly ElicitationOption[]; readonly initial?: string }
  | {
      readonly kind: "choices";
      readonly options: readonly ElicitationOption[];
      readonly minimum: number;
      readonly maximum?: number;
      readonly initial: readonly string[];
    }
  /** Of a kind that has no field of its own: written as JSON. */
  | { readonly kind: "json" };

/** A field of a form that a server asks to be filled in. Its texts are the server's, with everything invisible named. */
export interface ElicitationField {
  readonly label: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly input: FieldInput;
}

/** What stands in a field; undefined where it is left out. A text is what was typed, also for a number. */
export type FieldValue = string | boolean | readonly string[];

export type FieldProblem =
  | { readonly code: "required" | "notNumber" | "notInteger" | "notEmail" | "notUrl" | "notDate" | "notJson" | "notOffered" }
  | { readonly code: "tooShort" | "tooLong" | "tooSmall" | "tooLarge" | "tooFew" | "tooMany"; readonly limit: number };

/** A value as a form sends it, undefined for a field that is left out; or what is wrong with it. */
export type FieldResult = { readonly value: unknown } | { readonly problem: FieldProblem };

/** Characters of a text that has a format. */
const maxFormattedLength = 2_000;

/** Each in time that grows with the text: it may be the server's own. */
const formats: ReadonlyMap<string, readonly [isRight: (text: string) => boolean, code: "notEmail" | "notUrl" | "notDate"]> = new Map([
  ["email", [isEmail, "notEmail"]],
  ["uri", [(text: string) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text), "notUrl"]],
  ["date", [(text: string) => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text), "notDate"]],
  [
    "date-time",
    [(text: string) => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i.test(text), "notDate"],
  ],
]);

function isEmail(text: string): boolean {
  const [name, domain, ...more] = text.split("@");
  return (
    more.length === 0 && name !== "" && domain !== undefined && /^[^\s.]/.test(domain) && domain.includes(".") && !domain.endsWith(".") && !/\s/.test(text)
  );
}

/** Reads what stands in a field as its schema wants it. */
export function readField({ input, isRequired }: ElicitationField, value: FieldValue | undefined): FieldResult {
  const isEmpty = value === undefined || value === "" || (typeof value === "object" && value.length === 0);
  if (isEmpty) return isRequired && input.kind !== "boolean" ? wrong("required") : { value: input.kind === "boolean" && isRequired ? false : undefined };
  switch (input.kind) {
    case "boolean":
      return { value: value === true };
    case "text":
      return readText(input, String(value));
    case "number":
      return readNumber(input, String(value));
    case "choice":
      return input.options.some((option) => option.value === value) ? { value } : wrong("notOffered");
    case "choices":
      return readChoices(input, typeof value === "object" ? value : []);
    case "json":
      return readJson(String(value));
  }
}

function readText({ format, minLength, maxLength }: Extract<FieldInput, { kind: "text" }>, text: string): FieldResult {
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return beyond("tooShort", minLength);
  if (maxLength !== undefined && length > maxLength) return beyond("tooLong", maxLength);
  const [isRight, code] = formats.get(format ?? "") ?? [];
  return isRight && code && (text.length > maxFormattedLength || !isRight(text)) ? wrong(code) : { value: text };
}

function readNumber({ isInteger, minimum, maximum }: Extract<FieldInput, { kind: "number" }>, text: string): FieldResult {
  const number = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(number)) return wrong("notNumber");
  if (isInteger && !Number.isSafeInteger(number)) return wrong("notInteger");
  if (minimum !== undefined && number < minimum) return beyond("tooSmall", minimum);
  return maximum !== undefined && number > maximum ? beyond("tooLarge", maximum) : { value: number };
}

function readChoices({ options, minimum, maximum }: Extract<FieldInput, { kind: "choices" }>, values: readonly string[]): FieldResult {
  if (!values.every((value) => options.some((option) => option.value === value))) return wrong("notOffered");
  if (values.length < minimum) return beyond("tooFew", minimum);
  return maximum !== undefined && values.length > maximum ? beyond("tooMany", maximum) : { value: [...values] };
}

function readJson(text: string): FieldResult {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return wrong("notJson");
  }
}

function wrong(code: Exclude<FieldProblem, { limit: number }>["code"]): FieldResult {
  return { problem: { code } };
}

function beyond(code: Extract<FieldProblem, { limit: number }>["code"], limit: number): FieldResult {
  return { problem: { code, limit } };
}
