import type { Effective, LayerValue, SettingSource } from "../../shared/contract/configuration.ts";
import type { Option } from "./option.ts";
import { type OptionName, type OptionValue, optionRows } from "./options.ts";
import { getRank } from "./ranks.ts";

/** Values by option, from one source. Only valid values: a wrong one is left out before. */
export interface Layer {
  readonly source: SettingSource;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Returns every option with its value for one conversation, in the order of the table. `layers` in any order: what the
 * user chose in the panel wins over the folder, the workspace, the user, the files of `claude`, and the default, in
 * this order: an argument of a start wins over a managed file of `claude` too (2.1.329). Objects of Tandem's settings
 * merge by key, as in the editor; anything else is replaced whole.
 */
export function resolve(layers: readonly Layer[]): readonly Effective[] {
  const sorted = [...layers].sort((left, right) => getRank(right.source) - getRank(left.source));
  return [...optionRows].map(([name, row]) => resolveOption(name, row, sorted));
}

/** Returns the value of an option among resolved ones; its default if it is not among them. */
export function getValue<N extends OptionName>(effective: readonly Effective[], name: N): OptionValue<N> {
  const found = effective.find((each) => each.name === name);
  return (found ? found.value : optionRows.get(name)?.default) as OptionValue<N>;
}

/** Returns the values by name. */
export function getValues(effective: readonly Effective[]): ReadonlyMap<string, unknown> {
  return new Map(effective.map(({ name, value }) => [name, value]));
}

function resolveOption(name: string, row: Option, layers: readonly Layer[]): Effective {
  return resolveValues(
    name,
    row,
    layers.flatMap(({ source, values }) => (Object.hasOwn(values, name) ? [{ source, value: values[name] }] : [])),
  );
}

/** Returns one option with its value. `found` are its values, the strongest first. */
export function resolveValues(name: string, row: Option, found: readonly LayerValue[]): Effective {
  const all = [...found, { source: { kind: "default" } as const, value: row.default }];
  if (row.addsUp === true) return { name, ...addUp(all) };
  const { value, ...rest } = combine(all);
  const others = all.map((layer) => layer.value);
  return { name, ...rest, value: row.addsUp ? addLists(value, others, row.addsUp) : value };
}

/** Returns an object with the entries that it and others have in the lists at some places. */
export function addLists(value: unknown, others: readonly unknown[], places: readonly (readonly string[])[]): unknown {
  return places.reduce((sum, place) => {
    const lists = [sum, ...others].map((each) => place.reduce<unknown>(readKey, each)).filter(Array.isArray);
    const list = [...new Set<unknown>(lists.flat())];
    return list.length === 0 ? sum : setAt(sum, place, list);
  }, value);
}

function readKey(value: unknown, key: string): unknown {
  return asObject(value) && Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function setAt(value: unknown, [key = "", ...rest]: readonly string[], list: unknown): object {
  return { ...asObject(value), [key]: rest.length === 0 ? list : setAt(readKey(value, key), rest, list) };
}

/** Returns the entries of the lists of all layers, the strongest first; there must be one. No layer loses. */
function addUp(layers: readonly LayerValue[]): Omit<Effective, "name"> {
  const [first, ...rest] = layers as [LayerValue, ...LayerValue[]];
  const given = rest.filter(({ value }) => Array.isArray(value) && value.length > 0);
  const value = [...new Set([...given.toReversed(), first].flatMap((layer) => layer.value as readonly unknown[]))];
  return {
    value,
    source: first.source,
    overridden: [],
    ...(given.length > 0 ? { mergedFrom: given.map(({ source }) => source) } : {}),
  };
}

/** Returns the value of layers of one option, the strongest first; there must be one. */
export function combine(layers: readonly LayerValue[]): Omit<Effective, "name"> {
  const [first, ...rest] = layers as [LayerValue, ...LayerValue[]];
  const merged =
    asObject(first.value) &&
    [first, ...rest].filter(({ source, value }) => source.kind === "setting" && asObject(value) !== undefined);
  if (!merged || first.source.kind !== "setting") return { value: first.value, source: first.source, overridden: rest };
  const value = Object.fromEntries([...merged].reverse().flatMap((layer) => Object.entries(layer.value as object)));
  // A layer loses only if each of its keys is set by a stronger one.
  const isWhole = (layer: LayerValue, at: number): boolean =>
    Object.keys(layer.value as object).some(
      (key) => !merged.slice(0, at).some(({ value: other }) => Object.hasOwn(other as object, key)),
    );
  const parts = rest.filter((layer) => merged.includes(layer) && isWhole(layer, merged.indexOf(layer)));
  const others = parts.length === 0 ? {} : { mergedFrom: parts.map(({ source }) => source) };
  return { value, source: first.source, overridden: rest.filter((layer) => !parts.includes(layer)), ...others };
}

function asObject(value: unknown): object | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}
