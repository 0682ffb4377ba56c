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
export interface AttachmentContent extends Omit<Attachment, "id"> {
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
  readonly kind: Exclude<PathKind, "none">;
}

/**
 * What is at a path. Of a long file that is mentioned without lines the CLI sends the first 2,000 lines, and nothing where these are
 * too long (2.1.50, 2.1.329); of a large one its name (2.1.329), or nothing (2.0.77, 2.1.50), also where lines are named.
 */
export type PathKind = "file" | "longFile" | "largeFile" | "folder" | "none";

/** Kinds of images that the model takes. */
export const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** What the model's API takes at most, in bytes: of one image, one PDF, one text, and of all in one prompt. */
export const attachmentLimits = { image: 3_750_000, pdf: 24_000_000, text: 4_000_000, all: 24_000_000 } as const;

/** Characters from which on a text that is pasted becomes an attachment. */
export const minAttachedPasteLength = 2_000;

/** Why something cannot be attached. */
export type AttachmentProblem = { readonly name: string } & (
  | { readonly code: "tooLarge"; readonly kind: AttachmentKind }
  | { readonly code: "notReadable" | "notText" | "empty" | "tooMuch" }
);
