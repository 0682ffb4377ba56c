// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { allTexts } from "../texts.mjs";
import { componentTexts } from "./componentTexts.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = (folder: string, ending: RegExp) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => ({
      name: `${folder}/${name.replaceAll("\\", "/")}`,
      source: fs.readFileSync(path.join(root, folder, name), "utf8"),
    }));
const components = sources("webview", /\.svelte$/);

it("takes every text of a component from extension/shared/text", () => {
  const found = components.flatMap(({ name, source }) =>
    componentTexts(source).map(({ line, text }) => `${name}:${line} ${text}`),
  );
  expect(found).toEqual([]);
  expect(components.length).toBeGreaterThan(60);
});

it.each([
  ["visible text", "<p>Loading</p>", ["Loading"]],
  ["visible text beside an expression", "<p>{count} tasks</p>", ["tasks"]],
  ["a text in an expression", '<p>{isDone ? "done" : name}</p>', ["done"]],
  ["a text behind nothing", '<p>{name || "untitled"}</p>', ["untitled"]],
  ["a template", "<p>{`by ${name}`}</p>", ["by"]],
  ["aria-label", '<ul aria-label="tasks"></ul>', ["tasks"]],
  ["aria-label in an expression", "<ul aria-label={`Model: ${name}`}></ul>", ["Model:"]],
  ["title", '<b title={isOpen ? "close" : "open"}></b>', ["close", "open"]],
  ["placeholder", '<input placeholder="message" />', ["message"]],
  ["alt", '<img alt="preview" src={url} />', ["preview"]],
  ["a property of a component", '<Card label="plan" />', ["plan"]],
  ["a snippet and a branch", "{#if a}{#snippet s()}<i>new</i>{/snippet}{:else}old{/if}", ["new", "old"]],
  [
    "a field in a script",
    '<script lang="ts">\nconst actions = [{ label: "remove", icon: "codicon-close" }] as const;\n</script>',
    ["remove"],
  ],
  [
    "a word in a script",
    '<script lang="ts">\nconst name = isCode ? "Code" : other("Input");\n</script>',
    ["Code", "Input"],
  ],
  ["an argument", '<b title={withKeys("Close the card…", "Escape")}></b>', ["Close the card…"]],
])("finds %s", (_kind, source, texts) => {
  expect(componentTexts(source).map(({ text }) => text)).toEqual(texts);
});

it("leaves names, keys and types alone", () => {
  const source = `<script lang="ts">
import { t } from "./a.ts";
interface Props { kind: "Plan" }
const { kind }: Props = $props();
const isPlan = kind === "Plan" as Props["kind"];
const icons = { info: "codicon-info codicon-spin" } as const;
</script>
<button class="button quiet" type="button" onkeydown={(event) => event.key === "Escape" && send("stop it")} data-state="open">{t.close()} · 1</button>`;
  expect(componentTexts(source)).toEqual([]);
});

it("translates nothing outside extension/shared/text", () => {
  const others = [...sources("extension", /\.ts$/), ...sources("webview", /\.(ts|svelte)$/)].filter(
    ({ name }) => !/^extension\/shared\/(text|pages)\//.test(name),
  );
  expect(others.filter(({ source }) => source.includes("@vscode/l10n")).map(({ name }) => name)).toEqual([]);
});

/** Words for one thing of which another is the name, and words that people have to solve. */
const unwelcome =
  /\bthe CLI\b|claude program|\bprocess(es)?\b|\btranscript\b|\bframe\b|\bin force\b|\bstands\b|\bgoes (?!back)|\bnobody\b|\bany more\b|!$/i;

it("uses one name for each thing, and no unclear words", () => {
  const texts = [...allTexts()].flatMap(([file, own]) => own.map(({ key, text }) => `${file} ${key}: ${text}`));
  expect(texts.filter((text) => unwelcome.test(text.replace(/^.*?: /, "")))).toEqual([]);
  expect(texts.length).toBeGreaterThan(1_000);
  expect([...allTexts().keys()]).toContain("extension/shared/pages/status/callSection.ts");
  for (const text of ["The CLI asks", "Two processes", "It goes on", "Done!"]) expect(text).toMatch(unwelcome);
});
