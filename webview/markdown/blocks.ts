import { Lexer, type Token, type TokensList } from "marked";

/** A top-level block with a key that stays while its text only grows. */
export interface Block {
  readonly key: number;
  readonly token: Token;
}

const lexerOptions = { gfm: true } as const;

/**
 * Markdown that grows at its end. A block is final once another one follows it, and is never parsed
 * again; the work of an update is that of the last block, and for an open code fence that of the
 * appended text.
 */
export class GrowingMarkdown {
  #text = "";
  #settled: Block[] = [];
  /** Where the text that is not settled starts, and within it the last block. */
  #tail = 0;
  #lastStart = 0;
  #blocks: readonly Block[] = [];

  /** Blocks of `text`. Text that starts with what was given before costs only what is new. */
  update(text: string): readonly Block[] {
    if (text === this.#text) return this.#blocks;
    const added = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
    if (added === undefined) {
      this.#settled = [];
      this.#tail = 0;
    }
    this.#text = text;
    this.#blocks = (added !== undefined && this.#extendFence(added)) || this.#parseTail();
    return this.#blocks;
  }

  #parseTail(): readonly Block[] {
    const tokens = lex(this.#text.slice(this.#tail));
    const last = growingFrom(tokens);
    let key = this.#settled.length;
    let place = this.#tail;
    const growing: Block[] = [];
    tokens.forEach((token, index) => {
      if (index < last) this.#tail += token.raw.length;
      if (token.type !== "space") this.#lastStart = place;
      place += token.raw.length;
      if (token.type === "space") return;
      const block = { key: key++, token };
      if (index < last) this.#settled.push(block);
      else growing.push(block);
    });
    return [...this.#settled, ...growing];
  }

  /** Appends to a code fence that cannot have closed: no line of the new text starts like its end. */
  #extendFence(added: string): readonly Block[] | undefined {
    const last = this.#blocks.at(-1);
    if (last?.token.type !== "code" || !/^ {0,3}(```|~~~)/.test(last.token.raw)) return undefined;
    if (!last.token.raw.includes("\n") || isClosed(last.token.raw) || /[`~]/.test(added)) return undefined;
    const raw = this.#text.slice(this.#lastStart);
    const code = raw.slice(raw.indexOf("\n") + 1).replace(/\n$/, "");
    return [...this.#blocks.slice(0, -1), { key: last.key, token: { ...last.token, raw, text: code } }];
  }
}

/**
 * Place of the first block that may still change: the last one, and a list in front of it, since the
 * first characters of its next item read as a paragraph.
 */
function growingFrom(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex((token) => token.type !== "space");
  const before = tokens.slice(0, Math.max(0, last)).findLastIndex((token) => token.type !== "space");
  return tokens[before]?.type === "list" ? before : last;
}

/** Whether the text of a fence holds its closing line. */
export function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (fence === undefined) return true;
  const lastLine = raw.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return raw.trimEnd().includes("\n") && lastLine.startsWith(fence) && /^[`~]+$/.test(lastLine);
}

function lex(text: string): TokensList {
  return new Lexer(lexerOptions).lex(text);
}
