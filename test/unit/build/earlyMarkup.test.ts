import path from "node:path";
import type { OnEndResult, OnStartResult, OutputFile, PluginBuild } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { composerText } from "../../../extension/shared/text/composer/composer.ts";
import { panelText } from "../../../extension/shared/text/panel.ts";
import { earlyMarkup } from "../../../webview/build/earlyMarkup.mjs";
import { readStyles } from "../../../webview/build/svelte.mjs";

let html: string;
const { plugin, has } = earlyMarkup({ dev: false });

beforeAll(async () => {
  const files: OutputFile[] = [];
  const steps: (() => unknown)[] = [];
  plugin.setup({
    initialOptions: { outdir: "anywhere", write: false },
    onResolve() {},
    onLoad() {},
    onStart: (start: () => OnStartResult) => steps.push(start),
    onEnd: (end: (result: unknown) => Promise<OnEndResult>) =>
      steps.push(() => end({ errors: [], outputFiles: files })),
  } as unknown as PluginBuild);
  for (const step of steps) await step();
  html = new TextDecoder().decode(files[0]?.contents);
});

it("has the field and the buttons of a new conversation, and room for its suggestions", () => {
  expect(html).toContain(`<textarea aria-label="${composerText.message()}"`);
  expect(html).toContain(`aria-label="${composerText.attach()}"`);
  expect(html).toContain(panelText.start());
  expect(html).toMatch(/class="reserved[^>]*--count: ?3/);
});

it("has one button that waits for text, which early.ts takes for the one that sends", () => {
  expect(html.match(/<button[^>]*disabled/g)).toHaveLength(1);
  expect(html).toMatch(new RegExp(`<button[^>]*aria-label="${composerText.send()}"[^>]*disabled`));
});

it("has no ids that elements of the page could repeat, no comments and no scripts", () => {
  expect(html).not.toMatch(/\sid="|<!--|<script/);
});

it("tells the styles of its components from those of others", async () => {
  const find = async (file: string): Promise<boolean> => has(await readStyles(path.resolve(file), { dev: false }));
  expect(await find("webview/composer/Composer.svelte")).toBe(true);
  expect(await find("webview/requests/RequestCard.svelte")).toBe(false);
});
