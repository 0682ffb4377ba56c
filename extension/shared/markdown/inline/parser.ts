import { isEscape, readEntity } from "../scan.ts";
import type { Inline } from "../tokens.ts";
import { Brackets } from "./brackets.ts";
import { getFlanking, Runs } from "./emphasis.ts";
import type { Lookup } from "./links.ts";
import { Literals } from "./literal.ts";
import { canHoldMath, readMath } from "./math.ts";
import { nest, type Piece } from "./pieces.ts";

const plain = /[^\\`*_~[\]!<&$\n]+/y;

/** Parses a segment in one pass, as in the CommonMark spec: linear in its length. */
export class InlineParser {
  /** True if something is open at the end that more text could close. */
  isOpen = false;
  readonly #text: string;
  readonly #lookup: Lookup;
  readonly #literals: Literals;
  readonly #pieces: Piece[] = [];
  readonly #runs = new Runs();
  readonly #brackets = new Brackets();
  #index = 0;

  constructor(text: string, lookup: Lookup) {
    this.#text = text;
    this.#lookup = lookup;
    this.#literals = new Literals(text);
  }

  /** Returns the nodes; undefined when they nest too deeply. */
  parse(): Inline[] | undefined {
    while (this.#index < this.#text.length) this.#step();
    if (this.#runs.match(undefined) || !this.#brackets.isEmpty) this.isOpen = true;
    return nest(this.#pieces);
  }

  #step(): void {
    const text = this.#text;
    const character = text[this.#index] as string;
    if (character === "\n") this.#lineEnd();
    else if (character === "\\") this.#escape();
    else if (character === "`") this.#code();
    else if (character === "$") this.#math(readMath(text, this.#index));
    else if (character === "*" || character === "_" || character === "~") this.#run(character);
    else if (character === "[") this.#bracket(1, false);
    else if (character === "!" && text[this.#index + 1] === "[") this.#bracket(2, true);
    else if (character === "]") this.#close();
    else if (character === "<") this.#angle();
    else if (character === "&") this.#entity();
    else {
      plain.lastIndex = this.#index;
      this.#take(plain.exec(text)?.[0].length ?? 1);
    }
  }

  #add(text: string, end: number, leaf?: Inline): Piece {
    const piece: Piece = { text, leaf, closes: 0, opens: undefined };
    this.#pieces.push(piece);
    this.#index = end;
    return piece;
  }

  /** Adds the next characters as text. */
  #take(count: number): Piece {
    return this.#add(this.#text.slice(this.#index, this.#index + count), this.#index + count);
  }

  #lineEnd(): void {
    const last = this.#pieces.at(-1);
    const spaces = last ? last.text.length - last.text.replace(/ +$/, "").length : 0;
    if (last && spaces > 0) last.text = last.text.slice(0, -spaces);
    if (spaces >= 2) this.#add("", this.#index + 1, { type: "break" });
    else this.#take(1);
  }

  #escape(): void {
    const math = readMath(this.#text, this.#index);
    if (!math && canHoldMath(this.#text, this.#index)) this.isOpen = true;
    if (this.#text[this.#index + 1] === "\n") this.#add("", this.#index + 2, { type: "break" });
    else if (math) this.#math(math);
    else if (isEscape(this.#text, this.#index)) this.#add(this.#text[this.#index + 1] as string, this.#index + 2);
    else this.#take(1);
  }

  #math(math: ReturnType<typeof readMath>): void {
    if (math) this.#add("", math.end, { type: "math", text: math.text, isBlock: math.isBlock });
    else {
      if (canHoldMath(this.#text, this.#index)) this.isOpen = true;
      this.#take(1);
    }
  }

  #code(): void {
    const length = runLength(this.#text, this.#index);
    const code = this.#literals.codeAt(this.#index, length);
    if (code) this.#add("", code.end, { type: "code", text: code.text });
    else {
      this.#take(length);
      this.isOpen = true;
    }
  }

  #run(character: string): void {
    const start = this.#index;
    const length = runLength(this.#text, start);
    const flanking = getFlanking(
      character,
      getCharacterBefore(this.#text, start),
      getCharacterAt(this.#text, start + length),
    );
    const piece = this.#take(length);
    if ((character === "~" && length > 2) || (!flanking.canOpen && !flanking.canClose)) return;
    this.#runs.add(piece, character, flanking);
  }

  #bracket(length: number, isImage: boolean): void {
    const piece = this.#take(length);
    this.#brackets.push({ piece, isImage, start: this.#index, run: this.#runs.last, hasInner: false });
  }

  #close(): void {
    const end = this.#index;
    const bracket = this.#brackets.pop();
    const found = bracket && this.#brackets.targetOf(bracket, this.#text, end, this.#lookup);
    if (!found) {
      if (bracket && this.#text[end + 1] === "(") this.isOpen = true;
      this.#take(1);
      return;
    }
    this.#runs.match(bracket.run);
    bracket.piece.text = "";
    bracket.piece.opens = [bracket.isImage ? { image: found.target } : { link: found.target }];
    this.#add("", found.end).closes = 1;
  }

  #angle(): void {
    const start = this.#index;
    const address = this.#literals.addressAt(start);
    if (address) {
      const children: Inline[] = [{ type: "text", text: address.text }];
      this.#add("", address.end, { type: "link", href: address.scheme + address.text, title: "", children });
      return;
    }
    const end = this.#literals.htmlEnd(start);
    if (end !== undefined) this.#add("", end, { type: "html", text: this.#text.slice(start, end) });
    else {
      this.#take(1);
      if (/[a-z!?/]/i.test(this.#text[this.#index] ?? "")) this.isOpen = true;
    }
  }

  #entity(): void {
    const entity = readEntity(this.#text, this.#index);
    if (entity) this.#add(entity.value, entity.end);
    else this.#take(1);
  }
}

/** Returns the number of repetitions of the character at `start`. */
function runLength(text: string, start: number): number {
  let end = start + 1;
  while (text[end] === text[start]) end++;
  return end - start;
}

/** Returns the whole character at `position`, "" at the end. */
function getCharacterAt(text: string, position: number): string {
  const code = text.codePointAt(position);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Returns the whole character in front of `position`, "" at the start. */
function getCharacterBefore(text: string, position: number): string {
  const isPair =
    /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(Math.max(0, position - 2), position)) && position >= 2;
  return isPair ? text.slice(position - 2, position) : text.slice(Math.max(0, position - 1), position);
}
