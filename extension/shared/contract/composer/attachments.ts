export const attachmentKinds = ["image", "pdf", "text"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** Content that accompanies the text of a prompt. The host keeps the content itself. */
export interface Attachment {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly mediaType: string;
  /** Size in bytes. */
  readonly size: number;
  /** Thumbnail of an image, as a data URL. */
  readonly thumbnail?: string | undefined;
  /** The text was pasted and can be inserted into the message again. */
  readonly isPasted?: boolean | undefined;
}

/** An attachment with its content: base64, or the text itself for a text. */
export interface AttachmentContent extends Omit<Attachment, "id"> {
  readonly data: string;
}

/** A message of the user: a text, attachments, or both. */
export interface Prompt {
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Paths mentioned in the text that existed when the prompt was sent. */
  readonly mentioned?: readonly MentionedPath[] | undefined;
}

/** A file or folder that a prompt mentions; `claude` reads it. */
export interface MentionedPath {
  /** The path as written, with its line range. */
  readonly path: string;
  readonly kind: Exclude<PathKind, "none">;
}

/**
 * Kind of a mentioned path. If a long file is mentioned without lines, `claude` sends its first 2,000 lines, and
 * nothing where these are too long (2.1.50, 2.1.329). For a large file it sends the name (2.1.329) or nothing (2.0.77,
 * 2.1.50), even if lines are named.
 */
export type PathKind = "file" | "longFile" | "largeFile" | "folder" | "none";

/** Media types of images that the model accepts. */
export const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Maximum sizes that the model's API accepts, in bytes: for one image, one PDF, one text, and all attachments of a
 * prompt together.
 */
export const attachmentLimits = { image: 3_750_000, pdf: 24_000_000, text: 4_000_000, all: 24_000_000 } as const;

/** Minimum length of a pasted text, in characters, at which it becomes an attachment. */
export const minAttachedPasteLength = 2_000;

/** Reason why a file or text cannot be attached. */
export type AttachmentProblem = { readonly name: string } & (
  | { readonly code: "tooLarge"; readonly kind: AttachmentKind }
  | { readonly code: "notReadable" | "notText" | "empty" | "tooMuch" }
);
