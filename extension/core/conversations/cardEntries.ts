import { escapeInvisible, escapeLine, escapePath } from "../../shared/base/invisible.ts";
import type { RepositoryEntry } from "../../shared/contract/repository.ts";
import type { IdentifiedEntry } from "../options/repository/parsedFile.ts";

/**
 * Limits of a card; a repository can bring any amount. Entries that do not fit are shown after a decision about the
 * others. A longer value cannot be shown, so that nothing starts with it.
 */
const maxEntries = 400;
const maxTotalLength = 2_000_000;
const maxValueLength = 500_000;

/** Returns the entries for which a card has room, at least one. */
export function takeFirst(entries: readonly IdentifiedEntry[]): readonly IdentifiedEntry[] {
  let length = 0;
  const end = entries.findIndex((entry) => {
    length += Math.min(getLength(entry), maxValueLength);
    return length > maxTotalLength;
  });
  return entries.slice(0, Math.min(end === -1 ? maxEntries : Math.max(end, 1), maxEntries));
}

function getLength({ name, value }: IdentifiedEntry): number {
  return name.length + value.length;
}

/** Returns true for an entry that a card cannot show as a whole. */
export function isCut({ name, value }: IdentifiedEntry): boolean {
  return name.length > maxValueLength || value.length > maxValueLength;
}

/** Returns an entry as its card shows it, without invisible characters. */
export function toEntry(entry: IdentifiedEntry, isNew: boolean, isOff: boolean): RepositoryEntry {
  const { id, kind, name, value, path, line, isOptional } = entry;
  const shown = { name: name.slice(0, maxValueLength), value: value.slice(0, maxValueLength) };
  return {
    id,
    kind,
    name: escapeLine(shown.name),
    value: escapeInvisible(shown.value),
    isNew,
    ...(isCut(entry) ? { omitted: getLength(entry) - shown.name.length - shown.value.length } : {}),
    ...(path === undefined ? {} : { path, ...(escapePath(path) === path ? {} : { shownPath: escapePath(path) }) }),
    ...(line === undefined ? {} : { line }),
    ...(isOptional ? { isOptional, isOff } : {}),
  };
}
