// The licenses of the packages whose code is in the bundles, which a bundle does not carry itself.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const isLicense = (file) => /^(licen[cs]e|copying|notice)([-.]|$)/i.test(file) && !/\.[cm]?[jt]s$/.test(file);

/** Licenses under which Tandem uses packages that offer a choice, with the file that holds the text. */
const choices = new Map([["dompurify", { license: "Apache-2.0", file: "LICENSE" }]]);

/** Long licenses that ask for their address only, with what else they ask for, by the package. */
const addresses = new Map([
  [
    "@vscode/codicons",
    {
      license: "CC-BY-4.0",
      text: "Copyright (c) Microsoft Corporation and other contributors. The font holds only the icons that Tandem uses. Without warranties.\nhttps://creativecommons.org/licenses/by/4.0/legalcode",
    },
  ],
]);

/**
 * Returns the folders of the packages that esbuild's lists of inputs name, such as
 * `node_modules/d3/node_modules/d3-path`.
 */
export function findPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const folders = inputs.map(
    (input) => /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/**
 * Returns the text of `licenses.txt` for packages in the folder of the project. Rejects when one has no license that
 * can be told.
 */
export async function makeLicenses(project, folders) {
  const packages = await Promise.all(folders.map((folder) => readPackage(join(project, folder))));
  const first = new Map();
  const parts = packages.map(({ name, title, text }) => {
    const same = first.get(text);
    if (same === undefined) first.set(text, name);
    return `${title}\n${"=".repeat(title.length)}\n\n${same === undefined ? text : `The same text as that of ${same}.`}\n`;
  });
  return `Tandem contains code of these packages.\n\n${parts.join("\n\n")}`;
}

async function readPackage(folder) {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const choice = choices.get(manifest.name);
  const address = addresses.get(manifest.name);
  const name = `${manifest.name} ${manifest.version}`;
  if (address) {
    if (manifest.license !== address.license)
      throw new Error(`${manifest.name} has another license: ${manifest.license}.`);
    return { name, title: `${name} (${address.license})`, text: address.text };
  }
  if (choice && !manifest.license.split(/[ ()]+/).includes("OR"))
    throw new Error(`${manifest.name} offers no choice of licenses.`);
  const files = choice ? [choice.file] : (await readdir(folder)).filter(isLicense).sort();
  const texts = await Promise.all(
    files.map(async (file) => (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n").trim()),
  );
  if (texts.length === 0) texts.push(textWithoutFile(manifest));
  return { name, title: `${name} (${choice?.license ?? manifest.license ?? "see below"})`, text: texts.join("\n\n") };
}

/** Returns the terms that a package names without their text. */
function textWithoutFile({ name, license, author }) {
  if (license !== "MIT")
    throw new Error(`${name} is bundled and has no license file, and its license is ${license}, not MIT.`);
  const holder =
    (typeof author === "string" ? author.replace(/ *[<(].*/, "") : author?.name) ?? `the authors of ${name}`;
  return mitText.replace("{holder}", holder);
}

const mitText = `MIT License

Copyright (c) {holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
