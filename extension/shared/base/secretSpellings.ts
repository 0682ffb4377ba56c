/**
 * Returns the spellings in which a value occurs in texts: as it is, in an address and in a form, in HTML, in a shell,
 * each also in JSON and in JSON within JSON as programs of several languages write it, and in base64, also as a part of
 * a longer text there.
 */
export function listSecretSpellings(value: string): readonly string[] {
  const plain = [...new Set([value, ...listEncoded(value), ...listInHtml(value), ...listInShell(value)])];
  const inJson = plain.flatMap((text) => [text, ...listInJson(text).flatMap((json) => [json, ...listInJson(json)])]);
  const inBase64 = [value, JSON.stringify(value).slice(1, -1)].flatMap((text) => listBase64(text).flatMap(listCarried));
  return [...new Set([...inJson, ...inBase64])];
}

/**
 * JSON as it is usual, with escaped slashes (PHP), with ASCII alone (Python, PHP), and with escaped marks of HTML (Go).
 */
function listInJson(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [
    json,
    json.replaceAll("/", "\\/"),
    toAscii(json),
    toAscii(json).replaceAll("/", "\\/"),
    json.replace(/[&<>]/g, toUnit),
  ];
}

/** A text in base64, also with escaped slashes, and as a part of an address. */
function listCarried(base64: string): readonly string[] {
  const encoded = encodeURIComponent(base64);
  return [base64, base64.replaceAll("/", "\\/"), encoded, toSmall(encoded)];
}

function toSmall(encoded: string): string {
  return encoded.replace(/%../g, (code) => code.toLowerCase());
}

function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, toUnit);
}

function toUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** In an address or a form, with codes in capital and in small letters, and with slashes as they are. */
function listEncoded(value: string): readonly string[] {
  const encoded = [encodeURI, encodeURIComponent, encodeForm, encodeStrictly].flatMap((encode) =>
    tryEncode(encode, value),
  );
  const all = encoded.flatMap((text) => [text, text.replaceAll("%2F", "/")]);
  const within = encoded.slice(1, 2).map(encodeURIComponent);
  return [...all.flatMap((text) => [text, text.replaceAll("%20", "+"), toSmall(text)]), ...within];
}

/** In HTML, with names of the marks and with their numbers. */
function listInHtml(value: string): readonly string[] {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  const named = value.replace(/[&<>"']/g, (character) => names[character] ?? character);
  const byNumber = (marks: RegExp, format: (code: number) => string): string =>
    named.replace(marks, (character) => format(character.charCodeAt(0)));
  const withNumbers = [/["']/g, /["'+]/g, /["'/=`]/g].flatMap((marks) => {
    const quotes = named.replaceAll("&quot;", '"').replaceAll("&#39;", "'");
    const format = (toCode: (code: number) => string): string =>
      quotes.replace(marks, (character) => toCode(character.charCodeAt(0)));
    return [
      format((code) => `&#${code};`),
      format((code) => `&#x${code.toString(16).toUpperCase()};`),
      format((code) => `&#x${code.toString(16)};`),
    ];
  });
  const apostrophes = ["'", "&apos;", "&#039;"].map((mark) => named.replaceAll("&#39;", mark));
  return [named, ...apostrophes, byNumber(/[+]/g, (code) => `&#${code};`), ...withNumbers];
}

/** Within single quotes, within double quotes, and without quotes; and within single quotes of a program. */
function listInShell(value: string): readonly string[] {
  return [
    value.replace(/['\\]/g, "\\$&"),
    value.replaceAll("'", "'\\''"),
    value.replaceAll("'", "'\"'\"'"),
    value.replace(/["$\\`]/g, "\\$&"),
    value.replace(/[^\w@%+=:,./-]/g, "\\$&"),
  ];
}

/** Encodes as the fields of a form do, but for spaces. */
function encodeForm(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes as Python and Go do. */
function encodeStrictly(text: string): string {
  return encodeForm(text).replaceAll("%7E", "~").replaceAll("*", "%2A");
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

/**
 * Returns what is certain of a value in base64 and base64url, at each of the three places at which it can begin in a
 * longer text.
 */
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

/** Finds out quickly that a text has no base64 that is broken into lines, of 64 characters (PEM) or more. */
const brokenBase64 = /[\w+/-]{60}(?:\\r|\\n|[\r\n])/;
const lineEnd = "(?:\\\\r|\\\\n|[\\r\\n])*";

/** Length to which a value is looked for in broken lines; a key is shorter. */
const maxBroken = 4_096;

/** Returns how to find a value in base64 that is broken into lines. */
export function listBroken(value: string): readonly RegExp[] {
  if (value.length > maxBroken) return [];
  return listBase64(value).map(
    (text) => new RegExp([...text].map((character) => character.replace("+", "\\+")).join(lineEnd), "g"),
  );
}

/** Returns false for a text in which `listBroken` finds nothing. */
export function mayBeBroken(text: string): boolean {
  return brokenBase64.test(text);
}
