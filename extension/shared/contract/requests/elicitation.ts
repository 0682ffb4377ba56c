/** One of several values to choose from. */
export interface ElicitationOption {
  /** Names the option; also what a form sends, unless there is `sent`. */
  readonly value: string;
  readonly label: string;
  /** The value to send, where not all options are texts. */
  readonly sent?: string | number | boolean | null;
}

/** Input type of a form field. */
export type FieldInput =
  | {
      readonly kind: "text";
      readonly format?: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly initial?: string;
      /** The initial text with every invisible character named, where an input of one line does not show all of it. */
      readonly shownInitial?: string;
    }
  | {
      readonly kind: "number";
      readonly isInteger: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      /** Limits that are not allowed themselves. */
      readonly exclusiveMinimum?: number;
      readonly exclusiveMaximum?: number;
      readonly initial?: number;
    }
  | { readonly kind: "boolean"; readonly initial?: boolean }
  | { readonly kind: "choice"; readonly options: readonly ElicitationOption[]; readonly initial?: string }
  | {
      readonly kind: "choices";
      readonly options: readonly ElicitationOption[];
      readonly minimum: number;
      readonly maximum?: number;
      readonly initial: readonly string[];
    }
  /** A type without an input of its own: entered as JSON. */
  | { readonly kind: "json" };

/**
 * A field of a form that an MCP server requests. Its texts come from the server, with every invisible character named.
 */
export interface ElicitationField {
  readonly label: string;
  readonly description?: string;
  readonly isRequired: boolean;
  readonly input: FieldInput;
}

/** Value of a field; undefined if left out. A number is the text as typed. */
export type FieldValue = string | boolean | readonly string[];

export type FieldProblem =
  | {
      readonly code:
        | "required"
        | "notNumber"
        | "notInteger"
        | "notEmail"
        | "notUrl"
        | "notDate"
        | "notJson"
        | "notOffered";
    }
  | {
      readonly code: "tooShort" | "tooLong" | "tooSmall" | "tooLarge" | "notAbove" | "notBelow" | "tooFew" | "tooMany";
      readonly limit: number;
    };

/** The value as a form sends it, undefined for a field that is left out; or the problem with the input. */
export type FieldResult = { readonly value: unknown } | { readonly problem: FieldProblem };

/** Maximum length of a text that has a format, in characters. */
const maxFormattedLength = 2_000;

/** Validators run in linear time, since the text may come from the server. */
const formats: ReadonlyMap<
  string,
  readonly [isRight: (text: string) => boolean, code: "notEmail" | "notUrl" | "notDate"]
> = new Map([
  ["email", [isEmail, "notEmail"]],
  ["uri", [(text: string) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text), "notUrl"]],
  ["date", [(text: string) => /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text), "notDate"]],
  [
    "date-time",
    [
      (text: string) =>
        /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i.test(
          text,
        ),
      "notDate",
    ],
  ],
]);

function isEmail(text: string): boolean {
  const [name, domain, ...more] = text.split("@");
  return (
    more.length === 0 &&
    name !== "" &&
    domain !== undefined &&
    /^[^\s.]/.test(domain) &&
    domain.includes(".") &&
    !domain.endsWith(".") &&
    !/\s/.test(text)
  );
}

/** Parses the value of a field according to its schema. */
export function readField({ input, isRequired }: ElicitationField, value: FieldValue | undefined): FieldResult {
  const isEmpty = value === undefined || value === "" || (typeof value === "object" && value.length === 0);
  if (isEmpty)
    return isRequired && input.kind !== "boolean"
      ? createProblem("required")
      : { value: input.kind === "boolean" && isRequired ? false : undefined };
  switch (input.kind) {
    case "boolean":
      return { value: value === true };
    case "text":
      return readText(input, String(value));
    case "number":
      return readNumber(input, String(value));
    case "choice": {
      const option = input.options.find((each) => each.value === value);
      return option ? { value: getSent(option) } : createProblem("notOffered");
    }
    case "choices":
      return readChoices(input, typeof value === "object" ? value : []);
    case "json":
      return readJson(String(value));
  }
}

function readText({ format, minLength, maxLength }: Extract<FieldInput, { kind: "text" }>, text: string): FieldResult {
  const length = [...text].length;
  if (minLength !== undefined && length < minLength) return createLimitProblem("tooShort", minLength);
  if (maxLength !== undefined && length > maxLength) return createLimitProblem("tooLong", maxLength);
  const [isRight, code] = formats.get(format ?? "") ?? [];
  return isRight && code && (text.length > maxFormattedLength || !isRight(text))
    ? createProblem(code)
    : { value: text };
}

function getSent(option: ElicitationOption): unknown {
  return option.sent === undefined ? option.value : option.sent;
}

function readNumber(input: Extract<FieldInput, { kind: "number" }>, text: string): FieldResult {
  const { isInteger, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = input;
  const number = Number(text.trim());
  if (text.trim() === "" || !Number.isFinite(number)) return createProblem("notNumber");
  if (isInteger && !Number.isSafeInteger(number)) return createProblem("notInteger");
  if (minimum !== undefined && number < minimum) return createLimitProblem("tooSmall", minimum);
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum)
    return createLimitProblem("notAbove", exclusiveMinimum);
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum)
    return createLimitProblem("notBelow", exclusiveMaximum);
  return maximum !== undefined && number > maximum ? createLimitProblem("tooLarge", maximum) : { value: number };
}

function readChoices(
  { options, minimum, maximum }: Extract<FieldInput, { kind: "choices" }>,
  values: readonly string[],
): FieldResult {
  const chosen = values.flatMap((value) => options.find((option) => option.value === value) ?? []);
  if (chosen.length < values.length) return createProblem("notOffered");
  if (values.length < minimum) return createLimitProblem("tooFew", minimum);
  return maximum !== undefined && values.length > maximum
    ? createLimitProblem("tooMany", maximum)
    : { value: chosen.map(getSent) };
}

function readJson(text: string): FieldResult {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return createProblem("notJson");
  }
}

function createProblem(code: Exclude<FieldProblem, { limit: number }>["code"]): FieldResult {
  return { problem: { code } };
}

function createLimitProblem(code: Extract<FieldProblem, { limit: number }>["code"], limit: number): FieldResult {
  return { problem: { code, limit } };
}
