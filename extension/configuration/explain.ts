import type { Effective, LayerValue } from "../contract/configuration.ts";
import { optionRows } from "./options.ts";
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

/** Adds the values in the files of `claude`: they win where nothing of Tandem sets an option, a managed one everywhere. */
export function addClaudeLayers(effective: readonly Effective[], reported: readonly ClaudeSettings[]): readonly Effective[] {
  const layers = reported.flatMap(({ source = "", settings = {} }) => {
    const file = Object.hasOwn(files, source) ? files[source] : undefined;
    return file === undefined ? [] : [{ source: { kind: "claude", file } as const, settings }];
  });
  return effective.map((each) => {
    const path = optionRows.get(each.name)?.claudeKey;
    if (!path) return each;
    const found = layers.flatMap(({ source, settings }): LayerValue[] => {
      const value = path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), settings);
      return value === undefined ? [] : [{ source, value }];
    });
    if (found.length === 0) return each;
    const all = [{ source: each.source, value: each.value }, ...each.overridden, ...found].sort((left, right) => getRank(right.source) - getRank(left.source));
    const [first, ...rest] = all as [LayerValue, ...LayerValue[]];
    return first.source === each.source ? { ...each, overridden: rest } : { ...each, value: first.value, source: first.source, overridden: rest };
  });
}

/** Returns the option without secrets: of a value that can contain them, only the keys. */
export function maskSecrets(effective: Effective): Effective {
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
