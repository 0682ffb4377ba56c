import { createSubscriber } from "svelte/reactivity";

/** Colors of the editor's theme, in a form that other programs can compute with, such as `rgb(31, 31, 31)`. */
export interface ThemeColors {
  readonly isDark: boolean;
  readonly text: string;
  readonly line: string;
  readonly border: string;
  readonly fill: string;
  readonly background: string;
}

/** The editor puts the kind of theme into the class of the body, and the colors into the style of the document. */
const follow = createSubscriber((update) => {
  const observer = new MutationObserver(update);
  observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style"] });
  return () => observer.disconnect();
});

/** Returns the present colors. An effect or a derived value that calls it runs again when the theme changes. */
export function readThemeColors(): ThemeColors {
  follow();
  const { classList } = document.body;
  const probe = document.body.appendChild(document.createElement("span"));
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    isDark: !classList.contains("vscode-light") && !classList.contains("vscode-high-contrast-light"),
    text: read("--text"),
    line: read("--muted"),
    border: read("--accent"),
    fill: read("--input"),
    background: read("--surface"),
  };
  probe.remove();
  return colors;
}
