import { limits } from "../limits.ts";
import type { Chunk, Group, Groups } from "../tokens.ts";
import { takeWholeCharacters } from "./text.ts";

/** A list of siblings in groups. Adding one never changes the groups before the last. */
export class GrowingGroups<T> {
  #full: Group<T>[] = [];
  #tail: T[] = [];

  get count(): number {
    return this.#full.length * limits.groupSize + this.#tail.length;
  }

  push(item: T): void {
    this.#tail.push(item);
    if (this.#tail.length < limits.groupSize) return;
    this.#full.push({ key: this.#full.length, items: this.#tail });
    this.#tail = [];
  }

  view(): Groups<T> {
    return this.#tail.length === 0
      ? [...this.#full]
      : [...this.#full, { key: this.#full.length, items: [...this.#tail] }];
  }

  clone(): GrowingGroups<T> {
    const copy = new GrowingGroups<T>();
    copy.#full = [...this.#full];
    copy.#tail = [...this.#tail];
    return copy;
  }

  /** Replaces items of the affected groups by the results of `change`; an unchanged group stays the same object. */
  replace(change: (item: T) => T, isAffected: (group: Group<T>) => boolean): void {
    this.#full = mapChanged(this.#full, (group) =>
      isAffected(group) ? mapChangedGroup(group, change) : group,
    ) as Group<T>[];
    this.#tail = mapChanged(this.#tail, change) as T[];
  }
}

/** Maps a list; returns `list` itself when `change` returns every item unchanged. */
export function mapChanged<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let copy: T[] | undefined;
  list.forEach((item, index) => {
    const next = change(item);
    if (next === item) return;
    copy ??= [...list];
    copy[index] = next;
  });
  return copy ?? list;
}

export function mapChangedGroup<T>(group: Group<T>, change: (item: T) => T): Group<T> {
  const items = mapChanged(group.items, change);
  return items === group.items ? group : { key: group.key, items };
}

/** Lines of literal text, without a line end after the last one. */
export class GrowingLiteral {
  #full: Chunk[] = [];
  #tail = "";
  #hasLine = false;

  addLine(line: string): void {
    this.append(this.#hasLine ? `\n${line}` : line);
    this.#hasLine = true;
  }

  append(text: string): void {
    this.#tail += text;
    const { chunkSize } = limits;
    while (this.#tail.length >= chunkSize) {
      const lineEnd = this.#tail.indexOf("\n", chunkSize - 1) + 1;
      const isNear = lineEnd > 0 && lineEnd <= 2 * chunkSize;
      if (!isNear && this.#tail.length <= 2 * chunkSize) return;
      const end = isNear ? lineEnd : takeWholeCharacters(this.#tail, 2 * chunkSize);
      this.#full.push({ key: this.#full.length, text: this.#tail.slice(0, end) });
      this.#tail = this.#tail.slice(end);
    }
  }

  view(): readonly Chunk[] {
    return this.#tail === "" ? [...this.#full] : [...this.#full, { key: this.#full.length, text: this.#tail }];
  }

  clone(): GrowingLiteral {
    const copy = new GrowingLiteral();
    copy.#full = [...this.#full];
    copy.#tail = this.#tail;
    copy.#hasLine = this.#hasLine;
    return copy;
  }
}
