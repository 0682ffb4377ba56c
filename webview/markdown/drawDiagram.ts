let count = 0;
/** Diagrams are drawn one after the other: each has the page take styles for its time. */
let drawing: Promise<unknown> = Promise.resolve();

/**
 * A diagram as the address of an image: an image runs no script and loads nothing. The library is loaded with the first one.
 * Rejects with the reason when the source cannot be read.
 */
export function drawDiagram(source: string, isDark: boolean): Promise<string> {
  const drawn = drawing.then(() => draw(source, isDark));
  drawing = drawn.catch(() => {});
  return drawn;
}

/** What no diagram may set for itself: the library's own limits (mermaid 11.17), which a list of ours takes the place of, HTML in labels, and styles. */
const secure = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "suppressErrorRendering", "maxEdges", "htmlLabels", "themeCSS"];

async function draw(source: string, isDark: boolean): Promise<string> {
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
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
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
