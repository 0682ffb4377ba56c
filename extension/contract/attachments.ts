export const attachmentKinds = ["image", "pdf", "text"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** What goes with a prompt beside its text. The host keeps what is in it. */
export interface Attachment {
  readonly id: string;
  readonly kind: AttachmentKind;
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** A small picture of an image, as a data URL. */
  readonly thumbnail?: string | undefined;
  /** A text that was pasted, and can be a part of the message again. */
  readonly isPasted?: boolean | undefined;
}

/** An attachment with what is in it: base64, or of a text the text itself. */
export interface AttachedContent extends Omit<Attachment, "id"> {
  readonly data: string;
}

/** What a user sends: a text, what goes with it, or both. */
export interface Prompt {
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Of the paths that its text mentions, those that were there when it went. */
  readonly mentioned?: readonly MentionedPath[] | undefined;
}

/** A file or folder that a prompt mentions; the CLI reads it. */
export interface MentionedPath {
  /** As it is written, with its lines. */
  readonly path: string;
  readonly kind: "file" | "folder" | "largeFile";
}

/** What is at a path. Of a large file that is mentioned, the CLI sends no more than its name (2.1.329), or nothing (2.0.77, 2.1.50). */
export type PathKind = MentionedPath["kind"] | "none";

/** Bytes up to which the CLI reads a text that is mentioned, of which it then sends as much as its other limits allow (2.0.77 to 2.1.329). */
export const largestMentioned = 256 * 1024;

/** Kinds of images that the model takes. */
export const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** What the model's API takes at most, in bytes: of one image, one PDF, one text, and of all in one prompt. */
export const attachmentLimits = { image: 3_750_000, pdf: 24_000_000, text: 4_000_000, all: 24_000_000 } as const;

/** Characters from which on a text that is pasted becomes an attachment. */
export const longPaste = 2_000;

/** Why something cannot be attached. */
export type AttachProblem = { readonly name: string } & (
  | { readonly code: "tooLarge"; readonly kind: AttachmentKind }
  | { readonly code: "notReadable" | "notText" | "empty" | "tooMuch" }
);
