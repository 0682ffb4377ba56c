import { readObject, readString } from "../../../shared/base/read.ts";
import type { Attachment, Prompt } from "../../../shared/contract/composer/attachments.ts";
import { imageTypes } from "../../../shared/contract/composer/attachments.ts";
import { toSentText } from "../../../shared/contract/composer/mentions.ts";
import type { ContentBlock } from "../../protocol/frames/frames.ts";
import type { PromptBlock } from "../../protocol/frames/userMessage.ts";

/**
 * Returns a prompt as `claude` takes it, attachments first. `missing` has the names of attachments whose data is lost.
 */
export function buildPromptBlocks(
  prompt: Prompt,
  dataOf: (id: string) => string | undefined,
): { readonly blocks: readonly PromptBlock[]; readonly missing: readonly string[] } {
  const missing: string[] = [];
  const attached = (prompt.attachments ?? []).flatMap((attachment): PromptBlock[] => {
    const data = dataOf(attachment.id);
    if (data !== undefined) return [getBlock(attachment, data)];
    missing.push(attachment.name);
    return [];
  });
  const text: PromptBlock[] = prompt.text.trim() === "" ? [] : [{ type: "text", text: toSentText(prompt.text) }];
  return { blocks: [...attached, ...text], missing };
}

/** Maximum number of characters of a document title in the model's API, which also refuses an empty title. */
const maxTitleLength = 500;

function getBlock({ kind, name, mediaType }: Attachment, data: string): PromptBlock {
  const title = name.trim() === "" ? {} : { title: [...name].slice(0, maxTitleLength).join("") };
  switch (kind) {
    case "image":
      return { type: "image", source: { type: "base64", media_type: mediaType, data } };
    case "pdf":
      return { type: "document", source: { type: "base64", media_type: mediaType, data }, ...title };
    case "text":
      return { type: "document", source: { type: "text", media_type: "text/plain", data }, ...title };
  }
}

/** Returns the attachments of a prompt in a saved transcript with their data. `id` is that of the prompt. */
export function extractAttachments(
  id: string,
  content: readonly ContentBlock[],
): readonly { readonly attachment: Attachment; readonly data: string }[] {
  return content.flatMap((block, index) => {
    const source = readObject(block, "source");
    const data = readString(source, "data");
    const mediaType = readString(source, "media_type") ?? "";
    if (data === undefined || (block.type !== "image" && block.type !== "document")) return [];
    if (block.type === "image" && !imageTypes.includes(mediaType)) return [];
    const kind = block.type === "image" ? "image" : readString(source, "type") === "text" ? "text" : "pdf";
    const size = kind === "text" ? data.length : Math.floor((data.length * 3) / 4);
    const name = readString(block, "title") ?? getDefaultName(kind, mediaType);
    return [{ attachment: { id: `${id}:${index}`, kind, name, mediaType, size }, data }];
  });
}

function getDefaultName(kind: Attachment["kind"], mediaType: string): string {
  if (kind === "pdf") return "document.pdf";
  return kind === "text" ? "text.txt" : `image.${mediaType.split("/")[1] ?? "png"}`;
}
