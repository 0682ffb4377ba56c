// Prints every text that a user reads, with its key, for a reader and for translators: `npm run texts`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["extension/shared/text", "extension/shared/pages"];

/** Fields of package.json that the editor shows. */
const shownFields =
  /^(title|shortTitle|label|displayName|name|description|markdownDescription|enumItemLabels|enumDescriptions|markdownEnumDescriptions|contents|altText|patternErrorMessage)$/;
/** Fields that name an entry of a list in package.json. */
const nameFields = ["command", "id", "viewType", "view"];

/** @typedef {{ readonly key: string, readonly text: string }} Text */

/** The name that a node gives to what is in it: a function, a field, a case. */
function getName(node) {
  if (ts.isCaseClause(node)) return node.expression.text;
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node);
  if (isNamed) return node.name && (ts.isStringLiteral(node.name) ? node.name.text : node.name.getText());
  const isEntry = ts.isArrayLiteralExpression(node) && ts.isStringLiteral(node.elements[0] ?? node);
  return isEntry ? node.elements[0].text : undefined;
}

/** Numbers the texts that share a name, so that every key stands for one text. */
function withUniqueKeys(texts) {
  const counts = new Map();
  const numbered = texts.map(({ key, text }) => {
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    return { key, text, number };
  });
  return numbered.map(({ key, text, number }) => ({ key: counts.get(key) > 1 ? `${key} ${number}` : key, text }));
}

/** @returns {Text[]} the texts of one file, in their order */
export function getTexts(source, name) {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node, names) => {
    const own = getName(node);
    const inside = own ? [...names, own] : names;
    const [text] = ts.isCallExpression(node) && node.expression.getText() === "t" ? node.arguments : [];
    if (text && ts.isStringLiteralLike(text)) found.push({ key: names.join("."), text: text.text });
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, []);
  return withUniqueKeys(found);
}

/** @returns {Text[]} the texts of package.json: commands, views, settings */
export function manifestTexts(manifest) {
  const found = [];
  const visit = (value, names) => {
    for (const [name, entry] of Object.entries(value)) {
      const field = Array.isArray(value)
        ? (nameFields.map((each) => entry?.[each]).find((each) => typeof each === "string") ?? name)
        : name;
      const key = [...names, field].join(".");
      if (shownFields.test(name))
        for (const text of [entry].flat()) if (typeof text === "string") found.push({ key, text });
      if (typeof entry === "object" && entry !== null && !shownFields.test(name)) visit(entry, [...names, field]);
    }
  };
  const { displayName, description, capabilities, contributes } = manifest;
  visit({ displayName, description, capabilities, contributes }, []);
  return withUniqueKeys(found);
}

/** @returns {Map<string, Text[]>} every text, by the file that it stands in */
export function allTexts() {
  const read = (name) => fs.readFileSync(path.join(root, name), "utf8");
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => name.replaceAll("\\", "/"))
      .sort()
      .map((name) => [`${folder}/${name}`, getTexts(read(`${folder}/${name}`), name)]),
  );
  return new Map([
    ...files.filter(([, texts]) => texts.length > 0),
    ["package.json", manifestTexts(JSON.parse(read("package.json")))],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, texts] of allTexts())
    console.log(
      [`${name}\n`, ...texts.map(({ key, text }) => `  ${key}\n    ${text.replaceAll("\n", "\n    ")}\n`)].join(""),
    );
