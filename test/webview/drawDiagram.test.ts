import mermaid from "mermaid";
import { expect, it } from "vitest";
import { drawDiagram } from "../../webview/markdown/drawDiagram.ts";

const colors = {
  isDark: false,
  text: "rgb(0, 0, 0)",
  line: "rgb(90, 90, 90)",
  border: "rgb(0, 90, 180)",
  fill: "rgb(250, 250, 250)",
  background: "rgb(255, 255, 255)",
};

/** Options that the library has after it read a diagram. jsdom measures nothing, so that none is drawn to its end. */
async function settings(source: string) {
  await drawDiagram(source, colors).catch(() => {});
  return mermaid.mermaidAPI.getConfig();
}

it.each([
  '%%{init: {"htmlLabels": true, "themeCSS": "* { fill: url(https://example.org/x) }", "securityLevel": "loose", "maxTextSize": 7}}%%\nflowchart LR\n  A --> B',
  '%%{init: {"flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A --> B',
  "---\nconfig:\n  htmlLabels: true\n  themeCSS: '* { fill: red }'\n  securityLevel: loose\n---\nflowchart LR\n  A --> B",
])("lets no diagram take what keeps it apart from the page: %j", async (source) => {
  const set = await settings(source);
  expect([
    set.htmlLabels,
    set.flowchart?.htmlLabels ?? false,
    set.themeCSS,
    set.securityLevel,
    set.maxTextSize,
  ]).toEqual([false, false, undefined, "strict", 50_000]);
});

it("leaves a diagram what it may choose", async () => {
  const set = await settings('%%{init: {"flowchart": {"curve": "linear"}}}%%\nflowchart LR\n  A --> B');
  expect(set.flowchart?.curve).toBe("linear");
});
