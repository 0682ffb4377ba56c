import { readArray, readString } from "../../../shared/base/read.ts";
import { asObject, type FoundEntry, type ParsedFile } from "./parsedFile.ts";

type Keys = readonly (string | number)[];

/**
 * Keys of a settings file that only take something away, whatever their value is, or that are for editors; every other
 * key is listed.
 */
const restrictingKeys: ReadonlySet<string> = new Set(["$schema", "disabledMcpjsonServers"]);
/** Keys of `permissions` that only take permissions away. */
const restricting: ReadonlySet<string> = new Set(["deny", "ask", "disableBypassPermissionsMode", "disableAutoMode"]);

/** Returns what a settings file of `claude` brings (`.claude/settings.json`, `.claude/settings.local.json`). */
export function findSettingsEntries(file: ParsedFile): FoundEntry[] {
  return Object.entries(asObject(file.value) ?? {}).flatMap(([key, value]) => {
    if (restrictingKeys.has(key)) return [];
    if (key === "hooks") return hookEntries(file, value);
    if (key === "env") return environmentEntries(file, value);
    if (key === "permissions") return permissionEntries(file, value);
    if (key === "enabledPlugins" || key === "extraKnownMarketplaces") return namedEntries(file, "plugin", [key], value);
    return [entry(file, isProgram(key, value) ? "program" : "claudeSetting", key, value, [key])];
  });
}

/**
 * Returns one entry for each hook command; a hook in a shape that `claude` may read in another way is one entry as a
 * whole.
 */
function hookEntries(file: ParsedFile, hooks: unknown): FoundEntry[] {
  const events = asObject(hooks);
  if (!events) return [entry(file, "hook", "hooks", hooks, ["hooks"])];
  return Object.entries(events).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [entry(file, "hook", event, groups, ["hooks", event])];
    return groups.flatMap((group: unknown, at) => {
      const keys = ["hooks", event, at];
      const matcher = readString(group, "matcher") ?? "*";
      const name = matcher !== "" && matcher !== "*" ? `${event} (${matcher})` : event;
      const commands = readArray(group, "hooks");
      if (!commands) return [entry(file, "hook", name, group, keys)];
      return commands.map((hook, index) => ({
        ...entry(file, "hook", name, hook, [...keys, "hooks", index]),
        identity: JSON.stringify(hook),
      }));
    });
  });
}

/** Keys of a command whose values change nothing about what runs. */
const besideCommand: ReadonlySet<string> = new Set(["type", "command", "timeout", "statusMessage", "padding"]);

/** Returns the command line of a plain command, and any other value as JSON. */
function describe(value: unknown): string {
  if (typeof value === "string") return value;
  const command = readString(value, "command");
  const isPlain = command !== undefined && Object.keys(asObject(value) ?? {}).every((key) => besideCommand.has(key));
  return isPlain ? command : (JSON.stringify(value, undefined, 1) ?? "");
}

function environmentEntries(file: ParsedFile, env: unknown): FoundEntry[] {
  const variables = asObject(env);
  if (!variables) return [entry(file, "environment", "env", env, ["env"])];
  return Object.entries(variables).map(([name, value]) => entry(file, "environment", name, value, ["env", name]));
}

function permissionEntries(file: ParsedFile, permissions: unknown): FoundEntry[] {
  const all = asObject(permissions);
  if (!all) return [entry(file, "rule", "permissions", permissions, ["permissions"])];
  return Object.entries(all).flatMap(([key, value]) => {
    const keys = ["permissions", key];
    if (restricting.has(key)) return [];
    if (key === "allow" && Array.isArray(value))
      return value.map((rule, at) => entry(file, "rule", key, rule, [...keys, at]));
    if (key === "additionalDirectories" && Array.isArray(value))
      return value.map((folder, at) => entry(file, "directory", key, folder, [...keys, at]));
    return [entry(file, "rule", key, value, keys)];
  });
}

/** Returns one entry for each member of an object, or one for the whole value. */
function namedEntries(file: ParsedFile, kind: FoundEntry["kind"], keys: Keys, value: unknown): FoundEntry[] {
  const members = asObject(value);
  if (!members) return [entry(file, kind, String(keys.at(-1)), value, keys)];
  // One that is switched off can be the user's own, with a hook that guards.
  return Object.entries(members).map(([name, each]) =>
    entry(file, kind, name, each === true ? "" : each, [...keys, name]),
  );
}

/** Returns true for a setting whose value is a command that `claude` runs. */
function isProgram(key: string, value: unknown): boolean {
  if (readString(value, "command") !== undefined) return true;
  return typeof value === "string" && /(?:Helper|Refresh|Export|Command|Wrapper)$/.test(key);
}

function entry(file: ParsedFile, kind: FoundEntry["kind"], name: string, value: unknown, keys: Keys): FoundEntry {
  return { kind, name, value: describe(value), path: file.path, line: file.lineOf(keys) };
}
