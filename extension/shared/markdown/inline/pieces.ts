import { limits } from "../limits.ts";
import type { Inline, Target } from "../tokens.ts";

export type Style = "strong" | "em" | "del";
type Opening = { readonly style: Style } | { readonly link: Target } | { readonly image: Target };

/**
 * A part of the flat result: the number of styles that close, then text or a leaf, then the styles and links that open.
 */
export interface Piece {
  text: string;
  readonly leaf: Inline | undefined;
  closes: number;
  /** The outermost first. */
  opens: Opening[] | undefined;
}

/** Nests the pieces; returns undefined when the result is deeper than a view can draw. */
export function nest(pieces: readonly Piece[]): Inline[] | undefined {
  const root: Inline[] = [];
  const stack: { readonly opening: Opening; readonly outer: Inline[] }[] = [];
  let nodes = root;
  for (const piece of pieces) {
    for (let count = piece.closes; count > 0; count--) {
      const top = stack.pop();
      if (!top) continue;
      top.outer.push(close(top.opening, nodes));
      nodes = top.outer;
    }
    if (piece.text !== "") addText(nodes, piece.text);
    if (piece.leaf) nodes.push(piece.leaf);
    for (const opening of piece.opens ?? []) {
      stack.push({ opening, outer: nodes });
      nodes = [];
    }
    if (stack.length > limits.inlineDepth) return undefined;
  }
  return root;
}

function close(opening: Opening, children: readonly Inline[]): Inline {
  if ("style" in opening) return { type: opening.style, children };
  if ("link" in opening) return { type: "link", ...opening.link, children };
  return { type: "image", ...opening.image, alt: toPlainText(children) };
}

function addText(nodes: Inline[], text: string): void {
  const last = nodes[nodes.length - 1];
  if (last?.type === "text") nodes[nodes.length - 1] = { type: "text", text: last.text + text };
  else nodes.push({ type: "text", text });
}

/** Returns the visible text of the nodes, without any style. */
export function toPlainText(nodes: readonly Inline[]): string {
  return nodes
    .map((node) =>
      "children" in node
        ? toPlainText(node.children)
        : node.type === "break"
          ? "\n"
          : node.type === "image"
            ? node.alt
            : node.text,
    )
    .join("");
}
