import { shortenText } from "./cutText.ts";
import { joinLines, stripControl } from "./invisible.ts";
import { listBroken, listSecretSpellings, mayBeBroken } from "./secretSpellings.ts";

/** Text in place of a secret. */
const masked = "***";

/** Shapes of secrets that are recognizable without their name. */
const shapes: readonly RegExp[] = [
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:gh[opsur]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|npm_[A-Za-z0-9]{30,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,})/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];
/** Finds out quickly that a text has none of these shapes: each of them has one of these beginnings. */
const shapeStart = /sk-|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|npm_|AKIA|AIza|eyJ|-----BEGIN /;

/** Secrets behind a word that stays. */
const scheme = /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi;
/** Finds out quickly that a text has no such word. */
const schemeName = /b(?:earer|asic)\s/i;
/** A password in an address, or a token in the place of a name. */
const password = /(\b[a-z][a-z\d+.-]{0,30}:\/\/)(?:([^\s:/@"\\]*:)[^\s/"\\]+|[^\s:/@"\\]{12,})(?=@)/gi;

const secretNames =
  "(?:api[_-]?key|apikey|secret|passw(?:or)?d|passphrase|private[_-]?key|credential|authorization|cookie|(?:access|refresh|auth|id|bearer|session|oauth|api)[_-]?token|(?<=[a-z\\d]_)(?:token|pass|pwd)(?![a-z\\d_]))";
/** Finds out quickly that a text has no such name. Most texts have none. */
const secretName = new RegExp(secretNames, "i");
/** Parts before and after a name are bounded, so that no text takes time that grows with the square of its length. */
const secretWord = `[\\w.-]{0,80}${secretNames}[\\w.-]{0,80}`;
/** A field of JSON with a secret's name, also inside text that is itself part of JSON. */
const jsonField = new RegExp(`((\\\\{0,15})"${secretWord}\\2"\\s*:\\s*\\2")((?:(?!\\2")[\\s\\S])*)`, "gi");
/** A header or an assignment with a secret's name: up to the end of the word. */
const assignment = new RegExp(`(\\b${secretWord}\\s*[=:]\\s*)(?:(?:bearer|basic)\\s+)?[^\\s"'\\\\,;&]{4,}`, "gi");

const secretVariable =
  /KEY|TOKEN|SECRET|PASS|CRED|AUTH|COOKIE|PRIVATE|JWT|WEBHOOK|HEADERS|(?:^|_)(?:PAT|DSN)(?:_|$)|_PWD(?:_|$)/i;
/** Length from which a value is a secret and not a common word. */
const minLength = 6;

/**
 * Returns the values of environment variables whose names are those of secrets, and the logins in their addresses, such
 * as that of a proxy.
 */
export function getSecretValues(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => [
    ...(value !== "" && secretVariable.test(name) ? [value] : []),
    ...new Set(listLogins(value)),
  ]);
}

/** Returns the login in an address, also without its codes, and its password alone. */
function listLogins(value: string): readonly string[] {
  const login = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)@/i.exec(value)?.[1];
  return login === undefined ? [] : [login, decodePart(login), decodePart(login.slice(login.indexOf(":") + 1))];
}

/** Returns a part of an address without its codes; as it is where they are none. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Replaces secrets in a text, also in a line of JSON, which stays valid: `known` values, fields and assignments with
 * the name of a secret, and texts with the shape of a secret. Where many texts are masked, use `createMask`.
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  return maskUnknown(known.length === 0 ? text : replaceAllOf(text, listAll(known)));
}

/** Returns `maskSecrets` for values that may change; they are prepared once and not for each text. */
export function createMask(readKnown: () => readonly string[]): (text: string) => string {
  const maskKnown = createKnownMask(readKnown);
  return (text) => maskUnknown(maskKnown(text));
}

/** Returns a function that replaces nothing but values that may change, in all their spellings. */
export function createKnownMask(readKnown: () => readonly string[]): (text: string) => string {
  let prepared: readonly string[] = [];
  let spellings = listAll([]);
  return (text) => {
    const known = readKnown();
    if (known.length !== prepared.length || known.some((value, index) => value !== prepared[index])) {
      spellings = listAll(known);
      prepared = [...known];
    }
    return replaceAllOf(text, spellings);
  };
}

/** The forms of values in texts: their spellings, and those that can be broken into lines. */
interface Spellings {
  readonly texts: readonly string[];
  readonly broken: readonly RegExp[];
}

function replaceAllOf(text: string, { texts, broken }: Spellings): string {
  let result = text;
  for (const spelling of texts) if (result.includes(spelling)) result = result.replaceAll(spelling, masked);
  if (broken.length > 0 && mayBeBroken(result)) for (const form of broken) result = result.replace(form, masked);
  return result.includes(cutMark) ? texts.reduce(replaceHeads, result) : result;
}

/** Mark behind a text that was cut before it came here. */
const cutMark = "…";

/** Replaces the beginning of a secret in front of the mark of a cut. */
function replaceHeads(text: string, secret: string): string {
  const head = secret.slice(0, minLength);
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, at + 1)) {
    let end = at + head.length;
    while (end - at < secret.length && text[end] === secret[end - at]) end++;
    if (text[end] !== cutMark || at < from) continue;
    parts.push(text.slice(from, at), masked);
    from = end;
  }
  return from === 0 ? text : parts.join("") + text.slice(from);
}

