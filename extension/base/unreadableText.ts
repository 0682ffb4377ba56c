/** A file that `claude` cannot read as text. */
export class UnreadableText extends Error {
  readonly reason: "binary" | "bigEndian";

  constructor(reason: UnreadableText["reason"]) {
    super(reason === "binary" ? "The file is binary." : "The file is UTF-16 in big-endian order.");
    this.name = "UnreadableText";
    this.reason = reason;
  }
}
