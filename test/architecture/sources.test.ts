// @vitest-environment node
import path from "node:path";
import { expect, it } from "vitest";
import { findDefinedTests } from "../unit/definedTests.ts";
import { files, getImports, hostFiles, read, webviewFiles } from "./sources.ts";

it("cites no document that is not in the repository", () => {
  for (const file of [...hostFiles, ...webviewFiles])
    expect(read(file), file).not.toMatch(/\b[TL]-\d+\b|protocol\.md|design\.md/);
});

it("has the script in the document import only files of its own", () => {
  const early = "webview/early.ts";
  const importsOf = (file: string) => getImports(file).flatMap(({ isType, target }) => (isType ? [] : [target]));
  const own = importsOf(early);
  expect(own.flatMap(importsOf)).toEqual([]);
  // A file that others import too would become one that the document has to load.
  const others = webviewFiles.filter((file) => file !== early);
  expect(others.flatMap(importsOf).filter((target) => own.includes(target))).toEqual([]);
});

it("has no file above its limit of lines", () => {
  const scripts = [...files("webview/build", [".mjs"]), "esbuild.mjs"];
  const limited = [...hostFiles, ...webviewFiles, ...files("test", [".ts", ".mjs"]), ...scripts];
  const limitOf = (file: string): number => {
    if (file === "extension/start.ts") return 180;
    return /^(extension|webview)\//.test(file) ? 300 : 400;
  };
  const isLong = (file: string): boolean => read(file).split("\n").length > limitOf(file);
  expect(limited.filter(isLong)).toEqual([]);
});

it("keeps comments within 120 columns, which the formatter leaves as they are", () => {
  const scripts = [
    ...hostFiles,
    ...webviewFiles.filter((file) => file.endsWith(".ts")),
    ...files("test", [".ts", ".mjs"]),
  ];
  const isLong = (line: string): boolean => line.length > 120 && /^\s*(?:\/\/|\/?\*)/.test(line);
  expect(
    scripts.flatMap((file) =>
      read(file)
        .split("\n")
        .filter(isLong)
        .map((line) => `${file}: ${line}`),
    ),
  ).toEqual([]);
});

it("gives each test a title of at most 15 words", () => {
  const titles = files("test", [".test.ts"])
    .flatMap((file) => findDefinedTests(read(file)).map((test) => ({ file, ...test })))
    .filter(({ isOfRow }) => !isOfRow);
  // A placeholder counts as a word.
  const isLong = (title: string): boolean =>
    title
      .replace(/\$\{[^}]*\}/g, "%s")
      .trim()
      .split(/\s+/).length > 15;
  expect(titles.length).toBeGreaterThan(2_000);
  expect(titles.filter(({ title }) => isLong(title)).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

it("keeps every line of components and style sheets within 120 columns", () => {
  const sources = [...files("webview", [".svelte", ".css", ".html"]), ...files("test", [".svelte"])];
  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources.flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => line.length > 120)
        .map((line) => `${file}: ${line}`),
    ),
  ).toEqual([]);
});

it("leaves keys to an input method by one function", () => {
  // The script inside the document imports nothing that other files import.
  for (const file of webviewFiles.filter((each) => !/(?:ui\/isComposing|early)\.ts$/.test(each)))
    expect(read(file), file).not.toMatch(/\.isComposing|keyCode/);
});

it("renders text as text: no component makes HTML of a string", () => {
  for (const file of webviewFiles)
    expect(read(file), file).not.toMatch(/\{@html|innerHTML|insertAdjacentHTML|\beval\(|new Function/);
});

it("gives an exported name one meaning: it is declared in one file", () => {
  const declared = new Map<string, string[]>();
  for (const file of [...hostFiles, ...webviewFiles]) {
    const text = read(file);
    const script = file.endsWith(".svelte") ? (/<script module[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? "") : text;
    const names = script.matchAll(
      /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    );
    for (const name of new Set([...names].map(([, each = ""]) => each)))
      declared.set(name, [...(declared.get(name) ?? []), file]);
  }
  expect(declared.size).toBeGreaterThan(1_000);
  expect([...declared].filter(([, places]) => places.length > 1)).toEqual([]);
});

it("moves the focus and scrolls only by functions that don't move the editor's window", () => {
  const moving =
    /\.(?:focus|select)\(\)|\.scrollIntoView|\.scrollIntoViewIfNeeded|\bautofocus\b|\.focus\((?!\{ preventScroll: true \}\))/;
  for (const file of webviewFiles.filter((each) => !each.endsWith("ui/focusElement.ts")))
    expect(read(file), file).not.toMatch(moving);
});

it.each(["utils", "helpers", "types", "manager"])("has no file named %s", (name) => {
  for (const file of [...hostFiles, ...webviewFiles]) expect(path.basename(file).toLowerCase()).not.toContain(name);
});
