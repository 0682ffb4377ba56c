/**
 * The rules by which a version of `claude` turns the input of a call into a file. The tests of proposals
 * (test/cli/proposal) check every rule against the files that 2.0.77, 2.1.50 and 2.1.329 write.
 */
export interface WriteRules {
  /**
   * True where Write keeps the byte-order mark of the existing file and the line ends of its input; before, it gave
   * each line feed the file's line end.
   */
  readonly isFaithful: boolean;
  /** True where the replacement of typographic quotes that plain quotes matched also gets typographic quotes. */
  readonly stylesQuotes: boolean;
}

/** A file as `claude` reads it. */
export interface DiskText {
  /** The text with its line ends, and its byte-order mark as the first character. */
  readonly text: string;
  /** True for UTF-16 with a byte-order mark; else UTF-8. */
  readonly isUtf16: boolean;
}

export const byteOrderMark = "\ufeff";

/** Number of characters by which `claude` determines the line ends. */
const judgedLength = 4_096;

/**
 * Returns true if `claude` writes an edited file with CRLF. It unifies mixed line ends; the more frequent ones at the
 * start of the file win.
 */
export function usesCrLf({ text, isUtf16 }: DiskText, rules: WriteRules): boolean {
  // Versions before 2.1.329 search for line ends in the bytes as UTF-8.
  if (isUtf16 && !rules.isFaithful) return false;
  const start = text.slice(0, judgedLength);
  const all = start.split("\n").length - 1;
  const crLf = start.split("\r\n").length - 1;
  return crLf > all - crLf;
}

/**
 * Returns the text with each line feed as CRLF, as the version does: before 2.1.329 an existing CRLF got a second
 * carriage return.
 */
export function withCrLf(text: string, rules: WriteRules): string {
  return rules.isFaithful ? text.replace(/\r?\n/g, "\r\n") : text.replaceAll("\n", "\r\n");
}

/**
 * Returns true if `claude` chooses the line ends of a new file: versions before 2.1.329 took those of a few files in
 * the folder.
 */
export function choosesLineEnds(before: DiskText | undefined, rules: WriteRules): boolean {
  return before === undefined && !rules.isFaithful;
}
