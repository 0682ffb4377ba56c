import { loadPart } from "../ui/loadPart.ts";
import type { ThemeColors } from "./themeColors.ts";

/** Width in pixels of a diagram without its own width. */
const unknownWidth = 300;
let count = 0;
/**
 * The last drawing. Diagrams are drawn one after the other, because each changes how the page creates styles while it
 * is drawn.
 */
let drawing: Promise<unknown> = Promise.resolve();

export interface Drawing {
  /** Address of an image, not markup: an image runs no script and loads nothing. */
  readonly address: string;
  /** Width in pixels at which the text has its intended size. */
  readonly width: number;
}

/**
 * Draws a diagram in the colors of a theme. The library is loaded with the first one. Rejects with the reason if that
 * fails, or if the source is invalid.
 */
export function drawDiagram(source: string, colors: ThemeColors): Promise<Drawing> {
  const drawn = drawing.then(() => draw(source, colors));
  drawing = drawn.catch(() => {});
  return drawn;
}

/**
 * Options that a diagram cannot set: the library's own list (mermaid 11.17), which our list replaces, plus HTML in
 * labels and styles.
 */
const secure = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "suppressErrorRendering",
  "maxEdges",
  "htmlLabels",
  "themeCSS",
];

async function draw(source: string, colors: ThemeColors): Promise<Drawing> {
  const { default: mermaid } = await loadPart(() => import("mermaid"));
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure,
    htmlLabels: false,
    theme: "base",
    themeVariables: getThemeVariables(colors),
    suppressErrorRendering: true,
  });
  const restore = allowStyles();
  try {
    const { svg } = await mermaid.render(`diagram-${++count}`, source);
    const width = Number(/viewBox="\S+ \S+ (\S+)/.exec(svg)?.[1]);
    return {
      address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
      width: Number.isFinite(width) ? Math.ceil(width) : unknownWidth,
    };
  } finally {
    restore();
  }
}

/** Returns the colors from which the library's plain theme derives all others. */
function getThemeVariables({
  isDark,
  text,
  line,
  border,
  fill,
  background,
}: ThemeColors): Readonly<Record<string, string | boolean>> {
  return {
    darkMode: isDark,
    background,
    mainBkg: fill,
    textColor: text,
    lineColor: line,
    primaryColor: fill,
    primaryTextColor: text,
    primaryBorderColor: border,
    secondaryColor: background,
    secondaryTextColor: text,
    tertiaryColor: background,
    tertiaryTextColor: text,
    noteBkgColor: fill,
    noteTextColor: text,
    noteBorderColor: line,
    edgeLabelBackground: background,
    titleColor: text,
  };
}

/**
 * Adds the page's nonce to new style elements: the library measures text with its own styles, which the page accepts
 * only with the nonce. Returns a function that undoes this.
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
