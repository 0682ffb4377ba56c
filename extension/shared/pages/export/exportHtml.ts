import { t } from "@vscode/l10n";
import type { Item, ToolItem } from "../../contract/items.ts";
import type { DiffLine } from "../../contract/tools.ts";
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
import { renderMarkdownHtml } from "./markdownHtml.ts";

const style = `
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
pre { overflow-x: auto; padding: .5rem .75rem; background: #f3f3f3; border-radius: 3px; font: 13px/1.45 ui-monospace, monospace; }
code { font-family: ui-monospace, monospace; }
.prompt { margin: 1.5rem 0 .5rem; padding: .5rem .75rem; background: #eef2f8; border-radius: 3px; white-space: pre-wrap; overflow-wrap: anywhere; }
.muted, .notice { color: #666; }
details { margin: .25rem 0; }
.steps { margin: .5rem 0 .5rem .25rem; padding-left: .75rem; border-left: 1px solid #ccc; }
img { max-width: 100%; }
p, h1, h2, h3, h4, h5, h6, li, td, th, .prompt { unicode-bidi: plaintext; text-align: start; }
li :is(p, h1, h2, h3, h4, h5, h6), blockquote :is(p, h1, h2, h3, h4, h5, h6) { text-align: -webkit-match-parent; text-align: match-parent; }
summary { cursor: pointer; color: #555; }
table { border-collapse: collapse; }
td, th { padding: .2rem .6rem; border: 1px solid #ccc; }
.added { background: #e2f6e6; } .removed { background: #fde7e7; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1e1e1e; } pre { background: #2a2a2a; } .prompt { background: #26303c; }
  .muted, .notice, summary { color: #9a9a9a; } td, th { border-color: #555; } .added { background: #17351f; } .removed { background: #421d1d; } a { color: #6cb3ff; }
}`;

/** The end of a document that begins with `htmlHead`. */
export const htmlEnd = "\n</body>\n</html>\n";

/** Returns the beginning of a self-contained HTML document: no script, no remote resource, every text escaped. */
export function htmlHead({ title, folder, exportedAt }: ExportedConversation): string {
  const about = `${folder} · ${new Date(exportedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p class="muted">${escapeHtml(about)}</p>
`;
}

/** Returns an item as HTML; empty for one that is not exported. */
export function htmlOf(item: Item, conversation: ConversationPart): string {
  switch (item.kind) {
    case "prompt":
      return `<div class="prompt" role="article" aria-label="${t("You")}">${escapeHtml(item.text)}${renderAttached(getExportedAttachments(item, conversation.contentOf))}</div>`;
    case "text":
      return `<div role="article">${renderMarkdownHtml(item.text)}</div>`;
    case "thinking":
      return renderFolded(t("Thinking"), renderPreformatted(item.text));
    case "tool":
      return renderTool(item, conversation);
    case "notice":
      return `<p class="notice">${escapeHtml(formatNotice(item.notice))}</p>`;
    case "turn":
      return item.outcome === "failed"
        ? `<p class="notice">${escapeHtml(item.message ?? formatTurnFailure(item).title)}</p>`
        : "";
  }
}

/** Returns the attachments of a prompt: their names on one line, then their contents. */
function renderAttached(attached: readonly ExportedContent[]): string {
  if (attached.length === 0) return "";
  const names = `${getAttachmentsLabel()}: ${attached.map(({ name }) => name).join(", ")}`;
  return `<div class="muted">${escapeHtml(names)}</div>${attached.map(renderContent).join("")}`;
}

function renderContent(content: ExportedContent): string {
  switch (content.kind) {
    case "image":
      return `<img alt="${escapeHtml(content.name)}" src="${escapeHtml(content.url)}">`;
    case "file":
      return `<a download="${escapeHtml(content.name)}" href="${escapeHtml(content.url)}">${escapeHtml(content.name)}</a>`;
    case "text":
      return renderFolded(content.name, renderPreformatted(content.text));
    case "name":
      return "";
  }
}

function renderTool(item: ToolItem, conversation: ConversationPart): string {
  const heading = `${item.tool} ${item.subject} (${getToolStateText(item.state)})`;
  const details = conversation.detailsOf(item);
  const steps = selectStepsWithoutReport(conversation.stepsOf(item), details);
  const parts = details
    ? [...getExportedDetails(details).map(renderDetail), ...getExportedImages(details).map(renderContent)]
    : [];
  if (steps.length > 0)
    parts.push(`<div class="steps">${steps.map((step) => htmlOf(step, conversation)).join("\n")}</div>`);
  return parts.length > 0 ? renderFolded(heading, parts.join("")) : `<p class="muted">${escapeHtml(heading)}</p>`;
}

function renderDetail(detail: ExportedDetail): string {
  switch (detail.kind) {
    case "code":
      return renderPreformatted(detail.text);
    case "diff":
      return `<pre>${detail.lines.map(renderDiffLine).join("\n")}</pre>`;
    case "markdown":
      return renderMarkdownHtml(detail.text);
  }
}

function renderDiffLine({ sign, text }: DiffLine): string {
  const classes = { "+": ' class="added"', "-": ' class="removed"', " ": "" } as const;
  return `<span${classes[sign]}>${escapeHtml(sign + text)}</span>`;
}

function renderPreformatted(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

function renderFolded(heading: string, html: string): string {
  return `<details><summary>${escapeHtml(heading)}</summary>${html}</details>`;
}
