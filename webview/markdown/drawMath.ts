import { loadPart } from "../ui/loadPart.ts";

/**
 * Draws a formula. Shows its source until the library is loaded, which happens with the first formula, and if that
 * fails or the source is invalid.
 */
export function drawMath({
  text: written,
  isBlock,
}: {
  readonly text: string;
  readonly isBlock: boolean;
}): HTMLElement {
  // The closing `$$` may be on its last line.
  const text = written.replace(/\$\$\s*$/, "").trim();
  const element = document.createElement(isBlock ? "div" : "span");
  element.className = "math";
  element.textContent = text;
  const draw = (temml: typeof import("temml").default): void => {
    const drawn = document.createElement("span");
    // Forbids links and styles of the formula's own, and limits macro expansion.
    temml.render(text, drawn, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 1_000,
      maxSize: [20, 20],
    });
    drawn.querySelector("math")?.setAttribute("aria-label", text);
    element.replaceChildren(...drawn.childNodes);
  };
  loadPart(() => import("temml")).then(
    ({ default: temml }) => {
      try {
        draw(temml);
      } catch {
        element.title = text;
      }
    },
    (error: Error) => {
      element.title = error.message;
    },
  );
  return element;
}
