// @vitest-environment node
import ts from "typescript";
import { expect, it } from "vitest";
import { hostFiles, read, webviewFiles } from "./sources.ts";

/** Maximum number of lines of a function. */
const maxLines = 60;

const parse = (file: string): ts.SourceFile => ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);

/** Calls the function for a node and everything in it. */
function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  ts.forEachChild(node, (child) => visit(child, each));
}

/** Returns the names of the functions of a file that are too long. */
function findLong(file: string): readonly string[] {
  if (read(file).split("\n").length <= maxLines) return [];
  const source = parse(file);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const found: string[] = [];
  visit(source, (node) => {
    if (!ts.isFunctionLike(node) || lineOf(node.end) - lineOf(node.getStart()) < maxLines) return;
    const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    found.push(named?.getText() ?? (ts.isConstructorDeclaration(node) ? "constructor" : "function"));
  });
  return found;
}

/** Returns the names that the statements of a block declare, with their positions. */
function getDeclared(block: ts.Block): ReadonlyMap<string, number> {
  const declared = new Map<string, number>();
  for (const statement of block.statements.filter(ts.isVariableStatement))
    for (const declaration of statement.declarationList.declarations)
      visit(declaration.name, (node) => {
        if (ts.isIdentifier(node)) declared.set(node.text, declaration.getStart());
      });
  return declared;
}

/** Returns the names that functions of a file reach before their block declares them. */
function findForward(file: string): readonly string[] {
  const found = new Set<string>();
  visit(parse(file), (block) => {
    if (!ts.isBlock(block)) return;
    const declared = getDeclared(block);
    visit(block, (node) => {
      if (!ts.isIdentifier(node) || node.getStart() >= (declared.get(node.text) ?? 0)) return;
      const { parent } = node;
      const isNameOfProperty =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      if (!isNameOfProperty && !ts.isBindingElement(parent) && !ts.isParameter(parent)) found.add(node.text);
    });
  });
  return [...found];
}

it("has no function of more than 60 lines, except those of one sequence", () => {
  const scripts = [...hostFiles, ...webviewFiles.filter((file) => file.endsWith(".ts"))];
  const long = scripts.flatMap((file) => findLong(file).map((name) => `${file}: ${name}`));
  expect(long.sort()).toEqual([
    "extension/extension.ts: activate",
    "extension/start.ts: startHost",
    "extension/vscode/chat/earlyView.ts: resolveWebviewView",
    "extension/vscode/chat/editorTabs.ts: resolveCustomEditor",
  ]);
});

it("builds objects before those that need them, except where two need each other", () => {
  const wiring = hostFiles.filter((file) => file === "extension/start.ts" || file.startsWith("extension/wiring/"));
  const forward = wiring.flatMap((file) => findForward(file).map((name) => `${file}: ${name}`));
  expect(forward.sort()).toEqual([
    "extension/start.ts: commands",
    "extension/start.ts: listParts",
    "extension/wiring/cliParts.ts: isolation",
    "extension/wiring/cliParts.ts: trust",
    "extension/wiring/isolationActionParts.ts: actions",
    "extension/wiring/isolationActionParts.ts: worktrees",
    "extension/wiring/rewindParts.ts: rewind",
  ]);
});
