import { t } from "@vscode/l10n";
import type { Item } from "../contract/items.ts";
import type { WholeConversation } from "../contract/wholeConversation.ts";
import { exportHtml } from "./exportHtml.ts";
import { exportMarkdown } from "./exportMarkdown.ts";

export const exportFormats = ["markdown", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormatText: { readonly [F in ExportFormat]: () => string } = {
  markdown: () => t("Markdown"),
  html: () => t("HTML, a single file that opens in any browser"),
  json: () => t("JSON, for other programs"),
};

/** File extensions by format. */
export const exportEnding: { readonly [F in ExportFormat]: string } = { markdown: "md", html: "html", json: "json" };

/** Returns a conversation as text in a format. */
export function exportText(conversation: WholeConversation, format: ExportFormat): string {
  return format === "markdown" ? exportMarkdown(conversation) : format === "html" ? exportHtml(conversation) : exportJson(conversation);
}

function exportJson({ items, detailsOf, stepsOf, contentOf, ...about }: WholeConversation): string {
  const entryOf = (item: Item): object => {
    if (item.kind === "prompt" && item.attachments) return { ...item, attachments: item.attachments.map((each) => ({ ...each, data: contentOf(each) })) };
    if (item.kind !== "tool") return item;
    const steps = stepsOf(item);
    return { ...item, details: detailsOf(item), ...(steps.length > 0 ? { steps: steps.map(entryOf) } : {}) };
  };
  const entries = items.map(entryOf);
  return `${JSON.stringify({ version: 1, ...about, items: entries }, undefined, 2)}\n`;
}
