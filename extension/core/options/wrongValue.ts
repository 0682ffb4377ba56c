import type * as z from "zod";
import type { ExpectedValue, ValueType, WrongValue } from "../../shared/contract/settingProblem.ts";
import type { Option } from "./option.ts";

/** Maximum number of characters of a wrong value that a message shows. */
const maxFoundLength = 60;

type Issue = z.core.$ZodIssue;

/** Returns the first wrong part of a value; undefined for a valid one. A value that may be secret is not repeated. */
export function findWrongValue(
  { schema, isSecret }: Pick<Option, "schema" | "isSecret">,
  value: unknown,
): WrongValue | undefined {
  const result = schema.safeParse(value);
  if (result.success) return undefined;
  const issue = selectIssue(result.error.issues);
  const at = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  const expected = getExpected(issue);
  const wrong = expected.kind === "knownKey" || expected.kind === "validKey" ? undefined : getPart(value, at);
  return {
    code: "wrongValue",
    at,
    expected,
    ...(wrong === undefined || isSecret ? {} : { found: shorten(JSON.stringify(wrong)) }),
  };
}

/**
 * Returns the issue to report; of the alternatives of a union that of the one that fits best, by the depth of its
 * issue.
 */
function selectIssue(issues: readonly Issue[]): Issue {
  const [first = { code: "custom", path: [], message: "", input: undefined } as Issue] = issues;
  if (first.code !== "invalid_union" || first.errors.length === 0) return first;
  const inner = first.errors.map((errors) => selectIssue(errors));
  const deepest = inner.reduce((best, issue) => (issue.path.length > best.path.length ? issue : best));
  if (deepest.path.length > 0) return { ...deepest, path: [...first.path, ...deepest.path] } as Issue;
  const types = inner.flatMap((issue) => (issue.code === "invalid_type" ? [issue.expected] : []));
  return types.length === inner.length
    ? ({ ...first, code: "invalid_type", expected: types.join("|") } as unknown as Issue)
    : first;
}

function getExpected(issue: Issue): ExpectedValue {
  switch (issue.code) {
    case "invalid_type":
      return { kind: "type", types: String(issue.expected).split("|").map(getType) };
    case "invalid_value":
      return { kind: "choice", values: issue.values.map((value) => JSON.stringify(value)) };
    case "too_small":
      if (issue.origin !== "number" && issue.origin !== "int") return { kind: "notEmpty" };
      return { kind: issue.inclusive ? "atLeast" : "above", limit: Number(issue.minimum) };
    case "too_big":
      return { kind: issue.inclusive ? "atMost" : "below", limit: Number(issue.maximum) };
    case "unrecognized_keys":
      return { kind: "knownKey", key: issue.keys[0] ?? "" };
    case "invalid_key":
      return { kind: "validKey", key: String(issue.path.at(-1) ?? "") };
    default:
      return { kind: "other", issues: issue.message };
  }
}

const types: ReadonlyMap<string, ValueType> = new Map([
  ["string", "text"],
  ["boolean", "boolean"],
  ["number", "number"],
  ["int", "integer"],
  ["array", "list"],
  ["object", "object"],
  ["record", "object"],
  ["null", "null"],
]);

function getType(name: string): ValueType {
  return types.get(name) ?? "object";
}

/** Returns the part of a value at a path. */
export function getPart(value: unknown, at: readonly (string | number)[]): unknown {
  return at.reduce<unknown>((part, key) => {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    return (part as Readonly<Record<string | number, unknown>>)[key];
  }, value);
}

function shorten(json: string): string {
  const letters = [...json];
  return letters.length > maxFoundLength ? `${letters.slice(0, maxFoundLength).join("")}…` : json;
}
