import { t } from "@vscode/l10n";
import { fenced } from "../base/fenced.ts";
import type { Prompt } from "../contract/attachments.ts";
import type { Item, ToolItem } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { WholeConversation } from "../contract/wholeConversation.ts";
import { attachedNames } from "./attachments.ts";
import { escapeHtml } from "./escapeHtml.ts";
import { noticeText } from "./notices.ts";
import { suggestionText } from "./suggestions.ts";
import { answerTexts, placeTexts, sourceTexts, toolStateText } from "./tools.ts";

/** A conversation as Markdown: prompts as quotes, replies as they came, calls folded. */
export function exportMarkdown({ title, folder, exportedAt, items, detailsOf }: WholeConversation): string {
  const head = [`# ${oneLine(title)}`, `${oneLine(folder)} · ${new Date(exportedAt).toISOString().slice(0, 16).replace("T", " ")} UTC`];
  return `${[...head, ...items.map((item) => itemText(item, detailsOf)).filter(Boolean)].join("\n\n")}\n`;
}

function itemText(item: Item, detailsOf: WholeConversation["detailsOf"]): string {
  switch (item.kind) {
    case "prompt":
      return [`## ${t("You")}`, quoted(item.text), attachedText(item)].filter(Boolean).join("\n\n");
    case "text":
      return item.text.trim();
    case "thinking":
      return folded(t("Thinking"), item.text.trim());
    case "tool":
      return toolText(item, detailsOf(item));
    case "notice":
      return quoted(noticeText(item.notice));
    case "turn":
      return item.message === undefined ? "" : quoted(item.message);
  }
}

/** What went with a prompt, by name. */
function attachedText(prompt: Prompt): string {
  const names = attachedNames(prompt);
  return names.length === 0 ? "" : `${suggestionText.attachments()}: ${names.map(oneLine).join(", ")}`;
}

function toolText(item: ToolItem, details: ToolDetails | undefined): string {
  const heading = `${item.tool} ${oneLine(item.subject)} (${toolStateText(item.state)})`;
  return details ? folded(heading, detailsText(details)) : `- ${escapeHtml(heading)}`;
}

function detailsText(details: ToolDetails): string {
  switch (details.kind) {
    case "diff":
      return fenced(details.hunks.flatMap(({ lines }) => lines.map(({ sign, text }) => `${sign}${text}`)).join("\n"), "diff");
    case "command":
      return [fenced(details.command, "sh"), ...[details.output, details.errors].map((output) => (output?.text ? fenced(output.text) : ""))]
        .filter(Boolean)
        .join("\n\n");
    case "output":
      return fenced(details.output.text);
    case "places":
      return fenced(placeTexts(details.places));
    case "web":
      return fenced([sourceTexts(details.sources), details.output.text].filter(Boolean).join("\n\n"));
    case "agent":
      return [fenced(details.task), details.report ?? ""].filter(Boolean).join("\n\n");
    case "answers":
      return [fenced(answerTexts(details.answers)), details.output?.text ? fenced(details.output.text) : ""].filter(Boolean).join("\n\n");
    case "plan":
      return [details.plan, details.output?.text ? fenced(details.output.text) : ""].filter(Boolean).join("\n\n");
    case "generic":
      return [fenced(details.input, "json"), details.output.text === "" ? "" : fenced(details.output.text)].filter(Boolean).join("\n\n");
  }
}

function folded(heading: string, text: string): string {
  return `<details><summary>${escapeHtml(heading)}</summary>\n\n${text}\n\n</details>`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
