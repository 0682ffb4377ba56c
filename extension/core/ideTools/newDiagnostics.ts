import type { Diagnostic, FileDiagnostics } from "./port.ts";

/** Formats a diagnostic on one line. */
export function formatDiagnostic({ line, column, severity, message, origin }: Diagnostic): string {
  return `${line}:${column} ${severity}: ${message.replace(/\s*\n\s*/g, " ")}${origin === "" ? "" : ` [${origin}]`}`;
}

const getKind = ({ severity, origin, message }: Diagnostic): string => JSON.stringify([severity, origin, message]);
const getPosition = (diagnostic: Diagnostic): string =>
  `${diagnostic.line}:${diagnostic.column} ${getKind(diagnostic)}`;

/**
 * Returns the diagnostics of a file that were not there before. An edit moves lines, so a diagnostic counts as old if
 * one of the same kind was there that is not matched by another: first at the same position, then anywhere.
 */
export function findNew(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const unmoved = withoutMatches(before, after, getPosition);
  return withoutMatches(unmoved.before, unmoved.after, getKind).after;
}

/** Returns the files with diagnostics that were not there before. */
export function findNewInFiles(
  before: readonly FileDiagnostics[],
  after: readonly FileDiagnostics[],
): readonly FileDiagnostics[] {
  const known = new Map(before.map(({ path, diagnostics }) => [path, diagnostics]));
  return after.flatMap(({ path, diagnostics }) => {
    const added = findNew(known.get(path) ?? [], diagnostics);
    return added.length === 0 ? [] : [{ path, diagnostics: added }];
  });
}

function withoutMatches(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  getKey: (diagnostic: Diagnostic) => string,
) {
  const left = new Map<string, Diagnostic[]>();
  for (const each of before) left.set(getKey(each), [...(left.get(getKey(each)) ?? []), each]);
  return {
    after: after.filter((each) => left.get(getKey(each))?.shift() === undefined),
    before: [...left.values()].flat(),
  };
}
