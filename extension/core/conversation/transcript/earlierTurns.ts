import type { Item } from "../../../shared/contract/items.ts";
import { type CountedTurn, getTurns, type TurnRow } from "../usage/summary.ts";
import type { PartsReader } from "./earlierParts.ts";

/** Keeps the turns before the loaded items, with the first line of their prompts, and nothing else of that part. */
export class EarlierTurns {
  /** Prompts and ends of turns, oldest first. */
  #rows: readonly TurnRow[] = [];
  #releases: number | undefined;

  /** Reads the turns before the loaded items of a conversation. */
  async read(source: PartsReader): Promise<void> {
    const { releases } = source;
    const newestFirst: TurnRow[] = [];
    for await (const { items, isLoaded } of source.readParts())
      if (!isLoaded) newestFirst.push(...selectRows(items).reverse());
    this.#rows = newestFirst.reverse();
    this.#releases = releases;
  }

  /** Returns whether all turns before the loaded items were read. */
  isRead(releases: number): boolean {
    return this.#releases === releases;
  }

  /** Returns the turns that were read and those of the loaded items, oldest first. */
  all(loaded: readonly Item[], releases: number): readonly CountedTurn[] {
    if (!this.isRead(releases)) return getTurns(loaded);
    const isLoaded = new Set(loaded.map(({ id }) => id));
    return getTurns([...this.#rows.filter(({ id }) => !isLoaded.has(id)), ...loaded]);
  }
}

function selectRows(items: readonly Item[]): TurnRow[] {
  return items.flatMap((item): TurnRow[] => {
    if (item.kind === "turn") return [item];
    return item.kind === "prompt"
      ? [{ kind: "prompt", id: item.id, text: item.text.trim().split("\n", 1)[0] ?? "", at: item.at }]
      : [];
  });
}
