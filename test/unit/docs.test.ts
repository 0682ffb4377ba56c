import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { docsFolder, generated } from "../docs.mjs";

const root = path.join(docsFolder, "..", "..");
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const { commands, configuration } = manifest.contributes;
const pages = fs.readdirSync(docsFolder).filter((name) => name.endsWith(".md"));
const written = [
  "README.md",
  "CHANGELOG.md",
  ...pages.filter((name) => !(name in generated)).map((name) => `media/docs/${name}`),
];
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");

it.each(Object.entries(generated))("repeats the manifest in %s (npm run docs writes it)", (name, render) => {
  expect(read(`media/docs/${name}`)).toBe(render(manifest));
});

it("has every setting and command in its page", () => {
  const settings = configuration.flatMap(({ properties }: { properties: object }) => Object.keys(properties));
  const ids = commands.map(({ command }: { command: string }) => command);
  expect([settings.length > 60, ids.length > 100]).toEqual([true, true]);
  expect(settings.filter((name: string) => !read("media/docs/settings.md").includes(`| \`${name}\` |`))).toEqual([]);
  expect(ids.filter((name: string) => !read("media/docs/commands.md").includes(`| \`${name}\` |`))).toEqual([]);
});

it("names only settings and commands that exist", () => {
  const settings = configuration.flatMap(({ properties }: { properties: object }) => Object.keys(properties));
  const titles = new Set(commands.map(({ title }: { title: string }) => title));
  const wrong = written.flatMap((file) => {
    const text = read(file);
    const named = [...text.matchAll(/`(tandem\.[\w.]+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !settings.includes(name));
    const commanded = [...text.matchAll(/_Tandem: ([^_]+)_|\*\*Tandem: ([^*]+)\*\*/g)]
      .map(([, a, b]) => a ?? b ?? "")
      .filter((title) => !titles.has(title));
    return [...named, ...commanded].map((name) => `${file}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

it("keeps the README short, with the commands to try and test it", () => {
  const text = read("README.md");
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(700);
  for (const command of ["npm ci && npm start", "npm ci && npm test", "npm run package"])
    expect(text).toContain(command);
});

it("is reached from the index of the documents", () => {
  expect(pages.filter((name) => name !== "README.md" && !read("media/docs/README.md").includes(`](${name})`))).toEqual(
    [],
  );
});
