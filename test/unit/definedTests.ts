import fs from "node:fs";
import ts from "typescript";

/** A test or a suite of a file. */
export interface DefinedTest {
  /** The title as it is written, with the placeholders of a table; also the title that a row of a table gives. */
  readonly title: string;
  /** `npm test` leaves it out, by its own tag or by that of its suite or module. */
  readonly isThorough: boolean;
}

const folder = new URL("../", import.meta.url);
const known = new Map<string, readonly DefinedTest[]>();

/** Returns the texts of the titles that a call of `it`, `describe` or a function like them gives. */
function getTitles({ expression, arguments: given }: ts.CallExpression): readonly string[] {
  const [first] = given;
  if (first === undefined || !given.some((each) => ts.isFunctionLike(each) || ts.isIdentifier(each))) return [];
  const title = ts.isStringLiteralLike(first) ? [first.text] : ts.isTemplateExpression(first) ? [first.getText()] : [];
  const rows = ts.isCallExpression(expression) && expression.expression.getText().endsWith(".each") ? expression.arguments[0] : undefined;
  if (rows === undefined || !ts.isArrayLiteralExpression(rows)) return title;
  const cells = rows.elements.flatMap((row) => (ts.isArrayLiteralExpression(row) ? row.elements : [row]));
  return [...title, ...cells.filter(ts.isStringLiteralLike).map(({ text }) => text)];
}

/** Returns whether options such as `{ tags: "thorough" }` have the tag in every case. */
function hasTag(call: ts.CallExpression): boolean {
  const options = call.arguments.find(ts.isObjectLiteralExpression);
  const tags = options?.properties.find((property) => ts.isPropertyAssignment(property) && property.name.getText() === "tags");
  if (tags === undefined || !ts.isPropertyAssignment(tags) || ts.isConditionalExpression(tags.initializer)) return false;
  return /["']thorough["']/.test(tags.initializer.getText());
}

/** Returns the tests and suites of a file below `test/`, named without ".test.ts"; nothing if there is no such file. */
export function readDefinedTests(name: string): readonly DefinedTest[] {
  const before = known.get(name);
  if (before) return before;
  const place = new URL(`${name}.test.ts`, folder);
  const found: DefinedTest[] = [];
  const visit = (node: ts.Node, isInThorough: boolean): void => {
    const isThorough = isInThorough || (ts.isCallExpression(node) && hasTag(node));
    if (ts.isCallExpression(node)) found.push(...getTitles(node).map((title) => ({ title, isThorough })));
    ts.forEachChild(node, (child) => visit(child, isThorough));
  };
  if (fs.existsSync(place)) {
    const text = fs.readFileSync(place, "utf8");
    visit(ts.createSourceFile(place.pathname, text, ts.ScriptTarget.Latest, true), text.includes("// @module-tag thorough"));
  }
  known.set(name, found);
  return found;
}

/** Returns the test that a reference such as "unit/protocol/client > announces hooks" names, one of `npm test` where several fit. */
export function findTest(reference: string): DefinedTest | undefined {
  const [file = "", title = ""] = reference.split(" > ");
  const named = title === "" ? [] : readDefinedTests(file).filter((each) => each.title.includes(title));
  return named.find(({ isThorough }) => !isThorough) ?? named[0];
}
