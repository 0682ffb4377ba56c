import type { LaunchPart } from "./option.ts";

/** Returns a function that passes a value as `--flag=value`; nothing for an empty text or null. */
export function flag(name: string): (value: string | number | null) => LaunchPart | undefined {
  return (value) => (value === "" || value === null ? undefined : { args: [`--${name}=${value}`] });
}

/** Passes `--flag` for true. */
export function bareFlag(name: string): (value: boolean) => LaunchPart | undefined {
  return (value) => (value ? { args: [`--${name}`] } : undefined);
}

/** Passes a list as `--flag=a,b`; nothing for an empty one. */
export function listFlag(name: string): (value: readonly string[]) => LaunchPart | undefined {
  return (value) => (value.length === 0 ? undefined : { args: [`--${name}=${value.join(",")}`] });
}

/** Passes `--flag=` once for each entry. */
export function repeatedFlag(name: string): (value: readonly string[]) => LaunchPart | undefined {
  return (value) => (value.length === 0 ? undefined : { args: value.map((entry) => `--${name}=${entry}`) });
}

/** Passes a value as a key of `initialize`; nothing for an empty text or object. */
export function initializeField(name: string): (value: unknown) => LaunchPart | undefined {
  return (value) => (isEmpty(value) ? undefined : { initialize: { [name]: value } });
}

/** Passes a value as a key of the settings file; nothing for an empty object. */
export function settingsKey(name: string): (value: object) => LaunchPart | undefined {
  return (value) => (isEmpty(value) ? undefined : { settings: { [name]: value } });
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === false || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
