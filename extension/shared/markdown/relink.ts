import { mapChanged, mapChangedGroup } from "./block/groups.ts";
import type { Open } from "./block/open-blocks.ts";
import type { Lookup } from "./inline/links.ts";
import { parseInline } from "./inline/parse.ts";
import type { Block, Group, Groups, ListItem, Segment, TableRow } from "./tokens.ts";

/** Parses the segments again whose labels have another definition now. Everything else keeps its identity. */
export class Relinker {
  readonly #labels: ReadonlySet<string>;
  readonly #lookup: Lookup;

  constructor(labels: ReadonlySet<string>, lookup: Lookup) {
    this.#labels = labels;
    this.#lookup = lookup;
  }

  /** Updates the finished parts of an open block. */
  renew(block: Open): void {
    if (block.kind === "paragraph") block.text.sealed = mapChanged(block.text.sealed, this.#segment);
    else if (block.kind === "table") {
      block.head = mapChanged(block.head, this.#segment);
      block.rows.replace(this.#row, this.#isAffected);
    } else if (block.kind === "list") block.children.replace(this.#item, this.#isAffected);
    else if (block.kind === "root" || block.kind === "quote" || block.kind === "item")
      block.children.replace(this.#block, this.#isAffected);
  }

  readonly #isAffected = (group: Group<Token>): boolean => hasCommon(labelsIn(group), this.#labels);

  readonly #segment = (segment: Segment): Segment => {
    if (!segment.labels || !hasCommon(segment.labels, this.#labels)) return segment;
    return { ...segment, ...parseInline(segment.raw, this.#lookup) };
  };

  readonly #row = (row: TableRow): TableRow => withChanged(row, "cells", mapChanged(row.cells, this.#segment));
  readonly #item = (item: ListItem): ListItem => withChanged(item, "blocks", this.#groups(item.blocks, this.#block));

  readonly #block = (block: Block): Block => {
    switch (block.type) {
      case "paragraph":
      case "heading":
        return withChanged(block, "content", mapChanged(block.content, this.#segment));
      case "quote":
        return withChanged(block, "blocks", this.#groups(block.blocks, this.#block));
      case "list":
        return withChanged(block, "items", this.#groups(block.items, this.#item));
      case "table":
        return withChanged(
          withChanged(block, "head", mapChanged(block.head, this.#segment)),
          "rows",
          this.#groups(block.rows, this.#row),
        );
      default:
        return block;
    }
  };

  #groups<T extends Token>(groups: Groups<T>, change: (item: T) => T): Groups<T> {
    return mapChanged(groups, (group) => (this.#isAffected(group) ? mapChangedGroup(group, change) : group));
  }
}

type Token = Block | ListItem | TableRow | Segment;
const known = new WeakMap<Group<Token>, ReadonlySet<string>>();

/** Returns all labels that the segments of a group looked up. A group never changes, so the result is cached. */
function labelsIn(group: Group<Token>): ReadonlySet<string> {
  let labels = known.get(group);
  if (!labels) {
    labels = new Set(group.items.flatMap(getLabels));
    known.set(group, labels);
  }
  return labels;
}

function getLabels(token: Token): string[] {
  if ("raw" in token) return [...(token.labels ?? [])];
  if (token.type === "paragraph" || token.type === "heading") return token.content.flatMap(getLabels);
  if (token.type === "row") return token.cells.flatMap(getLabels);
  if (token.type === "quote" || token.type === "item") return fromGroups(token.blocks);
  if (token.type === "list") return fromGroups(token.items);
  if (token.type === "table") return [...token.head.flatMap(getLabels), ...fromGroups(token.rows)];
  return [];
}

function fromGroups(groups: Groups<Token>): string[] {
  return groups.flatMap((group) => [...labelsIn(group)]);
}

function withChanged<T, K extends keyof T>(token: T, property: K, value: T[K]): T {
  return token[property] === value ? token : { ...token, [property]: value };
}

function hasCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const label of small) if (large.has(label)) return true;
  return false;
}
