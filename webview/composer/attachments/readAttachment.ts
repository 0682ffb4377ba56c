import {
  type AttachmentContent,
  type AttachmentProblem,
  attachmentLimits,
  imageTypes,
} from "../../../extension/shared/contract/composer/attachments.ts";

/** Maximum length of an image's longer edge in pixels; the model uses no higher resolution. */
const maxEdge = 1_568;
const thumbnailEdge = 48;
/**
 * Number of bytes at the beginning of a file from which its type is detected, regardless of its name: a PDF may have
 * some bytes before its signature.
 */
const headLength = 1_024;
const pdfType = "application/pdf";

/**
 * Creates an attachment from a file that was picked, pasted or dropped. Scales images down and converts them to a type
 * that the model accepts.
 */
export async function readAttachment(file: File): Promise<AttachmentContent | AttachmentProblem> {
  const { name } = file;
  try {
    if (file.size === 0) return { name, code: "empty" };
    const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
    if (getImageType(head) !== undefined || (file.type.startsWith("image/") && file.type !== "image/svg+xml"))
      return await readImage(file);
    if (isPdf(head)) return await readPdf(file);
    // The model's API would refuse it, and with it each later message of the conversation.
    return file.type === pdfType ? { name, code: "notReadable" } : await readText(file);
  } catch {
    return { name, code: "notReadable" };
  }
}

/** Creates an attachment with a name from pasted or collected text. */
export function createTextAttachment(name: string, text: string): AttachmentContent | AttachmentProblem {
  const size = new TextEncoder().encode(text).length;
  return size > attachmentLimits.text
    ? { name, code: "tooLarge", kind: "text" }
    : { kind: "text", name, mediaType: "text/plain", size, data: text };
}

function isPdf(head: Uint8Array): boolean {
  return String.fromCharCode(...head).includes("%PDF-");
}

async function readPdf(file: File): Promise<AttachmentContent | AttachmentProblem> {
  const { name, size } = file;
  if (size > attachmentLimits.pdf) return { name, code: "tooLarge", kind: "pdf" };
  return { kind: "pdf", name, mediaType: pdfType, size, data: await base64(file) };
}

async function readText(file: File): Promise<AttachmentContent | AttachmentProblem> {
  const { name, size } = file;
  if (size > attachmentLimits.text) return { name, code: "tooLarge", kind: "text" };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder(getEncoding(bytes), { fatal: true }).decode(bytes);
    return text.includes("\0") ? { name, code: "notText" } : createTextAttachment(name, text);
  } catch {
    return { name, code: "notText" };
  }
}

/** Returns the encoding that the byte order mark names; PowerShell redirects write UTF-16 with one. */
function getEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/**
 * Detects the type of an image by its first bytes, regardless of its name; undefined for a type that the model does not
 * accept.
 */
function getImageType(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head);
  const [, type] =
    [
      [/^\x89PNG/, "image/png"] as const,
      [/^\xff\xd8\xff/, "image/jpeg"] as const,
      [/^GIF8/, "image/gif"] as const,
      [/^RIFF....WEBP/s, "image/webp"] as const,
    ].find(([pattern]) => pattern.test(text)) ?? [];
  return type !== undefined && imageTypes.includes(type) ? type : undefined;
}

async function readImage(file: File): Promise<AttachmentContent | AttachmentProblem> {
  const bitmap = await createImageBitmap(file);
  try {
    const scale = Math.min(1, maxEdge / Math.max(bitmap.width, bitmap.height));
    const type = getImageType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
    const isFine = scale === 1 && type !== undefined && file.size <= attachmentLimits.image;
    const blob = isFine ? file.slice(0, file.size, type) : await draw(bitmap, scale);
    if (blob.size > attachmentLimits.image) return { name: file.name, code: "tooLarge", kind: "image" };
    const small = await draw(bitmap, Math.min(1, thumbnailEdge / Math.max(bitmap.width, bitmap.height)), "image/png");
    return {
      kind: "image",
      name: file.name,
      mediaType: blob.type,
      size: blob.size,
      data: await base64(blob),
      thumbnail: `data:${small.type};base64,${await base64(small)}`,
    };
  } finally {
    bitmap.close();
  }
}

/** Encodes an image as PNG if it fits, since PNG keeps screenshots lossless; otherwise as JPEG. */
async function draw(bitmap: ImageBitmap, scale: number, type?: "image/png"): Promise<Blob> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const png = await canvas.convertToBlob({ type: "image/png" });
  return type !== undefined || png.size <= attachmentLimits.image
    ? png
    : canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

/** Encodes in pieces: the number of arguments of a function call is limited. */
async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return btoa(binary);
}
