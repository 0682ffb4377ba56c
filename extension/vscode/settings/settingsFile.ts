import { getNodeValue, type Node, parseTree } from "jsonc-parser";

/** A value in the text of a settings file. */
export interface FoundValue {
  /** Position of the key, in characters. */
  readonly offset: number;
  /** Counts from 1. */
  readonly line: number;
  /** The value of the whole setting. */
  readonly value: unknown;
}

/**
 * Finds a setting in the text of a settings file, or the part of its value at the path `at` as far as it exists. `root`
 * is the path of the object that contains the settings. Returns undefined where the file does not contain the setting.
 */
export function findInSettingsFile(
  text: string,
  setting: string,
  at: readonly (string | number)[] = [],
  root: readonly string[] = [],
): FoundValue | undefined {
  const tree = parseTree(text.replace(/^\ufeff/, " "), [], { allowTrailingComma: true });
  const whole = [...root, setting].reduce<Node | undefined>((node, key) => node && findChild(node, key), tree);
  if (!whole) return undefined;
  let part: Node = whole;
  for (const key of at) part = findChild(part, key) ?? part;
  // The key of a property is its first child; an item of a list has none.
  const { offset } = part.parent?.type === "property" ? (part.parent.children?.[0] ?? part) : part;
  return { offset, line: text.slice(0, offset).split("\n").length, value: getNodeValue(whole) };
}

/** Returns the value of a key or the item of a list. Of keys that are written twice, the editor takes the last one. */
function findChild({ type, children = [] }: Node, key: string | number): Node | undefined {
  if (type === "array") return typeof key === "number" ? children[key] : undefined;
  return children.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

/**
 * Splits the full name of a setting or of a part of its value, such as `tandem.profiles.work.environment.TOKEN`, into
 * the setting's key and the path of the part. A key in a value can contain dots, so the path is read from the value.
 * Undefined for a name that is not a setting.
 */
export function splitSettingName<N extends string>(
  name: string,
  keys: readonly N[],
  read: (key: N) => unknown,
): { readonly key: N; readonly at: readonly string[] } | undefined {
  const found = keys.filter((each) => name === `tandem.${each}` || name.startsWith(`tandem.${each}.`));
  const key = found.sort((left, right) => right.length - left.length)[0];
  if (key === undefined) return undefined;
  return { key, at: findPath(read(key), name.slice(`tandem.${key}.`.length)) };
}

function findPath(value: unknown, rest: string): readonly string[] {
  if (rest === "" || typeof value !== "object" || value === null) return [];
  const key = Object.keys(value).find((each) => rest === each || rest.startsWith(`${each}.`));
  return key === undefined
    ? []
    : [key, ...findPath((value as Readonly<Record<string, unknown>>)[key], rest.slice(key.length + 1))];
}
