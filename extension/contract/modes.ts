/** Permission modes by the CLI's names, in the order in which they are offered. */
export const modes = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"] as const;
export type Mode = (typeof modes)[number];

/** A mode by the name that is used here: 2.1.329 calls the default one "manual" too. Undefined for one that is not known. */
export function parseMode(name: string): Mode | undefined {
  const known = name === "manual" ? "default" : name;
  return modes.find((mode) => mode === known);
}

/** The modes that a key goes through; what asks nothing is never come by in passing. */
const cycleModes: readonly Mode[] = ["default", "acceptEdits", "plan"];

/** The mode after the one in force; the first one after any that is not gone through. */
export function getNextMode(inForce: string | undefined): Mode {
  const at = cycleModes.indexOf((inForce === undefined ? undefined : parseMode(inForce)) as Mode);
  return cycleModes[(at + 1) % cycleModes.length] as Mode;
}

/** Whether the CLI is in another mode than the one that was asked for. */
export function isModeRefused(asked: string | undefined, inForce: string | undefined): boolean {
  return asked !== undefined && inForce !== undefined && (parseMode(asked) ?? asked) !== (parseMode(inForce) ?? inForce);
}
