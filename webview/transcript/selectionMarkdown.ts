import { transcriptText } from "../../extension/shared/text/transcript/transcript.ts";

/** Converts the selection to the Markdown from which replies are rendered. Empty if nothing is selected. */
export function toMarkdown(selection: Selection | null): string {
  if (!selection || selection.isCollapsed) return "";
  const parts: string[] = [];
  for (let index = 0; index < selection.rangeCount; index++) {
    const range = selection.getRangeAt(index);
    const holder = document.createElement("div");
    holder.append(range.cloneContents());
    // The fragment of a selection inside a single element lacks that element.
    const { commonAncestorContainer: common } = range;
    const around = common instanceof Element ? common : common.parentElement;
    if (around?.closest("pre")) parts.push(fenceText(holder.textContent, ""));
    else if (around?.closest(".diff")) parts.push(diff(holder));
    else parts.push(renderBlocks(holder));
  }
  return parts
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const blockTags = new Set([
  "P",
  "DIV",
  "UL",
  "OL",
  "LI",
  "BLOCKQUOTE",
  "PRE",
  "H2",
  "H3",
  "TABLE",
  "HR",
  "ARTICLE",
  "SECTION",
]);

/** Returns the blocks of an element, separated by blank lines. */
function renderBlocks(element: Element): string {
  return getBlocks(element).join("\n\n");
}

function getBlocks(element: Element): readonly string[] {
  const out: string[] = [];
  let line = "";
  const end = (): void => {
    if (line.trim() !== "") out.push(line.trim());
    line = "";
  };
  for (const node of element.childNodes) {
    if (node instanceof Element && blockTags.has(node.tagName)) {
      end();
      const text = renderBlock(node);
      if (text !== "") out.push(text);
    } else line += inline(node);
  }
  end();
  return out;
}

function renderBlock(element: Element): string {
  switch (element.tagName) {
    case "PRE":
      return fenceText(element.textContent, /, (.+)$/.exec(element.getAttribute("aria-label") ?? "")?.[1] ?? "");
    case "H2":
    case "H3":
      return `${"#".repeat(Number(element.getAttribute("data-level") ?? 2))} ${inlines(element)}`;
    case "UL":
    case "OL":
      return [...element.querySelectorAll(":scope > li, :scope > .group > li")]
        .map((item, index) =>
          listItem(item, element.tagName === "UL" ? "-" : `${index + Number(element.getAttribute("start") ?? 1)}.`),
        )
        .join("\n");
    case "BLOCKQUOTE":
      return renderBlocks(element).replace(/^/gm, "> ");
    case "TABLE":
      return renderTable(element);
    case "HR":
      return "---";
    default:
      if (isUnsaid(element)) return "";
      if (element.classList.contains("diff")) return diff(element);
      if (element.classList.contains("math")) return `$$\n${renderFormula(element)}\n$$`;
      // Controls are not part of the text.
      return ["bar", "head", "actions"].some((name) => element.classList.contains(name)) ? "" : renderBlocks(element);
  }
}

function listItem(item: Element, mark: string): string {
  const box = item.querySelector(":scope > .codicon");
  const done = box ? (box.getAttribute("aria-label") === transcriptText.taskDone() ? "[x] " : "[ ] ") : "";
  const content = box?.nextElementSibling ?? item;
  const isLoose = content.querySelector(":scope > p") !== null;
  // Continuation lines of an item are indented to its first letter.
  const text = getBlocks(content)
    .join(isLoose ? "\n\n" : "\n")
    .replace(/\n(?!\n)/g, `\n${" ".repeat(mark.length + 1)}`);
  return `${mark} ${done}${text}`;
}

/** Delimiter cells of the Markdown table by column alignment. */
const rules: ReadonlyMap<string, string> = new Map([
  ["center", ":-:"],
  ["right", "--:"],
]);

function renderTable(element: Element): string {
  const rows = [...element.querySelectorAll("tr")].map(
    (row) => `| ${[...row.children].map((cell) => inlines(cell).replaceAll("|", "\\|")).join(" | ")} |`,
  );
  const head = [...(element.querySelector("tr")?.children ?? [])];
  const aligns = head.map(
    (cell) => ` ${rules.get(cell instanceof HTMLElement ? cell.style.textAlign : "") ?? "---"} |`,
  );
  return [rows[0] ?? "", `|${aligns.join("")}`, ...rows.slice(1)].join("\n");
}

/** Returns whether an element is decoration, such as a line number or an icon. */
function isUnsaid(element: Element): boolean {
  return element.getAttribute("aria-hidden") === "true";
}

/** Converts a diff or a part of one. */
function diff(element: Element): string {
  for (const unsaid of element.querySelectorAll("[aria-hidden=true]")) unsaid.remove();
  // A selection that ends at the start of a line includes that line without its sign.
  const lines = [...element.querySelectorAll(".line")].filter(({ textContent }) => textContent !== "");
  for (const sign of element.querySelectorAll(".sign")) sign.remove();
  // A fragment of a single line has no sign, so it is plain text.
  if (lines.length === 0) return fenceText(element.textContent, "");
  const sign = ({ classList }: Element): string =>
    classList.contains("added") ? "+" : classList.contains("removed") ? "-" : " ";
  return fenceText(lines.map((line) => `${sign(line)}${line.textContent}`).join("\n"), "diff");
}

function inlines(element: Element): string {
  return [...element.childNodes].map(inline).join("").trim();
}

function inline(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  // The failure message next to a link is not part of the text.
  if (node.classList.contains("unopened") || isUnsaid(node)) return "";
  const text = [...node.childNodes].map(inline).join("");
  switch (node.tagName) {
    case "STRONG":
      return `**${text}**`;
    case "EM":
      return `*${text}*`;
    case "DEL":
      return `~~${text}~~`;
    case "CODE":
      return inTicks(node.textContent);
    case "BR":
      return "\n";
    case "A":
      return link(node, text);
    case "BUTTON":
      return "";
    default:
      if (node.classList.contains("math")) return `$${renderFormula(node)}$`;
      return blockTags.has(node.tagName) ? `\n${renderBlock(node)}\n` : text;
  }
}

/** Converts a link. A name that became a link only because it names a file or an issue stays plain text. */
function link(element: Element, text: string): string {
  const target = element.getAttribute("title") ?? "";
  const note = /^#note-(.+)$/.exec(target)?.[1];
  if (note !== undefined) return `[^${note}]`;
  return target === "" || target === element.textContent ? text : `[${text}](${target})`;
}

/** Returns the source of a formula, rendered or not. */
function renderFormula(element: Element): string {
  return element.querySelector("math")?.getAttribute("aria-label") ?? element.textContent;
}

function measureLongestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/**
 * Encloses code in more backticks than it contains; spaces separate backticks at its ends, and Markdown removes one on
 * each side.
 */
function inTicks(text: string): string {
  const ticks = "`".repeat(measureLongestRun(text) + 1);
  const space = /^`|`$|^ .* $/.test(text) && text.trim() !== "" ? " " : "";
  return `${ticks}${space}${text}${space}${ticks}`;
}

/** Encloses text in a fence longer than any in the text, so that nothing in the text ends it. */
function fenceText(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, measureLongestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
