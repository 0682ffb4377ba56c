import { applyEdit, type FileEdit, type Replacement } from "./proposal.ts";
import { byteOrderMark, type DiskText, usesCrLf, type WriteRules } from "./writeRules.ts";

/**
 * Returns the smallest input of the same tool that leaves exactly `text` in the file, by the rules of the version that
 * writes it. Returns undefined where no input can, or where nothing would change.
 */
export function expressText(
  edit: FileEdit,
  before: DiskText | undefined,
  text: string,
  rules: WriteRules,
): FileEdit | undefined {
  const candidates = "content" in edit ? getContents(text) : replacementsFor(edit.replacements, before, text, rules);
  for (const candidate of candidates) {
    const expressed: FileEdit =
      typeof candidate === "string"
        ? { path: edit.path, content: candidate }
        : { path: edit.path, replacements: [candidate] };
    if (applyEdit(expressed, before, rules) === text && !isRefused(candidate, before)) return expressed;
  }
  return undefined;
}

/**
 * Returns a text that differs from `text` only in line ends and that an input of the same tool can leave in the file.
 * Returns undefined where there is none, or where it changes nothing.
 */
export function makeWritable(
  edit: FileEdit,
  before: DiskText | undefined,
  text: string,
  rules: WriteRules,
): string | undefined {
  const plain = withLineFeeds(text);
  const candidates = "content" in edit ? getContents(plain) : replacementsFor(edit.replacements, before, plain, rules);
  for (const candidate of candidates) {
    const expressed: FileEdit =
      typeof candidate === "string"
        ? { path: edit.path, content: candidate }
        : { path: edit.path, replacements: [candidate] };
    const written = applyEdit(expressed, before, rules);
    const isAlike = typeof written === "string" && written !== before?.text && withLineFeeds(written) === plain;
    if (isAlike && expressText(edit, before, written, rules)) return written;
  }
  return undefined;
}

function withLineFeeds(text: string): string {
  return text.replace(/\r+\n/g, "\n");
}

/**
 * Returns true for an edit that `claude` refuses. It compares texts with line feeds, so an edit of line ends only fails
 * (2.0.77, 2.1.50, 2.1.329).
 */
function isRefused(candidate: string | Replacement, before: DiskText | undefined): boolean {
  if (typeof candidate === "string") return false;
  const { oldText, newText } = candidate;
  if (oldText === newText) return true;
  const current = (before?.text ?? "").replaceAll("\r\n", "\n");
  return oldText !== "" && current.replace(oldText, () => newText) === current;
}

/**
 * Returns the possible contents of a Write, since a version may add the file's line ends and byte-order mark on its
 * own.
 */
function getContents(text: string): string[] {
  const unmarked = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return [text, unmarked, text.replaceAll("\r\n", "\n"), unmarked.replaceAll("\r\n", "\n")];
}

function* replacementsFor(
  asked: readonly Replacement[],
  before: DiskText | undefined,
  text: string,
  rules: WriteRules,
): Generator<Replacement> {
  if (asked[0]?.oldText === "") {
    yield { oldText: "", newText: text, isEverywhere: false };
    return;
  }
  if (before === undefined) return;
  // `claude` replaces in text with line feeds, and restores the file's line ends afterwards.
  const from = before.text.replaceAll("\r\n", "\n").split(/(?<=\n)/);
  const to = (usesCrLf(before, rules) ? text.replaceAll("\r\n", "\n") : text).split(/(?<=\n)/);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const whole = from.join("");
  // Includes as many surrounding lines as make the place unique and the old text not empty.
  for (let around = 0; ; around = around === 0 ? 1 : around * 2) {
    const head = Math.max(0, start - around);
    const tail = Math.max(0, end - around);
    const oldText = from.slice(head, from.length - tail).join("");
    if (oldText !== "" && whole.indexOf(oldText) === whole.lastIndexOf(oldText))
      yield { oldText, newText: to.slice(head, to.length - tail).join(""), isEverywhere: false };
    if (head === 0 && tail === 0) return;
  }
}
