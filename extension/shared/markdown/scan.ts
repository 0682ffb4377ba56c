import { decodeNamedCharacterReference } from "decode-named-character-reference";

const escapable = /[!-/:-@[-`{-~]/;
const entityPattern = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,31}));/iy;

/** Reads the character reference at `position`; undefined when there is none. */
export function readEntity(
  text: string,
  position: number,
): { readonly value: string; readonly end: number } | undefined {
  entityPattern.lastIndex = position;
  const match = entityPattern.exec(text);
  if (!match) return undefined;
  const [whole, hex, decimal, name] = match;
  const end = position + whole.length;
  if (name !== undefined) {
    const value = decodeNamedCharacterReference(name);
    return value === false ? undefined : { value, end };
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return { value: String.fromCodePoint(isValid ? code : 0xfffd), end };
}

/** Returns true if a backslash at `position` escapes the next character. */
export function isEscape(text: string, position: number): boolean {
  return text[position] === "\\" && escapable.test(text[position + 1] ?? "");
}

/** Returns `text` without its backslash escapes and with its character references decoded. */
export function decodeEscapes(text: string): string {
  if (!/[\\&]/.test(text)) return text;
  let out = "";
  for (let index = 0; index < text.length; index++) {
    const entity = text[index] === "&" ? readEntity(text, index) : undefined;
    if (isEscape(text, index)) out += text[++index];
    else if (entity) {
      out += entity.value;
      index = entity.end - 1;
    } else out += text[index];
  }
  return out;
}

/** Returns the position behind spaces, tabs and line ends. */
export function skipSpace(text: string, position: number, pattern = /[ \t\n\r\f\v]*/y): number {
  pattern.lastIndex = position;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Reads the destination of a link; undefined when there is none. */
export function readDestination(
  text: string,
  position: number,
): { readonly value: string; readonly end: number } | undefined {
  if (text[position] === "<") {
    for (let index = position + 1; index < text.length; index++) {
      const character = text[index];
      if (character === ">") return { value: decodeEscapes(text.slice(position + 1, index)), end: index + 1 };
      if (character === "\n" || character === "<") return undefined;
      if (isEscape(text, index)) index++;
    }
    return undefined;
  }
  let depth = 0;
  let index = position;
  for (; index < text.length && text.charCodeAt(index) > 32 && text.charCodeAt(index) !== 127; index++) {
    if (isEscape(text, index)) index++;
    else if (text[index] === "(" && ++depth > 32) return undefined;
    else if (text[index] === ")" && --depth < 0) break;
  }
  return depth > 0 ? undefined : { value: decodeEscapes(text.slice(position, index)), end: index };
}

export type Title = { readonly value: string; readonly end: number } | "unclosed" | undefined;

/** Reads the title in quotes or parentheses at `position`. */
export function readTitle(text: string, position: number): Title {
  const open = text[position];
  if (open !== '"' && open !== "'" && open !== "(") return undefined;
  const close = open === "(" ? ")" : open;
  for (let index = position + 1; index < text.length; index++) {
    if (text[index] === close) return { value: decodeEscapes(text.slice(position + 1, index)), end: index + 1 };
    if (text[index] === "(" && open === "(") return undefined;
    if (isEscape(text, index)) index++;
  }
  return "unclosed";
}

const labelPattern = /\[((?:[^\\[\]]|\\[\s\S]){0,999})\]/y;

/** Reads the label in brackets at `position`, without decoding it; undefined when there is none. */
export function readLabel(
  text: string,
  position: number,
): { readonly value: string; readonly end: number } | undefined {
  labelPattern.lastIndex = position;
  const match = labelPattern.exec(text);
  return match ? { value: match[1] ?? "", end: position + match[0].length } : undefined;
}

/** Returns the form of a label that is equal for matching labels. */
export function normalizeLabel(label: string): string {
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, " ")
    .toLowerCase()
    .toUpperCase();
}
