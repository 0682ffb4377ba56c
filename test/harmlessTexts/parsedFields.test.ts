// @module-tag thorough
// @vitest-environment node
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { readHostSource } from "./program.ts";

const schemas =
  /^extension\/core\/protocol\/\w+\/(?:\w*[fF]rames|permission|inbound|initialize|\w*[rR]equests|mcpConfig|hookSchemas|userMessage)\.ts$/;

/** Fields of objects that are handed on as a whole, by the file that reads them under a type of its own. */
const handedOn: Readonly<Record<string, readonly string[]>> = {
  "protocol/frames/plainFrames": ["message.role"],
  "conversation/servers/reportedServers": ["mcpServer.name", "mcpServer.status"],
  "conversation/reduce/backgroundTasks": [
    ...["task_started.description", "task_started.task_type", "tasks.task_type", "tasks.description"],
  ],
  "conversation/reduce/slashCommands": [
    ...["commands.name", "slashCommand.name", "slashCommand.description", "slashCommand.argumentHint"],
  ],
  "conversation/eventPublisher": ["input.hook_event_name"],
  "conversation/account": ["loginAccount.email", "loginAccount.organization"],
  "conversation/controls": ["categories.name", "categories.tokens", "mcpTools.name", "mcpTools.tokens"],
  "conversation/usage/planUsage": [
    ...["session.total_lines_added", "session.total_lines_removed", "get_usage.subscription_type"],
    "get_usage.rate_limits",
  ],
};

/** Fields of what is sent to `claude`, and those that tell one frame from another. */
const notRead: ReadonlySet<string> = new Set([
  ...["description", "tools", "disallowedTools", "model", "prompt"].map((name) => `agentDefinition.${name}`),
  ...["permissionDecision", "permissionDecisionReason", "decision"].map((name) => `hookSpecificOutput.${name}`),
  "decision.behavior",
  "jsonRpc.jsonrpc",
  // A dialog is refused where these are missing.
  "userDialogRequest.dialog_kind",
  "userDialogRequest.payload",
  // An id of every frame.
  "internalFrames.session_id",
]);

/** Returns whether a field belongs to an object that `claude` sends: what we send is checked strictly. */
function isReceived(field: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): boolean {
  const call = field.parent.parent;
  return ts.isCallExpression(call) && /(?:looseObject|^system|^frame|^message)$/.test(call.expression.getText());
}

/** Returns the names that a file reads, of any object. */
function listNames(file: ts.SourceFile): ReadonlySet<unknown> {
  const names = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) names.add(node.text);
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    if (ts.isBindingElement(node)) names.add((node.propertyName ?? node.name).getText());
    ts.forEachChild(node, look);
  };
  look(file);
  return names;
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
  const unread = new Set<string>();
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
          owner && (ts.isVariableDeclaration(owner) || ts.isPropertyAssignment(owner))
            ? owner.name.getText()
            : path.posix.basename(name, ".ts");
        count++;
        if (!read.has(node) && field !== "subtype") unread.add(`${where}.${field}`);
      }
      ts.forEachChild(node, look);
    };
    look(file);
  }
  expect(count).toBeGreaterThan(200);
  const elsewhere = Object.entries(handedOn).flatMap(([name, fields]) => {
    const file = files((each) => each === `extension/core/${name}.ts`)
      .values()
      .next().value;
    const names = file ? listNames(file) : new Set();
    return fields.filter((field) => names.has(field.split(".")[1]));
  });
  expect([...unread].sort()).toEqual([...elsewhere, ...notRead].sort());
});
