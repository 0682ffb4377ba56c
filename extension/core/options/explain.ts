import type { Effective, LayerValue } from "../../shared/contract/configuration.ts";
import { optionRows } from "./options.ts";
import type { HasSince } from "./planLaunch.ts";
import { getRank } from "./ranks.ts";

/** Settings of one of the files of `claude`, as `get_settings` reports them (2.1.329). */
interface ClaudeSettings {
  readonly source?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

const files: Readonly<Record<string, "user" | "project" | "local" | "managed">> = {
  userSettings: "user",
  projectSettings: "project",
  localSettings: "local",
  policySettings: "managed",
};

/** Names of the variables that stand for options. */
export const optionVariables: ReadonlySet<string> = new Set(
  [...optionRows.values()].flatMap(({ variable }) => variable?.name ?? []),
);

/**
 * Layers outside of Tandem's settings: what the files of `claude` set, and the variables of its environment that stand
 * for options.
 */
export interface OutsideLayers {
  readonly reported: readonly ClaudeSettings[];
  readonly variables: ReadonlyMap<string, string>;
  readonly hasSince: HasSince;
}

/**
 * Adds the values in the files of `claude` and in variables to options with one value. They win where Tandem passes
 * nothing. A value that a policy forbids is marked. Lists and objects stay as they are: `claude` merges those of all
 * files, so none of them loses.
 */
export function addOutsideLayers(
  effective: readonly Effective[],
  { reported, variables, hasSince }: OutsideLayers,
): readonly Effective[] {
  const layers = reported.flatMap(({ source = "", settings = {} }) => {
    const file = Object.hasOwn(files, source) ? files[source] : undefined;
    return file === undefined ? [] : [{ source: { kind: "claude", file } as const, settings }];
  });
  const managed = reported.flatMap(({ source, settings = {} }) =>
    source === "policySettings" ? Object.entries(settings) : [],
  );
  return markForbidden(effective, Object.fromEntries(managed)).map((each) => {
    const { claudeKey, variable, launch, default: unset } = optionRows.get(each.name) ?? {};
    if (typeof unset === "object" && unset !== null) return each;
    const found = layers.flatMap(({ source, settings }): LayerValue[] => {
      const value = claudeKey?.reduce<unknown>(
        (at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined),
        settings,
      );
      return value === undefined ? [] : [{ source, value }];
    });
    const fromVariable = variable && variables.get(variable.name);
    if (variable && fromVariable !== undefined)
      found.push({ source: { kind: "environment", variable: variable.name }, value: fromVariable });
    if (found.length === 0) return each;
    // A default that every start passes is as strong as a setting.
    const isPassed = launch?.(unset) !== undefined;
    const beatsStart = variable?.beatsStartSince !== undefined && hasSince(variable.beatsStartSince) !== "no";
    const getStrength = ({ source }: LayerValue): number => {
      if (source.kind === "environment" && beatsStart) return Number.POSITIVE_INFINITY;
      return source.kind === "default" && isPassed ? getRank({ kind: "setting", scope: "user" }) : getRank(source);
    };
    const all = [{ source: each.source, value: each.value }, ...each.overridden, ...found].sort(
      (left, right) => getStrength(right) - getStrength(left),
    );
    const [first, ...rest] = all as [LayerValue, ...LayerValue[]];
    return first.source === each.source
      ? { ...each, overridden: rest }
      : { ...each, value: first.value, source: first.source, overridden: rest };
  });
}

/** Marks what the managed settings of an organization forbid. */
function markForbidden(
  effective: readonly Effective[],
  managed: Readonly<Record<string, unknown>>,
): readonly Effective[] {
  return effective.map((each) =>
    optionRows.get(each.name)?.isForbidden?.(each.value, managed) ? { ...each, state: "forbidden" } : each,
  );
}

/** Returns the option without secrets: of a value that can contain them, only the keys. */
export function maskOptionSecrets(effective: Effective): Effective {
  if (!optionRows.get(effective.name)?.isSecret) return effective;
  const overridden = effective.overridden.map((layer) => ({ ...layer, value: getKeys(layer.value) }));
  return { ...effective, value: getKeys(effective.value), overridden };
}

function getKeys(value: unknown): unknown {
  return isRecord(value) ? Object.keys(value) : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
