import { t } from "@vscode/l10n";
import { fenceCode } from "../../base/fenceCode.ts";
import type { Item, ToolItem } from "../../contract/items.ts";
import type { ConversationPart, ExportedConversation } from "../../contract/wholeConversation.ts";
import { escapeHtml } from "../../text/escapeHtml.ts";
import { formatNotice } from "../../text/notices.ts";
import { getToolStateText } from "../../text/transcript/tools.ts";
import { formatTurnFailure } from "../../text/transcript/turnFailures.ts";
import {
  type ExportedContent,
  getAttachmentsLabel,
  getExportedAttachments,
  getExportedImages,
  selectStepsWithoutReport,
} from "./exportedContent.ts";
import { type ExportedDetail, getExportedDetails } from "./exportedDetails.ts";

/** Returns how a conversation becomes Markdown, part by part. */
export function getMarkdownLayout(about: ExportedConversation) {
  return {
    start: `${markdownHead(about)}\n\n`,
    separator: "\n\n",
    end: "\n",
    texts: (part: ConversationPart): readonly string[] =>
      part.items.map((item) => markdownOf(item, part)).filter(Boolean),
  };
}

/** Returns the title and the origin of a conversation. */
function markdownHead({ title, folder, exportedAt }: ExportedConversation): string {
  return `# ${toOneLine(title)}\n\n${toOneLine(folder)} · ${new Date(exportedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function itemTexts(items: readonly Item[], part: ConversationPart): string {
  return items
    .map((item) => markdownOf(item, part))
    .filter(Boolean)
    .join("\n\n");
}

/** Returns an item as Markdown; empty for one that is not exported. */
function markdownOf(item: Item, conversation: ConversationPart): string {
  switch (item.kind) {
    case "prompt":
      return [`## ${t("You")}`, quote(item.text), renderAttached(getExportedAttachments(item, conversation.contentOf))]
        .filter(Boolean)
        .join("\n\n");
    case "text":
      return item.text.trim();
    case "thinking":
      return renderFolded(t("Thinking"), item.text.trim());
    case "tool":
      return renderTool(item, conversation);
    case "notice":
      return quote(formatNotice(item.notice));
    case "turn":
      return item.outcome === "failed" ? quote(item.message ?? formatTurnFailure(item).title) : "";
  }
}

/** Returns the attachments of a prompt: their names on one line, then their contents. */
function renderAttached(attached: readonly ExportedContent[]): string {
  if (attached.length === 0) return "";
  const names = `${getAttachmentsLabel()}: ${attached.map(({ name }) => toOneLine(name)).join(", ")}`;
  return [names, ...attached.map(renderContent)].filter(Boolean).join("\n\n");
}

function renderContent(content: ExportedContent): string {
  switch (content.kind) {
    case "image":
      return `![${linkLabel(content.name)}](${content.url})`;
    case "file":
      return `[${linkLabel(content.name)}](${content.url})`;
    case "text":
      return renderFolded(toOneLine(content.name), fenceCode(content.text));
    case "name":
      return "";
  }
}

function renderTool(item: ToolItem, conversation: ConversationPart): string {
  const heading = `${item.tool} ${toOneLine(item.subject)} (${getToolStateText(item.state)})`;
  const details = conversation.detailsOf(item);
  const steps = itemTexts(selectStepsWithoutReport(conversation.stepsOf(item), details), conversation);
  const text = [
    ...(details ? getExportedDetails(details).map(renderDetail) : []),
    ...(details ? getExportedImages(details).map(renderContent) : []),
    steps,
  ]
    .filter(Boolean)
    .join("\n\n");
  return text === "" ? `- ${escapeHtml(heading)}` : renderFolded(heading, text);
}

function renderDetail(detail: ExportedDetail): string {
  switch (detail.kind) {
    case "code":
      return fenceCode(detail.text, detail.language);
    case "diff":
      return fenceCode(detail.lines.map(({ sign, text }) => `${sign}${text}`).join("\n"), "diff");
    case "markdown":
      return detail.text;
  }
}

function renderFolded(heading: string, text: string): string {
  return `<details><summary>${escapeHtml(heading)}</summary>\n\n${text}\n\n</details>`;
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Escapes a name for the text of a link, so that it cannot end the brackets or act as Markdown. */
function linkLabel(name: string): string {
  return toOneLine(name).replace(/[\\`*_[\]<>&!]/g, "\\$&");
}
