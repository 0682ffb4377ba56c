import type { LaunchPart } from "./option.ts";

/** Passes a value to a start; `flag` is the name of the flag that it uses. */
type Passing<T> = ((value: T) => LaunchPart | undefined) & { readonly flag: string };

/** Returns a function that passes a value as `--flag=value`; nothing for an empty text or null. */
export function flag(name: string): Passing<string | number | null> {
  return passing(name, (value) => (value === "" || value === null ? undefined : { args: [`--${name}=${value}`] }));
}

/** Passes `--flag` for true. */
export function bareFlag(name: string): Passing<boolean> {
  return passing(name, (value) => (value ? { args: [`--${name}`] } : undefined));
}

/** Passes a list as `--flag=a,b`; nothing for an empty one. */
export function listFlag(name: string): Passing<readonly string[]> {
  return passing(name, (value) => (value.length === 0 ? undefined : { args: [`--${name}=${value.join(",")}`] }));
}

/** Passes `--flag=` once for each entry. */
export function repeatedFlag(name: string): Passing<readonly string[]> {
  return passing(name, (value) =>
    value.length === 0 ? undefined : { args: value.map((entry) => `--${name}=${entry}`) },
  );
}

/** Returns the flag that an option passes, if it passes one under a fixed name. */
export function getFlag(launch: unknown): string | undefined {
  return typeof launch === "function" && "flag" in launch ? String(launch.flag) : undefined;
}

function passing<T>(name: string, launch: (value: T) => LaunchPart | undefined): Passing<T> {
  return Object.assign(launch, { flag: name });
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
  return (
    value === "" || value === false || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}
