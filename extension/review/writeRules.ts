/**
 * How a version of the CLI turns the input of a call into a file. Seen in the tests of proposals (test/cli/proposal),
 * which hold every rule here against what 2.0.77, 2.1.50 and 2.1.329 write.
 */
export interface WriteRules {
  /** Write keeps the byte-order mark of the file that is there, and the line ends that it was given; before it gave each line feed the file's. */
  readonly isFaithful: boolean;
  /** The text that takes the place of typographic quotes, found by plain ones, gets typographic ones too. */
  readonly stylesQuotes: boolean;
}

/** A file as the CLI reads it. */
export interface DiskText {
  /** With its line ends, and its byte-order mark as the first character. */
  readonly text: string;
  /** UTF-16 with a byte-order mark; else UTF-8. */
  readonly isUtf16: boolean;
}

export const byteOrderMark = "\ufeff";

/** Characters by which the CLI judges line ends. */
const judgedLength = 4_096;

/** Whether the CLI gives a file that it edits CRLF. Mixed line ends are made equal; the more frequent ones at the start of the file win. */
export function usesCrLf({ text, isUtf16 }: DiskText, rules: WriteRules): boolean {
  // Before 2.1.329 line ends were looked for in the bytes of UTF-8.
  if (isUtf16 && !rules.isFaithful) return false;
  const start = text.slice(0, judgedLength);
  const all = start.split("\n").length - 1;
  const crLf = start.split("\r\n").length - 1;
  return crLf > all - crLf;
}

/** Each line feed as CRLF, in the way of the version: before 2.1.329 one that was CRLF already got a second carriage return. */
export function withCrLf(text: string, rules: WriteRules): string {
  return rules.isFaithful ? text.replace(/\r?\n/g, "\r\n") : text.replaceAll("\n", "\r\n");
}

/** Whether the CLI chooses the line ends of a file that is not there yet: before 2.1.329 it took those that it found in a few files of the folder. */
export function choosesLineEnds(before: DiskText | undefined, rules: WriteRules): boolean {
  return before === undefined && !rules.isFaithful;
}
