/** Width in pixels of a diagram without its own width. */
const unknownWidth = 300;
let count = 0;
/** The last drawing. Diagrams are drawn one after the other, because each changes how the page creates styles while it is drawn. */
let drawing: Promise<unknown> = Promise.resolve();

interface Drawing {
  /** Address of an image, not markup: an image runs no script and loads nothing. */
  readonly address: string;
  /** Width in pixels at which the text has its intended size. */
  readonly width: number;
}

/** Draws a diagram. The library is loaded with the first one. Rejects with the reason if the source is invalid. */
export function drawDiagram(source: string, isDark: boolean): Promise<Drawing> {
  const drawn = drawing.then(() => draw(source, isDark));
  drawing = drawn.catch(() => {});
  return drawn;
}

/** Options that a diagram cannot set: the library's own list (mermaid 11.17), which our list replaces, plus HTML in labels and styles. */
const secure = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges", "htmlLabels", "themeCSS"];

async function draw(source: string, isDark: boolean): Promise<Drawing> {
  const { default: mermaid } = await import("mermaid");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure,
    htmlLabels: false,
    theme: isDark ? "dark" : "default",
    suppressErrorRendering: true,
  });
  const restore = allowStyles();
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, source);
    const width = Number(/viewBox="\S+ \S+ (\S+)/.exec(svg)?.[1]);
    return { address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`, width: Number.isFinite(width) ? Math.ceil(width) : unknownWidth };
  } finally {
    restore();
  }
}

/**
 * Adds the page's nonce to new style elements: the library measures text with its own styles, which the page accepts only with the nonce. Returns a
 * function that undoes this.
 */
function allowStyles(): () => void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  const { createElement } = document;
  if (nonce === undefined) return () => {};
  document.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name.toLowerCase() === "style") element.nonce = nonce;
    return element;
  }) as typeof document.createElement;
  return () => {
    document.createElement = createElement;
  };
}
