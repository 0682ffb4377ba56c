// A record of the scenes, texts and components in the pictures of the documents, with which checks find those that no
// longer show what users see. Scenes and texts are a part of `npm test`. What components look like changes with many
// commits, and only `npm run release` refuses pictures of older ones.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { listFiles } from "../package/content.mjs";
import { allTexts } from "../texts.mjs";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
export const pictureFolder = path.join(project, "media", "pictures");
const recordFile = path.join(pictureFolder, "record.json");
/** Everything that decides what the scenes do. */
const sources = [
  "test/host/pictures.mjs",
  "test/host/pictureScenes.mjs",
  "test/host/rewindStates.mjs",
  "test/host/tourStates.mjs",
  "test/model/demo.mjs",
];
/** The folder that the scenes open. */
const sample = "test/host/sample";
const pages = fs.readdirSync(path.join(project, "media", "docs")).map((name) => `media/docs/${name}`);
const documents = ["README.md", "CHANGELOG.md", ".github/CONTRIBUTING.md", ...pages];

/** Returns the pictures that documents show, by their names without ending. */
export function listShownPictures() {
  const text = documents.map((file) => fs.readFileSync(path.join(project, file), "utf8")).join("\n");
  return [...new Set([...text.matchAll(/(?:media|\.\.)\/pictures\/([\w-]+)\.png/g)].map(([, name]) => name))].sort();
}

/** Arguments of `npm run pictures` with which it takes the pictures that documents show. */
export const listArguments = () => ["rewind", "dark", "tour", ...listShownPictures()];

const read = (file) => fs.readFileSync(path.join(project, file), "utf8");

/**
 * Returns a sum of what the scenes do, which a change of their format leaves as it is, and of the files that they show.
 */
export function hashScenes() {
  const sum = createHash("sha256");
  for (const file of sources) sum.update(esbuild.transformSync(read(file), { minify: true }).code);
  for (const file of listFiles(path.join(project, sample))) sum.update(file).update(read(path.join(sample, file)));
  return sum.digest("hex");
}

/** Returns a sum of the markup and the styles of all components; what their scripts do is in none of it. */
export function hashLook() {
  const sum = createHash("sha256");
  for (const file of listFiles(path.join(project, "webview")).filter((name) => /\.(?:svelte|css)$/.test(name))) {
    const text = read(path.join("webview", file));
    sum.update(text.replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " "));
  }
  return sum.digest("hex");
}

/** Returns the pictures that show the components as they were before. */
export function listOldPictures() {
  const look = hashLook();
  return Object.entries(readRecord()).flatMap(([name, picture]) => (picture.look === look ? [] : [name]));
}

/** Returns every text of the product that has no gap for a value. */
export function listFixedTexts() {
  return new Set([...allTexts().values()].flat().flatMap(({ text }) => (/\{\d/.test(text) ? [] : [text])));
}

/** Returns the texts of the product that a window shows, and no others. */
export async function readShownTexts(page) {
  const known = listFixedTexts();
  const shown = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.body?.innerText ?? "").catch(() => "")),
  );
  return [...new Set(shown.flatMap((text) => text.split("\n").map((line) => line.trim())))]
    .filter((line) => line.length > 3 && known.has(line))
    .sort();
}

/**
 * @returns {Record<string, { readonly scenes: string, readonly look: string, readonly texts: readonly string[] }>} by
 * the names of the pictures
 */
export function readRecord() {
  return JSON.parse(fs.readFileSync(recordFile, "utf8"));
}

/** Records of what pictures were taken just now: the texts in each, by its name. */
export function writeRecord(texts) {
  const before = fs.existsSync(recordFile) ? readRecord() : {};
  const now = Object.entries(texts).map(([name, shown]) => [
    name,
    { scenes: hashScenes(), look: hashLook(), texts: shown },
  ]);
  const all = Object.entries({ ...before, ...Object.fromEntries(now) }).filter(([name]) =>
    listShownPictures().includes(name),
  );
  fs.writeFileSync(
    recordFile,
    `${JSON.stringify(Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  );
}
