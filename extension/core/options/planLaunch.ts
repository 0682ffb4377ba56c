import type { LeftOutOption } from "../../shared/contract/configuration.ts";
import { isSame } from "./difference.ts";
import type { LaunchPart, Option } from "./option.ts";
import { optionRows } from "./options.ts";
import { findRefusedFlag } from "./refusedFlags.ts";

/** Everything that the values of the options change about a start. */
export interface LaunchPlan extends Required<LaunchPart> {
  /** Options, and parts of options, that this start does without. */
  readonly leftOut: readonly LeftOutOption[];
}

/**
 * Returns whether the version of `claude` has features that an inspected version introduced, see
 * `core/protocol/version.ts`.
 */
export type HasSince = (since: "b" | "c") => "yes" | "no" | "maybe";

/**
 * Plans a start with some values; an option without a value changes nothing. Leaves out what the version of `claude`
 * lacks or would refuse, because an unknown flag ends it at once (all versions); the default then applies.
 */
export function planLaunch(values: ReadonlyMap<string, unknown>, hasSince: HasSince): LaunchPlan {
  const leftOut: LeftOutOption[] = [];
  const parts: LaunchPart[] = [];
  for (const [name, row] of optionRows) {
    if (!row.launch || !values.has(name)) continue;
    const { value, problems } = selectPassable(name, row, values, hasSince);
    leftOut.push(...problems);
    parts.push(row.launch(value) ?? {});
  }
  return {
    args: parts.flatMap(({ args = [] }) => args),
    initialize: Object.assign({}, ...parts.map(({ initialize }) => initialize)),
    settings: Object.assign({}, ...parts.map(({ settings }) => settings)),
    environment: Object.assign({}, ...parts.map(({ environment }) => environment)),
    leftOut,
  };
}

/** Returns the value that can be passed, and what of the given one cannot. */
function selectPassable(
  name: string,
  row: Option,
  values: ReadonlyMap<string, unknown>,
  hasSince: HasSince,
): { readonly value: unknown; readonly problems: readonly LeftOutOption[] } {
  const value = values.get(name);
  const without = (problem: LeftOutOption) => ({
    value: row.default,
    problems: isSame(value, row.default) ? [] : [problem],
  });
  if (row.since && hasSince(row.since) !== "yes") return without({ name, code: "versionLacks", value: "" });
  const valueSince = row.valueSince?.(value);
  // A value that a version in between may have is tried.
  if (valueSince && hasSince(valueSince) === "no") return without({ name, code: "versionLacks", value: String(value) });
  if (name === "fallbackModel" && value === values.get("model"))
    return without({ name, code: "sameModel", value: String(value) });
  if (name === "allowedTools" || name === "disallowedTools") return selectRules(name, value as readonly string[]);
  if (name !== "extraArgs") return { value, problems: [] };
  const flags = Object.entries(value as Readonly<Record<string, string | null>>);
  return {
    value: Object.fromEntries(flags.filter(([flag]) => findRefusedFlag(flag) === undefined)),
    problems: flags.flatMap(([flag]) => findRefusedFlag(flag) ?? []),
  };
}

function selectRules(name: string, rules: readonly string[]) {
  const value = selectPassableRules(rules);
  return {
    value,
    problems: rules
      .filter((rule) => !value.includes(rule))
      .map((rule) => ({ name, code: "unpassable", value: rule }) as const),
  };
}

/**
 * Selects the rules that a start can pass unchanged. `claude` parses its rule list without regard to nested brackets
 * (2.1.50, 2.1.329), and could read a part of a rule as a rule of its own. It requests permission again for the rules
 * that are left out.
 */
export function selectPassableRules(rules: readonly string[]): readonly string[] {
  return rules.filter((rule) => /^[^(),\\]+(?:\([^()\\]*\))?$/.test(rule));
}
