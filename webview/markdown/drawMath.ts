/** A formula: its source until the library is there, which is loaded with the first one, and where it cannot be read. */
export function drawMath({ text: written, isBlock }: { readonly text: string; readonly isBlock: boolean }): HTMLElement {
  // Its end may stand behind its last line.
  const text = written.replace(/\$\$\s*$/, "").trim();
  const element = document.createElement(isBlock ? "div" : "span");
  element.className = "math";
  element.textContent = text;
  void import("temml").then(({ default: temml }) => {
    try {
      const drawn = document.createElement("span");
      // No links, no styles of its own, and no end of macros.
      temml.render(text, drawn, { displayMode: isBlock, throwOnError: true, trust: false, maxExpand: 1_000, maxSize: [20, 20] });
      drawn.querySelector("math")?.setAttribute("aria-label", text);
      element.replaceChildren(...drawn.childNodes);
    } catch {
      element.title = text;
    }
  });
  return element;
}
