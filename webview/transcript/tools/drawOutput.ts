import type { ColouredText } from "../../../extension/contract/tools.ts";
import { drawInline, type OpenTarget } from "../../markdown/drawInline.ts";
import { fileReferences, type KnownPlaces } from "../../markdown/references.ts";

/**
 * Draws what a program put out, in its colours, with links to the files that are there. By hand: an output has thousands of pieces,
 * and as components they stop the page.
 */
export function drawOutput(element: Element, pieces: readonly ColouredText[], known: Pick<KnownPlaces, "exists">, open: OpenTarget): void {
  const all = document.createDocumentFragment();
  for (const piece of pieces) {
    const { text, colour, isBold } = piece;
    const parent = colour || isBold ? all.appendChild(document.createElement("span")) : all;
    if (parent instanceof HTMLElement) {
      // The editor's own name of a colour of its terminal.
      if (colour) parent.style.color = `var(--vscode-terminal-ansi${colour.charAt(0).toUpperCase()}${colour.slice(1)})`;
      if (isBold) parent.style.fontWeight = "600";
    }
    const drawn = document.createDocumentFragment();
    drawInline(drawn, [], fileReferences(text, known), open);
    parent.append(drawn);
  }
  element.replaceChildren(all);
}
