import { optionRows } from "./options.ts";

/** Definition of a schema whose values can be listed. */
type SchemaValues = { readonly def: { readonly type: string }; readonly options?: readonly unknown[] };

/**
 * Returns the values of an option that the user can choose for a running conversation, by the words that stand for them
 * in a list and behind a command. Undefined where the row alone does not tell: the option is not chosen for one
 * conversation, changes with a start only, or has no list of values.
 */
export function getOptionWords(name: string): ReadonlyMap<string, unknown> | undefined {
  const row = optionRows.get(name);
  if (!row?.isPerConversation || !row.live) return undefined;
  const { def, options } = row.schema as unknown as SchemaValues;
  if (def.type === "boolean")
    return new Map([
      ["on", true],
      ["off", false],
    ]);
  return def.type === "enum" && options
    ? new Map(options.map((value) => [String(value).toLowerCase() || "default", value]))
    : undefined;
}
