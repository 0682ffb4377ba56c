/** Permission modes by the CLI's names, in the order in which they are offered. */
export const modes = ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"] as const;
export type Mode = (typeof modes)[number];

/** A mode by the name that is used here: 2.1.329 calls the default one "manual" too. Undefined for one that is not known. */
export function modeNamed(name: string): Mode | undefined {
  const known = name === "manual" ? "default" : name;
  return modes.find((mode) => mode === known);
}
