/** Permission modes by their names in `claude`, in the order in which they are offered. */
export const modes = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"] as const;
export type Mode = (typeof modes)[number];

/** Returns the mode of a name; 2.1.329 also calls the default mode "manual". Undefined for an unknown mode. */
export function parseMode(name: string): Mode | undefined {
  const known = name === "manual" ? "default" : name;
  return modes.find((mode) => mode === known);
}

/** Modes that a key cycles through; it never enters a mode that does not ask. */
const cycleModes: readonly Mode[] = ["default", "acceptEdits", "plan"];

/** Returns the mode after the current one; the first mode if the current one is not in the cycle. */
export function getNextMode(inForce: string | undefined): Mode {
  const at = cycleModes.indexOf((inForce === undefined ? undefined : parseMode(inForce)) as Mode);
  return cycleModes[(at + 1) % cycleModes.length] as Mode;
}

/** Returns true if the current mode is not the requested one. */
export function isModeRefused(asked: string | undefined, inForce: string | undefined): boolean {
  return (
    asked !== undefined && inForce !== undefined && (parseMode(asked) ?? asked) !== (parseMode(inForce) ?? inForce)
  );
}
