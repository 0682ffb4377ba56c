import type { ColoredText } from "../../../extension/shared/contract/tools.ts";
import { drawInline, type OpenTarget } from "../../markdown/drawInline.ts";
import { findFileReferences, type KnownPaths } from "../../markdown/references.ts";

/** A part of an output: text in one color, or a link. */
interface Stretch extends ColoredText {
  /** Target of the link; undefined for plain text. */
  readonly href: string | undefined;
}

interface Drawn {
  readonly stretch: Stretch;
  readonly node: ChildNode;
}

/** Content of each element, by offset in the output. */
const shown = new WeakMap<Element, ReadonlyMap<number, Drawn>>();

/**
 * Draws the output of a program in its colors, with links to existing files. Unchanged parts keep their nodes, and with
 * them the focus and the selection. Built by hand: an output has thousands of parts, which as components would block
 * the page.
 */
export function drawOutput(
  element: Element,
  pieces: readonly ColoredText[],
  known: Pick<KnownPaths, "exists">,
  open: OpenTarget,
): void {
  const before = shown.get(element);
  const after = new Map<number, Drawn>();
  let at = 0;
  for (const stretch of pieces.flatMap((piece) => getStretches(piece, known))) {
    const old = before?.get(at);
    after.set(at, old && update(old, stretch) ? { stretch, node: old.node } : { stretch, node: create(stretch, open) });
    at += stretch.text.length;
  }
  for (const [place, { node }] of before ?? []) if (after.get(place)?.node !== node) node.remove();
  let next = element.firstChild;
  for (const { node } of after.values()) {
    if (node === next) next = node.nextSibling;
    else element.insertBefore(node, next);
  }
  shown.set(element, after);
}

function getStretches(piece: ColoredText, known: Pick<KnownPaths, "exists">): readonly Stretch[] {
  return findFileReferences(piece.text, known).flatMap((inline): readonly Stretch[] => {
    if (inline.type === "link") return [{ ...piece, text: inline.title, href: inline.href }];
    return "text" in inline ? [{ ...piece, text: inline.text, href: undefined }] : [];
  });
}

/** Updates a node in place. Returns false if it must be replaced. */
function update({ stretch: before, node }: Drawn, after: Stretch): boolean {
  if (before.href !== after.href || before.color !== after.color || before.isBold !== after.isBold) return false;
  if (before.text === after.text) return true;
  const text = node instanceof Text ? node : node.firstChild;
  if (after.href !== undefined || !(text instanceof Text)) return false;
  // The output grew, or a name in it became a link: the selection in the rest is kept.
  if (after.text.startsWith(before.text)) text.appendData(after.text.slice(before.text.length));
  else if (before.text.startsWith(after.text))
    text.deleteData(after.text.length, before.text.length - after.text.length);
  else return false;
  return true;
}

function create({ text, href, color, isBold }: Stretch, open: OpenTarget): ChildNode {
  const drawn = document.createDocumentFragment();
  const plain = { type: "text", text } as const;
  drawInline(drawn, [], [href === undefined ? plain : { type: "link", href, title: text, children: [plain] }], open);
  if (!color && !isBold) return drawn.firstChild as ChildNode;
  const span = document.createElement("span");
  if (color)
    span.style.color = readable(`var(--vscode-terminal-ansi${color.charAt(0).toUpperCase()}${color.slice(1)})`);
  if (isBold) span.style.fontWeight = "600";
  span.append(drawn);
  return span;
}

/**
 * Returns a color of the editor's terminal, lighter or darker as far as it takes to be readable; the terminal does the
 * same with its text.
 */
function readable(color: string): string {
  return `oklch(from ${color} clamp(var(--darkest-text), l, var(--lightest-text)) c h)`;
}
