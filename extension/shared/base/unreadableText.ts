const messages = {
  binary: "The file is binary.",
  bigEndian: "The file is UTF-16 in big-endian order.",
  encoding: "The file is not UTF-8.",
};

/** A file that `claude` cannot read as text. */
export class UnreadableText extends Error {
  readonly reason: "binary" | "bigEndian" | "encoding";

  constructor(reason: UnreadableText["reason"]) {
    super(messages[reason]);
    this.name = "UnreadableText";
    this.reason = reason;
  }
}
