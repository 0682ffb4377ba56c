import { t } from "@vscode/l10n";
import type { Item } from "../../contract/items.ts";
import type { ConversationPart, ExportedConversation, WholeConversation } from "../../contract/wholeConversation.ts";
import { htmlEnd, htmlHead, htmlOf } from "./exportHtml.ts";
import { getMarkdownLayout } from "./exportMarkdown.ts";

export const exportFormats = ["markdown", "html", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormatText: { readonly [F in ExportFormat]: () => string } = {
  markdown: () => t("Markdown"),
  html: () => t("HTML, a single file that opens in any browser"),
  json: () => t("JSON, for other programs"),
};

/** Texts of the dialogs of an export. */
export const exportDialogText = {
  exportAs: () => t("Export conversation as"),
  export: () => t("Export conversation"),
  exported: (file: string) => t("The conversation was exported to {0}.", file),
  open: () => t("Open"),
};

/** File extensions by format. */
export const exportEnding: { readonly [F in ExportFormat]: string } = { markdown: "md", html: "html", json: "json" };

/** A document that can be written part by part. */
export interface ExportLayout {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  /** Returns the texts of a part, to be joined by the separator. */
  texts(part: ConversationPart): readonly string[];
}

/** Returns the layout of a conversation in a format. */
export function getExportLayout(about: ExportedConversation, format: ExportFormat): ExportLayout {
  switch (format) {
    case "markdown":
      return getMarkdownLayout(about);
    case "html":
      return {
        start: htmlHead(about),
        separator: "\n",
        end: htmlEnd,
        texts: (part) => part.items.map((item) => htmlOf(item, part)).filter(Boolean),
      };
    case "json": {
      const { title, folder, sessionId, exportedAt } = about;
      const head = JSON.stringify({ version: 1, title, folder, sessionId, exportedAt }, undefined, 2);
      return {
        start: `${head.slice(0, head.lastIndexOf("\n"))},\n  "items": [\n`,
        separator: ",\n",
        end: "\n  ]\n}\n",
        texts: (part) =>
          part.items.map(
            (item) => `    ${JSON.stringify(getJsonEntry(item, part), undefined, 2).replaceAll("\n", "\n    ")}`,
          ),
      };
    }
  }
}

/** Returns a conversation as text in a format. */
export function exportText(conversation: WholeConversation, format: ExportFormat): string {
  const { start, separator, end, texts } = getExportLayout(conversation, format);
  return start + texts(conversation).join(separator) + end;
}

function getJsonEntry(item: Item, part: ConversationPart): object {
  if (item.kind === "prompt" && item.attachments)
    return { ...item, attachments: item.attachments.map((each) => ({ ...each, data: part.contentOf(each) })) };
  if (item.kind !== "tool") return item;
  const steps = part.stepsOf(item);
  return {
    ...item,
    details: part.detailsOf(item),
    ...(steps.length > 0 ? { steps: steps.map((step) => getJsonEntry(step, part)) } : {}),
  };
}