/**
 * Returns all spellings of the values that are no common words, the longest first: of a secret that contains another
 * one, nothing may stay.
 */
function listAll(known: readonly string[]): Spellings {
  const values = known.flatMap(listParts).filter(({ length }) => length >= minLength);
  const texts = [...new Set(values.flatMap(listSecretSpellings))].sort((one, other) => other.length - one.length);
  return { texts, broken: values.flatMap(listBroken) };
}

/** Length from which a line of a value is a secret too: a longer text can reach the log line by line. */
const minLine = 12;

/** A part of a value that looks like a secret: long, with letters and digits, and no path and no address. */
const secretPart = /^(?![~./\\]|[a-z][a-z+.-]*:[\\/])(?=.*\d)(?=.*[a-z]).{8,}$/i;

/** Maximum number of such parts: every text is searched for each of their spellings. */
const maxParts = 20;

/**
 * Returns a value also without white space around it, which programs leave out, its long lines, its login, and what can
 * be a secret of several headers or fields, or of JSON.
 */
function listParts(value: string): readonly string[] {
  const lines = value.includes("\n") ? value.split("\n").map((line) => line.trim()) : [];
  const parts = value.split(/[\s,;&?"'{}[\]]+/).map((part) => part.replace(/^[\w.-]+[=:](?!\/\/)/, ""));
  return [
    ...new Set([
      ...[value, value.trim(), ...listLogins(value)],
      ...lines.filter(({ length }) => length >= minLine),
      ...parts.filter((part) => secretPart.test(part)).slice(0, maxParts),
    ]),
  ];
}

/** Masks what is recognizable as a secret. Most texts have none, which is found out without a search for each kind. */
function maskUnknown(text: string): string {
  let result = text;
  if (shapeStart.test(result)) for (const shape of shapes) result = result.replace(shape, masked);
  if (secretName.test(result)) result = result.replace(jsonField, `$1${masked}`).replace(assignment, `$1${masked}`);
  if (schemeName.test(result)) result = result.replace(scheme, `$1${masked}`);
  return result.includes("://") ? result.replace(password, `$1$2${masked}`) : result;
}

/** Maximum number of characters of a secret that is masked as a whole where a text is cut. */
export const maxSecretLength = 4_096;

/**
 * Returns at most the first `maxLength` characters of a text, masked. Masks before it cuts: the head of a secret that
 * continues behind the cut would not be recognized anymore. Takes time that does not depend on the length of the text.
 */
export function maskStart(text: string, maxLength: number, mask: (text: string) => string = maskSecrets): string {
  const examined = maxLength + 2 * maxSecretLength;
  const masked = mask(text.slice(0, examined));
  // The end of the examined part can be the head of a secret.
  const end = text.length > examined ? Math.max(0, masked.length - maxSecretLength) : masked.length;
  return masked.slice(0, Math.min(end, maxLength));
}

/**
 * Returns a text as one line of a log: masked, without control characters, and cut to `maxLength` characters. Masks
 * before it cuts, and again without the control characters that can interrupt a secret.
 */
export function maskLine(text: string, maxLength: number, mask: (text: string) => string = maskSecrets): string {
  // White space and control characters do not count.
  const line = joinLines(maskStart(text, 4 * maxLength, maskStripped(mask))).trim();
  return shortenText(line, maxLength + 1);
}

/** Returns a mask that also finds secrets which control characters interrupt. */
export function maskStripped(mask: (text: string) => string): (text: string) => string {
  return (text) => {
    const masked = mask(text);
    const stripped = stripControl(masked);
    return stripped === masked ? masked : mask(stripped);
  };
}
