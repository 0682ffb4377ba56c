/** What is selected in the page, as Markdown: as replies draw it, so that a part of one can be taken along. Empty where nothing is. */
export function selectionMarkdown(selection: Selection | null): string {
  if (!selection || selection.isCollapsed) return "";
  const parts: string[] = [];
  for (let index = 0; index < selection.rangeCount; index++) {
    const range = selection.getRangeAt(index);
    const holder = document.createElement("div");
    holder.append(range.cloneContents());
    // A part of one element comes without it.
    const around = range.commonAncestorContainer.parentElement?.closest("pre") ? fenced(holder.textContent, "") : blocks(holder);
    parts.push(around);
  }
  return parts
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const blockTags = new Set(["P", "DIV", "UL", "OL", "LI", "BLOCKQUOTE", "PRE", "H2", "H3", "TABLE", "HR", "ARTICLE", "SECTION"]);

/** The blocks of an element, with a blank line between them. */
function blocks(element: Element): string {
  const out: string[] = [];
  let line = "";
  const end = (): void => {
    if (line.trim() !== "") out.push(line.trim());
    line = "";
  };
  for (const node of element.childNodes) {
    if (node instanceof Element && blockTags.has(node.tagName)) {
      end();
      const text = block(node);
      if (text !== "") out.push(text);
    } else line += inline(node);
  }
  end();
  return out.join("\n\n");
}

function block(element: Element): string {
  switch (element.tagName) {
    case "PRE":
      return fenced(element.textContent, /, (.+)$/.exec(element.getAttribute("aria-label") ?? "")?.[1] ?? "");
    case "H2":
    case "H3":
      return `${element.tagName === "H2" ? "##" : "###"} ${inlines(element)}`;
    case "UL":
    case "OL":
      return [...element.querySelectorAll(":scope > li, :scope > .group > li")]
        .map((item, index) => listItem(item, element.tagName === "UL" ? "-" : `${index + Number(element.getAttribute("start") ?? 1)}.`))
        .join("\n");
    case "BLOCKQUOTE":
      return blocks(element).replace(/^/gm, "> ");
    case "TABLE":
      return table(element);
    case "HR":
      return "---";
    default:
      // What is pressed is no part of what was said.
      return element.classList.contains("bar") || element.classList.contains("actions") ? "" : blocks(element);
  }
}

function listItem(item: Element, mark: string): string {
  const box = item.querySelector(":scope > .codicon");
  const done = box ? (box.getAttribute("aria-label") === "Done" ? "[x] " : "[ ] ") : "";
  return `${mark} ${done}${blocks(item).replace(/\n\n/g, "\n").replace(/\n/g, "\n  ")}`;
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll("tr")].map((row) => `| ${[...row.children].map((cell) => inlines(cell).replaceAll("|", "\\|")).join(" | ")} |`);
  const columns = element.querySelector("tr")?.children.length ?? 0;
  return [rows[0] ?? "", `|${" --- |".repeat(columns)}`, ...rows.slice(1)].join("\n");
}

function inlines(element: Element): string {
  return [...element.childNodes].map(inline).join("").trim();
}

function inline(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? "";
  const text = [...node.childNodes].map(inline).join("");
  switch (node.tagName) {
    case "STRONG":
      return `**${text}**`;
    case "EM":
      return `*${text}*`;
    case "DEL":
      return `~~${text}~~`;
    case "CODE":
      return `\`${node.textContent}\``;
    case "BR":
      return "\n";
    case "A":
      return /^https?:/.test(node.getAttribute("href") ?? "") ? `[${text}](${node.getAttribute("href")})` : text;
    case "BUTTON":
      return "";
    default:
      if (node.classList.contains("math")) return `$${node.querySelector("math")?.getAttribute("aria-label") ?? node.textContent}$`;
      return blockTags.has(node.tagName) ? `\n${block(node)}\n` : text;
  }
}

/** A fence is longer than any in the text, so that nothing in it ends it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
