import { t } from "@vscode/l10n";
import { type Attachment, imageTypes, type Prompt } from "../../contract/composer/attachments.ts";
import { type Item, isReport } from "../../contract/items.ts";
import type { ToolDetails, ToolImage } from "../../contract/tools.ts";

/** An attachment in an exported document: an image, a file to save, a text, or only its name. */
export type ExportedContent =
  | { readonly kind: "image" | "file"; readonly name: string; readonly url: string }
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  | { readonly kind: "name"; readonly name: string };

/** Returns the label of the attachments of a prompt. */
export function getAttachmentsLabel(): string {
  return t("Attachments");
}

/** Returns the attachments of a prompt: mentioned paths by name, attachments with their content if it is kept. */
export function getExportedAttachments(
  prompt: Prompt,
  contentOf: (attachment: Attachment) => string | undefined,
): readonly ExportedContent[] {
  const mentioned = (prompt.mentioned ?? []).map(({ path }): ExportedContent => ({ kind: "name", name: path }));
  return [
    ...mentioned,
    ...(prompt.attachments ?? []).map((attachment) => exportedContent(attachment, contentOf(attachment))),
  ];
}

function exportedContent({ kind, name, mediaType }: Attachment, data: string | undefined): ExportedContent {
  if (data === undefined) return { kind: "name", name };
  if (kind === "text") return { kind: "text", name, text: data };
  const url = toDataUrl(mediaType, data);
  return url === undefined ? { kind: "name", name } : { kind: kind === "image" ? "image" : "file", name, url };
}

/** Returns the images of a tool call, named by their position. */
export function getExportedImages(details: ToolDetails): readonly ExportedContent[] {
  const images: readonly ToolImage[] = ("images" in details ? details.images : undefined) ?? [];
  return images.flatMap(({ mediaType, data }, index): readonly ExportedContent[] => {
    const url = toDataUrl(mediaType, data);
    return url === undefined ? [] : [{ kind: "image", name: `image${index + 1}`, url }];
  });
}

/** Returns the steps of a subagent without its report, which its tool call already shows. */
export function selectStepsWithoutReport(steps: readonly Item[], details: ToolDetails | undefined): readonly Item[] {
  const report = details?.kind === "agent" ? details.report : undefined;
  return steps.filter((step) => !isReport(step, report));
}

/** Returns a data URL of an image or a PDF; undefined for any other type, since such a document could run scripts. */
function toDataUrl(mediaType: string, data: string): string | undefined {
  const isKnown = imageTypes.includes(mediaType) || mediaType === "application/pdf";
  return isKnown && /^[A-Za-z0-9+/]+=*$/.test(data) ? `data:${mediaType};base64,${data}` : undefined;
}
