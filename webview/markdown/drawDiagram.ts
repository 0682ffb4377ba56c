/** Of a diagram that does not say how wide it is; in pixels. */
const unknownWidth = 300;
let count = 0;
/** Diagrams are drawn one after the other: each has the page take styles for its time. */
let drawing: Promise<unknown> = Promise.resolve();

interface Drawing {
  /** Of an image: an image runs no script and loads nothing. */
  readonly address: string;
  /** In pixels, at which its text is as large as it was meant to be. */
  readonly width: number;
}

/** Draws a diagram. The library is loaded with the first one. Rejects with the reason when the source cannot be read. */
export function drawDiagram(source: string, isDark: boolean): Promise<Drawing> {
  const drawn = drawing.then(() => draw(source, isDark));
  drawing = drawn.catch(() => {});
  return drawn;
}

/** What no diagram may set for itself: the library's own limits (mermaid 11.17), which a list of ours takes the place of, HTML in labels, and styles. */
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

/** The library measures texts with styles of its own, which the page takes only with its nonce. */
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
