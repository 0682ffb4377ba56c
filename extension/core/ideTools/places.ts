import { cutText } from "../../shared/base/cutText.ts";
import type { Place } from "./port.ts";
import type { IdeToolContext, ResultItem } from "./tool.ts";

/** Maximum number of places whose line of code is shown. */
const maxShown = 500;
const maxLineLength = 200;

/** Returns places as items, by file and line, each with its line of code where the file is in the workspace. */
export async function listPlaces(
  places: readonly Place[],
  { editor, folder }: IdeToolContext,
): Promise<readonly ResultItem[]> {
  const order = new Map([...new Set(places.map(({ path }) => path))].map((path, index) => [path, index]));
  const sorted = [...places].sort(
    (left, right) =>
      (order.get(left.path) ?? 0) - (order.get(right.path) ?? 0) ||
      left.line - right.line ||
      left.column - right.column,
  );
  const texts = new Map<string, readonly string[] | undefined>();
  const items: ResultItem[] = [];
  for (const { path, line, column, isInside } of sorted) {
    if (isInside && items.length < maxShown && !texts.has(path))
      texts.set(path, await editor.language.readLines(path, folder));
    const code =
      items.length < maxShown ? cutText(texts.get(path)?.[line - 1]?.trim() ?? "", maxLineLength) : undefined;
    items.push({ path, text: `${line}:${column}${code ? ` ${code}` : ""}` });
  }
  return items;
}
