import { type Change, mainLane } from "../contract/changes.ts";
import type { Item } from "../contract/items.ts";
import type { Page } from "../contract/toWebview.ts";

interface Lane {
  readonly items: Item[];
  readonly places: Map<string, number>;
}

/** The items of a conversation, lane by lane. Applying a change costs the size of the change. */
export class Timeline {
  readonly #lanes = new Map<string, Lane>();

  item(lane: string, id: string): Item | undefined {
    const found = this.#lanes.get(lane);
    const place = found?.places.get(id);
    return place === undefined ? undefined : found?.items[place];
  }

  /** Items of a lane in order; the main one when none is named. */
  items(lane: string = mainLane): readonly Item[] {
    return this.#lanes.get(lane)?.items ?? [];
  }

  /** Up to `count` items that end before place `before`; the newest ones when it is left out. */
  page(lane: string, count: number, before?: number): Page {
    const items = this.items(lane);
    const end = Math.min(before ?? items.length, items.length);
    const start = Math.max(0, end - count);
    return { lane, start, total: items.length, items: items.slice(start, end) };
  }

  apply(change: Exclude<Change, { kind: "facts" }>): void {
    if (change.kind === "clear") return this.#lanes.clear();
    const lane = this.#lane(change.lane);
    switch (change.kind) {
      case "put": {
        const place = lane.places.get(change.item.id);
        if (place === undefined) {
          lane.places.set(change.item.id, lane.items.length);
          lane.items.push(change.item);
        } else {
          lane.items[place] = change.item;
        }
        return;
      }
      case "append": {
        const place = lane.places.get(change.id);
        const item = place === undefined ? undefined : lane.items[place];
        if (place === undefined || !item || (item.kind !== "text" && item.kind !== "thinking")) return;
        lane.items[place] = { ...item, text: item.text + change.text };
        return;
      }
      case "remove": {
        const place = lane.places.get(change.id);
        if (place === undefined) return;
        lane.items.splice(place, 1);
        lane.places.delete(change.id);
        for (let index = place; index < lane.items.length; index++) {
          const item = lane.items[index];
          if (item) lane.places.set(item.id, index);
        }
      }
    }
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name);
    if (!lane) {
      lane = { items: [], places: new Map() };
      this.#lanes.set(name, lane);
    }
    return lane;
  }
}
