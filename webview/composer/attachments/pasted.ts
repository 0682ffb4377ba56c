import { minAttachedPasteLength } from "../../../extension/shared/contract/composer/attachments.ts";

/**
 * Returns what a paste attaches: files, or a text that is too long for the field; undefined for a paste that belongs
 * into the field.
 */
export function readPasted({
  clipboardData,
}: ClipboardEvent): { readonly files: readonly File[] } | { readonly text: string } | undefined {
  const files = [...(clipboardData?.files ?? [])];
  const text = clipboardData?.getData("text/plain") ?? "";
  // Table cells arrive as text and as a picture: the text is used unless it only names the files.
  const isFiles =
    files.length > 0 &&
    text
      .split(/\r?\n/)
      .every((line) => line === "" || line.startsWith("file://") || files.some(({ name }) => name === line));
  if (isFiles) return { files };
  return text.length > minAttachedPasteLength ? { text } : undefined;
}
