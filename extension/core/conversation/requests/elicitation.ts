import { escapeInvisible, escapeProse } from "../../../shared/base/invisible.ts";
import { readArray, readBoolean, readNumber, readObject, readString } from "../../../shared/base/read.ts";
import {
  type ElicitationField,
  type ElicitationOption,
  type FieldInput,
  readField,
} from "../../../shared/contract/requests/elicitation.ts";
import type { Decision, ElicitationView } from "../../../shared/contract/requests/requests.ts";
import type { InboundAnswer, InboundRequest } from "../../protocol/requests/inbound.ts";

/** A form of an MCP server, with all data needed to answer it. */
export interface OpenElicitation {
  readonly id: string;
  readonly view: ElicitationView;
  /** Field names as the server wrote them, in the order of the view's fields. */
  readonly names: readonly string[];
}

/** Maximum number of characters of a form that a user can read and fill in; a larger one can only be declined. */
const largest = 50_000;

/** Number of characters of a text that has room in an input of a narrow panel. */
const maxInLine = 30;

/** Converts a request of an MCP server to its view. All text in it is the server's own. */
export function readElicitation(id: string, request: InboundRequest<"elicitation">): OpenElicitation {
  const schema = request.requested_schema;
  const properties = readObject(schema, "properties") ?? {};
  const names = getNames(properties, request.property_order);
  const isTooLarge = JSON.stringify(request).length > largest;
  const required = new Set(readArray(schema, "required") ?? []);
  const view: ElicitationView = {
    kind: "elicitation",
    id,
    toolId: id,
    revision: 0,
    server: escapeInvisible(request.mcp_server_name),
    message: escapeProse((request.message ?? "").slice(0, largest)),
    ...(request.title ? { title: escapeProse(request.title) } : {}),
    isTooLarge,
    fields: (isTooLarge ? [] : names).map((name) =>
      getField(name, readObject(properties, name) ?? {}, required.has(name)),
    ),
    ...(request.mode === "url" || request.url !== undefined ? { page: getPage(request.url ?? "") } : {}),
  };
  return { id, view, names };
}

/** Returns the response for the server. A decision that does not fit the form declines. */
export function buildElicitationAnswer(
  { view, names }: OpenElicitation,
  decision: Decision,
): InboundAnswer<"elicitation"> {
  switch (decision.kind) {
    case "fill": {
      const read = view.fields.map((field, index) => readField(field, decision.values[index] ?? undefined));
      if (view.page || view.isTooLarge || !read.every((reading) => "value" in reading)) return { action: "decline" };
      const filled = read.flatMap(({ value }, index) =>
        value === undefined ? [] : [[names[index] ?? "", value] as const],
      );
      return { action: "accept", content: Object.fromEntries(filled) };
    }
    case "visit":
      return { action: view.page?.host === undefined ? "decline" : "accept" };
    case "dismiss":
      return { action: "cancel" };
    default:
      return { action: "decline" };
  }
}

function getNames(properties: object, order: readonly string[] | undefined): string[] {
  const all = Object.keys(properties);
  const first = (order ?? []).filter((name) => all.includes(name));
  return [...new Set([...first, ...all])];
}

/**
 * Returns the address, with its host if a browser can open it, as the browser names it: letters of other scripts can
 * imitate one. A user name before the host can imitate a host and is not taken as one; nor is a host after a backslash,
 * at which a browser ends the host.
 */
