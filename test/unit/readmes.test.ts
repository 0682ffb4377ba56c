import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Folders with what is installed or built. */
const foreign: ReadonlySet<string> = new Set(["node_modules", "installs", "out"]);

/** Returns a folder and all folders in it, relative to the project, with "/". */
function foldersIn(folder: string): readonly string[] {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  const inner = entries
    .filter((entry) => entry.isDirectory() && !foreign.has(entry.name))
    .map(({ name }) => `${folder}/${name}`);
  return [folder, ...inner.flatMap(foldersIn)];
}

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8");
const exists = (file: string): boolean => fs.existsSync(path.join(root, file));

const sources = ["extension", "webview"].flatMap(foldersIn);
/** Documents that name files of other projects, or, in tables that `citedTests.test.ts` reads, tests below `test/`. */
const others: ReadonlySet<string> = new Set(["extension/DECISIONS.md", "test/fuzz/README.md"]);
/** All other documents of folders. */
const documents = [...sources, ...foldersIn("test"), "media/docs"]
  .flatMap((folder) => filesIn(folder).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith(".md") && !others.has(file))
  .concat(".github/CONTRIBUTING.md");

/** Number of files from which a folder needs a README of its own. */
const needsReadme = 8;
const maxLines = 60;
/** READMEs that are longer, each with the reason. */
const longReadmes: ReadonlyMap<string, string> = new Map([
  ["extension", "it is the page to start with: walks, all layers, and what else to read"],
  [
    "extension/core/protocol",
    "its tables of traps and fields are read by `citedTests.test.ts` and `core/protocol/readFields.test.ts`",
  ],
]);

it("finds the folders and documents", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(documents.length).toBeGreaterThan(60);
});

it("has a README in each folder with many files", () => {
  const large = sources.filter(
    (folder) => filesIn(folder).filter((name) => !name.endsWith(".md")).length >= needsReadme,
  );
  expect(large.filter((folder) => !exists(`${folder}/README.md`))).toEqual([]);
});

it("keeps the READMEs of the source short", () => {
  const isLong = (folder: string): boolean =>
    exists(`${folder}/README.md`) && read(`${folder}/README.md`).trimEnd().split("\n").length > maxLines;
  expect(sources.filter(isLong)).toEqual([...longReadmes.keys()]);
});

/** Number of files from which a README may list them, grouped by subject; below, their names say what is in them. */
const mayList = 18;
/** Smaller folders whose list also leads to the folders in them. */
const listing: ReadonlySet<string> = new Set(["extension/node/checkpoints"]);

it("lists files only in the READMEs of large folders, and fewer rows than files", () => {
  const wrong = sources.filter((folder) => {
    const [, list = ""] = exists(`${folder}/README.md`)
      ? (/^## Files\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(read(`${folder}/README.md`)) ?? [])
      : [];
    const rows = list.split("\n").filter((line) => line.startsWith("|")).length - 2;
    const files = filesIn(folder).filter((name) => !name.endsWith(".md")).length;
    return list !== "" && !listing.has(folder) && (files < mayList || rows >= files);
  });
  expect(wrong).toEqual([]);
});

/** Files of the build that documents name. */
const built: ReadonlySet<string> = new Set(["start.cjs", "dist/tandem.d.ts", "dist/webview/mermaid.js"]);

/**
 * Returns the names of source files in backticks that are neither in a place that the text names nor paths from the
 * root of the project.
 */
function findMissingFiles(file: string): readonly string[] {
  const text = read(file);
  const own = path.posix.dirname(file);
  const names = [...text.matchAll(/`([\w./-]+\.(?:ts|mjs|cjs|js|svelte|css))`/g)].map(([, name = ""]) => name);
  // A file can be named alone where its folder, or a file beside it, is named with its path.
  const places = [...text.matchAll(/`([\w./-]+)\/`/g)]
    .map(([, name = ""]) => name)
    .concat(names.map((name) => path.posix.dirname(name)));
  const folders = places.flatMap((place) => [place, path.posix.join(own, place)]).filter(exists);
  const isThere = (name: string): boolean =>
    built.has(name) || exists(name) || [own, ...folders].some((folder) => exists(path.posix.join(folder, name)));
  return names.filter((name) => !isThere(name)).map((name) => `${file}: ${name}`);
}

it("names only files that exist", () => expect(documents.flatMap(findMissingFiles)).toEqual([]));

it("links only to what exists", () => {
  const linking = [...documents, ...others, "README.md"];
  const missing = linking.flatMap((file) => {
    const targets = [...read(file).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    return local
      .filter((target) => !exists(path.posix.join(path.posix.dirname(file), target)))
      .map((target) => `${file}: ${target}`);
  });
  expect(missing).toEqual([]);
});
