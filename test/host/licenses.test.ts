import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { readEntries } from "../package/archive.mjs";
import { ensurePackage } from "../package/ensurePackage.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Folders of the packages whose code is in the bundles, from esbuild's list of inputs. */
    bundledPackages: readonly string[];
  }
}

const project = path.join(import.meta.dirname, "..", "..");
const folders = inject("bundledPackages");
/** The text in the package. */
let licenses: string;

beforeAll(async () => {
  const { file } = await ensurePackage();
  licenses = String(
    readEntries(file)
      .find(({ name }) => name === "extension/dist/licenses.txt")
      ?.read(),
  );
});

/** Returns a text without line breaks, which a package may have in another system's form. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

it("names each package in the bundles and no other", () => {
  const named = [...licenses.matchAll(/^(\S+ \d\S*) \(.*\)\n=+$/gm)].map(([, name]) => name);
  const bundled = folders.map((folder) =>
    JSON.parse(fs.readFileSync(path.join(project, folder, "package.json"), "utf8")),
  );
  expect(named).toEqual(bundled.map(({ name, version }) => `${name} ${version}`));
  expect(named.map((name) => name?.split(" ")[0])).toEqual(
    expect.arrayContaining(["svelte", "zod", "mermaid", "katex"]),
  );
});

it.each(["svelte/LICENSE.md", "zod/LICENSE", "dompurify/LICENSE", "d3-sankey/node_modules/d3-path/LICENSE"])(
  "holds the whole of %s",
  (file) => {
    expect(flat(licenses)).toContain(flat(fs.readFileSync(path.join(project, "node_modules", file), "utf8")));
  },
);

it("names the authors, the changes and the address of the icons' license", () => {
  const [, ofIcons] = licenses.split(/^@vscode\/codicons \S+ \(CC-BY-4\.0\)\n=+\n/m);
  expect(flat(ofIcons?.slice(0, 220) ?? "")).toMatch(
    /^Copyright \(c\) Microsoft Corporation .* only the icons that Tandem uses\. .*creativecommons\.org\/licenses\/by\/4\.0\//,
  );
});

it("holds the permission that goes with a package that has no file for it", () => {
  const [, ofFastdom] = licenses.split(/^fastdom \S+ \(MIT\)\n=+\n/m);
  expect(flat(ofFastdom?.slice(0, 200) ?? "")).toMatch(
    /^MIT License Copyright \(c\) Wilson Page Permission is hereby granted/,
  );
});

it("names the chosen license of a package that offers several, with that license's text", () => {
  const [, ofDompurify] = licenses.split(/^dompurify \S+ \(Apache-2\.0\)\n=+\n/m);
  expect(flat(ofDompurify?.slice(0, 200) ?? "")).toMatch(/^Apache License Version 2\.0, January 2004/);
});
