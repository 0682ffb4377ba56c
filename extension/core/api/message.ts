import * as z from "zod";
import { type AttachmentContent, attachmentLimits } from "../../shared/contract/composer/attachments.ts";
import { apiErrors } from "./apiError.ts";

/** A message of an extension: its text, and what comes with it. */
export interface ParsedMessage {
  readonly text: string;
  readonly attachments: readonly AttachmentContent[];
}

const base64 = z.base64().min(1);
const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({
    type: z.literal("image"),
    source: z.strictObject({
      type: z.literal("base64"),
      media_type: z.enum(["image/png", "image/jpeg", "image/gif", "image/webp"]),
      data: base64,
    }),
  }),
  z.strictObject({
    type: z.literal("document"),
    source: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("base64"), media_type: z.literal("application/pdf"), data: base64 }),
      z.strictObject({ type: z.literal("text"), media_type: z.literal("text/plain"), data: z.string().min(1) }),
    ]),
    // The content of a mentioned file has a name that begins with "@".
    title: z.string().regex(/^[^@]/).optional(),
  }),
]);

const message = z.union([
  z.string(),
  z.strictObject({ role: z.literal("user").optional(), content: z.union([z.string(), z.array(part)]) }),
]);

/** Checks a message. An extension can pass anything. Throws `invalidOptions`. */
export function parseMessage(given: unknown): ParsedMessage {
  const parsed = message.safeParse(given);
  if (!parsed.success) throw apiErrors.invalidOptions(z.prettifyError(parsed.error));
  const content = typeof parsed.data === "string" ? parsed.data : parsed.data.content;
  if (typeof content === "string") return checkMessage({ text: content, attachments: [] });
  const texts = content.flatMap((each) => (each.type === "text" ? [each.text] : []));
  return checkMessage({
    text: texts.join("\n\n"),
    attachments: content.flatMap((each) => (each.type === "text" ? [] : [toAttachment(each)])),
  });
}

function toAttachment({
  type,
  source,
  ...others
}: Exclude<z.infer<typeof part>, { readonly type: "text" }>): AttachmentContent {
  const { media_type: mediaType, data } = source;
  const size = source.type === "text" ? data.length : Math.floor((data.length * 3) / 4);
  if (type === "image")
    return { kind: "image", name: `image.${mediaType.slice("image/".length)}`, mediaType, size, data };
  const name = "title" in others ? others.title : undefined;
  if (source.type === "text") return { kind: "text", name: name ?? "text.txt", mediaType, size, data };
  return { kind: "pdf", name: name ?? "document.pdf", mediaType, size, data };
}

function checkMessage(parsed: ParsedMessage): ParsedMessage {
  const { text, attachments } = parsed;
  if (text.trim() === "" && attachments.length === 0) throw apiErrors.invalidOptions("the message is empty");
  const sum = attachments.reduce((bytes, { size }) => bytes + size, 0);
  if (sum > attachmentLimits.all || attachments.some(({ kind, size }) => size > attachmentLimits[kind]))
    throw apiErrors.invalidOptions("the message has an attachment that is too large");
  return parsed;
}
