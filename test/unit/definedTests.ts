import fs from "node:fs";
import ts from "typescript";

/** A test or a suite of a file. */
export interface DefinedTest {
  /** The title as it is written, with the placeholders of a table; also the title that a row of a table gives. */
  readonly title: string;
  /** The title is a text in a row of a table, which stands for a placeholder. */
  readonly isOfRow: boolean;
  /** `npm test` leaves it out, by its own tag or by that of its suite or module. */
  readonly isThorough: boolean;
}

const folder = new URL("../", import.meta.url);
const known = new Map<string, readonly DefinedTest[]>();

/** Functions that define a test or a suite, also with what follows them, as in `it.runIf(isLinux).each(rows)`. */
const definers = ["it", "test", "describe"];

/** Returns the names in the called part of an expression, such as "it", "runIf" and "each" of that. */
function readNames(called: ts.Expression): readonly string[] {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isPropertyAccessExpression(called)) return [...readNames(called.expression), called.name.text];
  if (ts.isCallExpression(called)) return readNames(called.expression);
  return ts.isTaggedTemplateExpression(called) ? readNames(called.tag) : [];
}

/** Returns the titles that a call gives to tests or suites. */
function getTitles({
  expression,
  arguments: given,
}: ts.CallExpression): readonly Pick<DefinedTest, "title" | "isOfRow">[] {
  if (!definers.includes(readNames(expression)[0] ?? "")) return [];
  const [first] = given;
  if (first === undefined || !given.some((each) => ts.isFunctionLike(each) || ts.isIdentifier(each))) return [];
  const text = ts.isStringLiteralLike(first) ? [first.text] : ts.isTemplateExpression(first) ? [first.getText()] : [];
  const written = text.map((title) => ({ title, isOfRow: false }));
  const rows =
    ts.isCallExpression(expression) && expression.expression.getText().endsWith(".each")
      ? expression.arguments[0]
      : undefined;
  if (rows === undefined || !ts.isArrayLiteralExpression(rows)) return written;
  const cells = rows.elements.flatMap((row) => (ts.isArrayLiteralExpression(row) ? row.elements : [row]));
  return [...written, ...cells.filter(ts.isStringLiteralLike).map(({ text: title }) => ({ title, isOfRow: true }))];
}

/** Returns whether a call defines what no run runs. */
function isLeftOut({ expression }: ts.CallExpression): boolean {
  const [definer = "", ...more] = readNames(expression);
  return definers.includes(definer) && more.some((name) => name === "skip" || name === "todo");
}

/** Returns whether options such as `{ tags: "thorough" }` have the tag in every case. */
function hasTag(call: ts.CallExpression): boolean {
  const options = call.arguments.find(ts.isObjectLiteralExpression);
  const tags = options?.properties.find(
    (property) => ts.isPropertyAssignment(property) && property.name.getText() === "tags",
  );
  if (tags === undefined || !ts.isPropertyAssignment(tags) || ts.isConditionalExpression(tags.initializer))
    return false;
  return /["']thorough["']/.test(tags.initializer.getText());
}

/** Returns the tests and suites of a file below `test/`, named without ".test.ts"; nothing if there is no such file. */
export function readDefinedTests(name: string): readonly DefinedTest[] {
  const before = known.get(name);
  if (before) return before;
  const place = new URL(`${name}.test.ts`, folder);
  const found = fs.existsSync(place) ? findDefinedTests(fs.readFileSync(place, "utf8")) : [];
  known.set(name, found);
  return found;
}

/** Returns the tests and suites that the source of a file defines, without those that no run runs. */
export function findDefinedTests(text: string): readonly DefinedTest[] {
  const found: DefinedTest[] = [];
  const visit = (node: ts.Node, isInThorough: boolean): void => {
    if (ts.isCallExpression(node) && isLeftOut(node)) return;
    const isThorough = isInThorough || (ts.isCallExpression(node) && hasTag(node));
    if (ts.isCallExpression(node)) found.push(...getTitles(node).map((each) => ({ ...each, isThorough })));
    ts.forEachChild(node, (child) => visit(child, isThorough));
  };
  visit(ts.createSourceFile("a.test.ts", text, ts.ScriptTarget.Latest, true), text.includes("// @module-tag thorough"));
  return found;
}

/**
 * Returns the test that a reference such as "unit/core/protocol/connection/client > announces hooks" names, one of `npm
 * test` where several fit.
 */
export function findTest(reference: string): DefinedTest | undefined {
  const [file = "", title = ""] = reference.split(" > ");
  const named = title === "" ? [] : readDefinedTests(file).filter((each) => each.title.includes(title));
  return named.find(({ isThorough }) => !isThorough) ?? named[0];
}
