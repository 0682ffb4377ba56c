/**
 * A command handler. `argument`: the value that a menu, a page or a caller passes; `others`: the rest of the selection,
 * or a second argument.
 */
export type CommandHandler = (argument?: unknown, others?: unknown) => unknown;

/** Checks the commands of one subject, by their ids without `tandem.`, and keeps the ids. */
export function commandTable<Id extends string>(
  table: Readonly<Record<Id, CommandHandler>>,
): Readonly<Record<Id, CommandHandler>> {
  return table;
}
