// biome-ignore-all lint/suspicious/noControlCharactersInRegex: the specification names them.

import { closeTag, openTag } from "../html.ts";

/** Finds literal content within a line: code, HTML and addresses in angle brackets. */
export class Literals {
  readonly #text: string;
  /** Offsets of the backtick runs by their length, computed on first use. */
  #runs: Map<number, number[]> | undefined;
  /** End marks that do not occur in the rest of the text. */
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Reads the code between the backticks at `position` and the next run of the same length; undefined when there is
   * none.
   */
  codeAt(position: number, length: number): { readonly text: string; readonly end: number } | undefined {
    this.#runs ??= getRuns(this.#text);
    const indexes = this.#runs.get(length) ?? [];
    while ((indexes.at(-1) ?? Number.POSITIVE_INFINITY) <= position) indexes.pop();
    const close = indexes.pop();
    if (close === undefined) return undefined;
    const code = this.#text.slice(position + length, close).replace(/\n/g, " ");
    const isPadded = code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "";
    return { text: isPadded ? code.slice(1, -1) : code, end: close + length };
  }

  /** Returns the end of the HTML at `position`; undefined when there is none. */
  htmlEnd(position: number): number | undefined {
    const text = this.#text;
    if (text.startsWith("<!--", position)) {
      const short = /<!---?>/y;
      short.lastIndex = position;
      const match = short.exec(text);
      return match ? position + match[0].length : this.#endOf("-->", position + 4);
    }
    if (text.startsWith("<?", position)) return this.#endOf("?>", position + 2);
    if (text.startsWith("<![CDATA[", position)) return this.#endOf("]]>", position + 9);
    if (/[a-z]/i.test(text.startsWith("<!", position) ? (text[position + 2] ?? "") : ""))
      return this.#endOf(">", position + 3);
    tag.lastIndex = position;
    return tag.test(text) ? tag.lastIndex : undefined;
  }

  /** Reads the address in angle brackets at `position`; undefined when there is none. */
  addressAt(position: number): { readonly text: string; readonly scheme: string; readonly end: number } | undefined {
    for (const [pattern, scheme] of [
      [address, ""],
      [mail, "mailto:"],
    ] as const) {
      pattern.lastIndex = position;
      const text = pattern.exec(this.#text)?.[1];
      if (text !== undefined) return { text, scheme, end: pattern.lastIndex };
    }
    return undefined;
  }

  #endOf(mark: string, from: number): number | undefined {
    if (this.#missing.has(mark)) return undefined;
    const index = this.#text.indexOf(mark, from);
    if (index >= 0) return index + mark.length;
    this.#missing.add(mark);
    return undefined;
  }
}

const tag = new RegExp(`${openTag}|${closeTag}`, "y");
const address = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\x00-\x20]*)>/y;
const mail =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y;

/** Returns the offsets of the runs of backticks, the last first. */
function getRuns(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of [...text.matchAll(/`+/g)].reverse()) {
    const indexes = runs.get(match[0].length) ?? [];
    indexes.push(match.index);
    runs.set(match[0].length, indexes);
  }
  return runs;
}
