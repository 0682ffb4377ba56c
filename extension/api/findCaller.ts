/** An installed extension, and the ways in which a stack trace names its folder, each with a separator at the end. */
export interface InstalledCode {
  readonly id: string;
  readonly folders: readonly string[];
}

/**
 * Returns the id of the extension whose code is the innermost in a stack trace; undefined if it has code of none of them. Like the id that a caller
 * passes, it keeps honest extensions apart.
 */
export function findCallerInStack(stack: string, installed: readonly InstalledCode[]): string | undefined {
  for (const line of stack.split("\n")) {
    const found = installed.find(({ folders }) => folders.some((folder) => line.includes(folder)));
    if (found) return found.id;
  }
  return undefined;
}