function getPage(address: string): NonNullable<ElicitationView["page"]> {
  const [, named] = /^https?:\/\/(?:[^\s/?#\\]*@)?([^\s/?#@\\]+)(?:[/?#]\S*)?$/i.exec(address) ?? [];
  const shown = escapeInvisible(address);
  const isHost = named !== undefined && shown === address && URL.canParse(address);
  return { address, shown, ...(isHost ? { host: new URL(address).host } : {}) };
}

function getField(name: string, schema: Record<string, unknown>, isRequired: boolean): ElicitationField {
  const description = readString(schema, "description");
  return {
    label: escapeInvisible(readString(schema, "title") ?? name),
    ...(description ? { description: escapeProse(description) } : {}),
    isRequired,
    input: getInput(schema),
  };
}

function getInput(schema: Record<string, unknown>): FieldInput {
  const type = getType(schema);
  const options = type === "array" ? undefined : getOptions(schema);
  // The values decide before their type, which a schema may leave out.
  if (options) return { kind: "choice", options, ...initial(getOffered(options, [schema["default"]])[0]) };
  switch (type) {
    case "string":
      return getText(schema);
    case "number":
    case "integer":
      return {
        kind: "number",
        isInteger: type === "integer",
        ...getLimits(schema),
        ...initial(readNumber(schema, "default")),
      };
    case "boolean":
      return { kind: "boolean", ...initial(readBoolean(schema, "default")) };
    case "array": {
      const items = getOptions(readObject(schema, "items") ?? {});
      if (!items) return { kind: "json" };
      const chosen = getOffered(items, readArray(schema, "default") ?? []);
      const maximum = readNumber(schema, "maxItems");
      return {
        kind: "choices",
        options: items,
        minimum: readNumber(schema, "minItems") ?? 0,
        ...(maximum === undefined ? {} : { maximum }),
        initial: chosen,
      };
    }
    default:
      return { kind: "json" };
  }
}

/** Returns the type of a value; of several, such as `["string", "null"]`, the only one beside `null`. */
function getType(schema: Record<string, unknown>): string | undefined {
  const [type, ...others] = (readArray(schema, "type") ?? [readString(schema, "type")]).filter(
    (each) => each !== "null",
  );
  return others.length === 0 && typeof type === "string" ? type : undefined;
}

/** Returns the limits of a number. Older schemas (draft 4) say with `true` that a limit is not allowed itself. */
function getLimits(schema: Record<string, unknown>) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  return {
    ...(exclusiveMinimum === true
      ? limit("exclusiveMinimum", { exclusiveMinimum: minimum })
      : { ...limit("minimum", schema), ...limit("exclusiveMinimum", schema) }),
    ...(exclusiveMaximum === true
      ? limit("exclusiveMaximum", { exclusiveMaximum: maximum })
      : { ...limit("maximum", schema), ...limit("exclusiveMaximum", schema) }),
  };
}

/** Returns those of a server's default values that the user could choose, by the names of their options. */
function getOffered(options: readonly ElicitationOption[], values: readonly unknown[]): string[] {
  return options.flatMap(({ value, sent = value }) => (values.includes(sent) ? [value] : []));
}

function getText(schema: Record<string, unknown>): FieldInput {
  const format = readString(schema, "format");
  const text = readString(schema, "default") ?? "";
  const shown = escapeInvisible(text);
  const isInLine = shown === text && text.length <= maxInLine && !/\s{2}|[\n\t]/.test(text);
  return {
    kind: "text",
    ...(format === undefined ? {} : { format }),
    ...limit("minLength", schema),
    ...limit("maxLength", schema),
    ...initial(readString(schema, "default")),
    ...(isInLine ? {} : { shownInitial: shown }),
  };
}

/**
 * Returns values with their labels: `enum` with `enumNames`, `oneOf` and `anyOf` with titles, or a single `const`.
 * Undefined for other values than plain ones.
 */
function getOptions(schema: Record<string, unknown>): ElicitationOption[] | undefined {
  const titled = readArray(schema, "oneOf") ?? readArray(schema, "anyOf");
  const values =
    titled?.map((entry) => getConst(entry)) ??
    readArray(schema, "enum") ??
    (Object.hasOwn(schema, "const") ? [getConst(schema)] : []);
  if (values.length === 0 || !values.every(isPlain)) return undefined;
  const names = titled ? titled.map((entry) => readString(entry, "title")) : (readArray(schema, "enumNames") ?? []);
  // The empty text names no option: it stands for a field that is left out.
  const areTexts = values.every((value) => typeof value === "string" && value !== "");
  return values.map((value, index) => {
    const name = names[index];
    const label = escapeInvisible(typeof name === "string" ? name : value === "" ? '""' : String(value));
    return typeof value === "string" && areTexts
      ? { value, label }
      : { value: JSON.stringify(value), label, sent: value };
  });
}

function getConst(schema: unknown): unknown {
  return typeof schema === "object" && schema !== null && Object.hasOwn(schema, "const")
    ? Reflect.get(schema, "const")
    : undefined;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function limit<K extends string>(key: K, schema: Record<string, unknown>): { readonly [P in K]?: number } {
  const value = readNumber(schema, key);
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: number };
}

function initial<V>(value: V | undefined): { readonly initial?: V } {
  return value === undefined ? {} : { initial: value };
}
