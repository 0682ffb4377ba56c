// @module-tag thorough
// @vitest-environment node
import fs from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { readHostSource } from "./program.ts";

const schemas =
  /^extension\/core\/protocol\/\w+\/(?:\w*[fF]rames|permission|inbound|initialize|\w*[rR]equests|mcpConfig|hookSchemas|userMessage)\.ts$/;

/** Objects that are handed on as a whole, to code that names their fields in a type of its own. */
const handedOn: ReadonlySet<string> = new Set([
  "message.role",
  "mcpServer.name",
  "mcpServer.status",
  "mcpServer.source",
  "task_started.description",
  "task_started.task_type",
  "tasks.task_type",
  "tasks.description",
  "commands.name",
  "input.hook_event_name",
  "jsonRpc.jsonrpc",
  "agentDefinition.description",
  "agentDefinition.tools",
  "agentDefinition.disallowedTools",
  "slashCommand.name",
  "slashCommand.description",
  "slashCommand.argumentHint",
  "loginAccount.email",
  "loginAccount.organization",
  "categories.name",
  "categories.tokens",
  "mcpTools.name",
  "mcpTools.serverName",
  "mcpTools.tokens",
  "session.total_lines_added",
  "session.total_lines_removed",
  "get_usage.subscription_type",
  "get_usage.rate_limits",
  "hookSpecificOutput.permissionDecision",
  "hookSpecificOutput.permissionDecisionReason",
  "hookSpecificOutput.decision",
  "decision.behavior",
]);

/** Fields in the table of what is not shown, `core/protocol/README.md`. */
const explained = new Set(
  [
    ...fs
      .readFileSync(new URL("../../extension/core/protocol/README.md", import.meta.url), "utf8")
      .matchAll(/^\| `[^|]*\|/gm),
  ].flatMap(([row]) => [...row.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)),
);

/** Returns whether a field belongs to an object that `claude` sends: what we send is checked strictly. */
function isReceived(field: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): boolean {
  const call = field.parent.parent;
  return ts.isCallExpression(call) && /(?:looseObject|^system|^frame|^message)$/.test(call.expression.getText());
}

it("reads every parsed field, according to the compiler, or lists why not", { timeout: 300_000 }, () => {
  const { checker, files } = readHostSource();
  const read = new Set<ts.Node>();
  const note = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) read.add(declaration);
  };
  const noteRead = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name));
    else if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
      note(checker.getSymbolAtLocation(node.argumentExpression));
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      const type = checker.getTypeAtLocation(node.parent);
      if (ts.isIdentifier(name) || ts.isStringLiteral(name))
        for (const each of type.isUnion() ? type.types : [type]) note(checker.getPropertyOfType(each, name.text));
    }
    ts.forEachChild(node, noteRead);
  };
  for (const file of files((name) => name.startsWith("extension/") && !schemas.test(name)).values()) noteRead(file);
  const unread: string[] = [];
  let count = 0;
  for (const [name, file] of files((each) => schemas.test(each))) {
    const look = (node: ts.Node): void => {
      if (
        (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
        ts.isObjectLiteralExpression(node.parent) &&
        isReceived(node)
      ) {
        const field = node.name.getText();
        const owner = ts.findAncestor(
          node.parent,
          (each) => (ts.isVariableDeclaration(each) || ts.isPropertyAssignment(each)) && each !== node,
        );
        const where =
          owner && (ts.isVariableDeclaration(owner) || ts.isPropertyAssignment(owner)) ? owner.name.getText() : name;
        count++;
        if (!read.has(node) && field !== "subtype" && !explained.has(field) && !handedOn.has(`${where}.${field}`))
          unread.push(`${where}.${field}`);
      }
      ts.forEachChild(node, look);
    };
    look(file);
  }
  expect(count).toBeGreaterThan(200);
  expect(unread).toEqual([]);
});
