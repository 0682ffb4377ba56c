/**
 * Returns the spellings in which a value occurs in texts: as it is, in JSON and in JSON within JSON, in an address and in a form, in HTML, within the
 * quotes of a shell, and in base64, also as a part of a longer text there.
 */
export function listSpellings(value: string): readonly string[] {
  const json = toJson(value);
  const encoded = [encodeURI, encodeURIComponent, encodeForm].flatMap((encode) => tryEncode(encode, value));
  const inHtml = replaceEach(value, { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });
  return [
    ...[value, json, toJson(json), toAscii(json), json.replaceAll("/", "\\/"), inHtml, inHtml.replaceAll("&#39;", "'")],
    ...encoded.flatMap((text) => [text, text.replaceAll("%20", "+"), text.replace(/%../g, (code) => code.toLowerCase())]),
    ...[value.replaceAll("'", "'\\''"), value.replace(/["$\\`]/g, "\\$&")],
    ...listBase64(value),
  ];
}

function toJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Returns a JSON text as programs write it that keep to ASCII. */
function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function replaceEach(text: string, by: Readonly<Record<string, string>>): string {
  return text.replace(/[&<>"']/g, (character) => by[character] ?? character);
}

/** Encodes as the fields of a form do, but for spaces. */
function encodeForm(text: string): string {
  return encodeURIComponent(text).replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Half of a pair of characters has no such spelling. */
function tryEncode(encode: (value: string) => string, value: string): readonly string[] {
  try {
    return [encode(value)];
  } catch {
    return [];
  }
}

/** Shortest part of a base64 text that is masked: a shorter one would occur by chance. */
const minBase64 = 6;

/** Returns what is certain of a value in base64 and base64url, at each of the three places at which it can begin in a longer text. */
function listBase64(value: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(value)];
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...Array<number>(before).fill(0), ...bytes)).replace(/=+$/, "");
    // Characters that also depend on what stands before or behind.
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    const certain = text.slice(from, to);
    return certain.length < minBase64 ? [] : [certain, certain.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
