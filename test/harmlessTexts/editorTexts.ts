import ts from "typescript";
import type { HostSource } from "./program.ts";

/**
 * Functions that make text of others harmless (extension/vscode/plainText.ts, extension/shared/base/invisible.ts), by
 * place: messages take links, rows of lists take icons, tooltips and details of a dialog have several lines.
 */
const harmlessIn = {
  message: ["toMessageText"],
  row: ["toLabelText", "createPromptRow"],
  line: ["escapeLine", "escapePath", "toLabelText", "createPromptRow"],
  lines: ["escapeLines", "escapeLine", "escapePath", "toMessageText"],
} as const;
type Kind = keyof typeof harmlessIn;

/** Fields that the editor shows, wherever an object of its layers has them. */
const shownFields: ReadonlySet<string> = new Set([
  ...[
    "label",
    "description",
    "detail",
    "title",
    "tooltip",
    "placeHolder",
    "placeholder",
    "openLabel",
    "contentText",
    "hoverMessage",
  ],
]);
/** Fields that are shown where the editor's own types have them; elsewhere they are data. */
const ownFields: ReadonlySet<string> = new Set(["message", "text", "name", "prompt"]);
const rowFields: ReadonlySet<string> = new Set(["label", "description", "detail", "placeHolder", "placeholder"]);
/** Parameters of the editor's functions that are shown. */
const shownParameters: ReadonlySet<string> = new Set(["message", "items", "text", "label", "title", "name", "tooltip"]);
/** Functions with such a parameter that show nothing of it. */
const silent = /^(sendText|writeText|update|trace|debug|info|warn|error|append|appendLine|registerTool|invokeTool)$/;

/** A text that the editor shows, and whether it can hold what others wrote without having been made harmless. */
export interface EditorText {
  readonly place: string;
  readonly isHarmless: boolean;
}

/** Every text that a file gives to the editor to show. */
export function getEditorTexts({ checker }: HostSource, name: string, file: ts.SourceFile): EditorText[] {
  const found: EditorText[] = [];
  const isList = /QuickPick/.test(file.text);
  const add = (node: ts.Node, shown: ts.Expression, kind: Kind): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const isHarmless = new HarmlessTexts(checker, harmlessIn[kind]).has(shown);
    found.push({
      place: `${name}:${line + 1} (${kind}) ${node.getText().split("\n", 1)[0]?.slice(0, 120)}`,
      isHarmless,
    });
  };
  const kindOf = (field: string, isDialog: boolean): Kind =>
    field === "tooltip" || isDialog ? "lines" : isList && rowFields.has(field) ? "row" : "line";
  const visit = (node: ts.Node): void => {
    if ((ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && isShownField(checker, node)) {
      const shown = ts.isPropertyAssignment(node) ? node.initializer : node.name;
      add(node, shown, kindOf(node.name.getText(), typeNameAt(checker, node.parent) === "MessageOptions"));
    }
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left)
    ) {
      const field = node.left.name.text;
      if ((shownFields.has(field) || ownFields.has(field)) && isOfEditor(checker.getSymbolAtLocation(node.left.name)))
        add(node, node.right, kindOf(field, false));
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      for (const { shown, kind } of shownArguments(checker, node)) add(node, shown, kind);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isShownField(checker: ts.TypeChecker, node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): boolean {
  if (!ts.isIdentifier(node.name)) return false;
  const { text } = node.name;
  if (shownFields.has(text)) return true;
  const type = checker.getContextualType(node.parent);
  return (
    ownFields.has(text) &&
    type !== undefined &&
    isOfEditor(checker.getPropertyOfType(checker.getNonNullableType(type), text))
  );
}

function typeNameAt(checker: ts.TypeChecker, node: ts.ObjectLiteralExpression): string | undefined {
  const type = checker.getContextualType(node);
  return type && checker.getNonNullableType(type).symbol?.name;
}

function isOfEditor(symbol: ts.Symbol | undefined): boolean {
  return (
    symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName.includes("@types/vscode")) === true
  );
}

function shownArguments(
  checker: ts.TypeChecker,
  call: ts.CallExpression | ts.NewExpression,
): readonly { readonly shown: ts.Expression; readonly kind: Kind }[] {
  const declaration = checker.getResolvedSignature(call)?.getDeclaration();
  const given = [...(call.arguments ?? [])];
  if (declaration?.getSourceFile().fileName.endsWith("/conversations/banners.ts"))
    return given.flatMap((shown, index) =>
      /^(text|newText)$/.test(declaration.parameters[index]?.name.getText() ?? "") ? [{ shown, kind: "message" }] : [],
    );
  if (!declaration?.getSourceFile().fileName.includes("@types/vscode")) return [];
  const called = ts.isConstructorDeclaration(declaration)
    ? (declaration.parent.name?.text ?? "")
    : (declaration.name?.getText() ?? "");
  const lines = (shown: readonly ts.Expression[], kind: Kind) =>
    shown.filter((each) => holdsText(checker, each)).map((each) => ({ shown: each, kind }));
  if (called === "MarkdownString") return lines(given, "message");
  if (called === "executeCommand")
    return /^"vscode\.(diff|changes)"$/.test(given[0]?.getText() ?? "") ? lines(given.slice(1), "line") : [];
  if (silent.test(called)) return [];
  return given.flatMap((argument, index) => {
    const parameter = declaration.parameters[Math.min(index, declaration.parameters.length - 1)]?.name.getText() ?? "";
    return shownParameters.has(parameter)
      ? lines([argument], parameter === "message" ? "message" : called === "setStatusBarMessage" ? "row" : "line")
      : [];
  });
}

function holdsText(checker: ts.TypeChecker, node: ts.Expression): boolean {
  return hasText(checker.getTypeAtLocation(ts.isSpreadElement(node) ? node.expression : node));
}

/** Returns whether a type has room for any text: it is not one of a few words, nor a number. */
function hasText(type: ts.Type): boolean {
  return type.isUnion()
    ? type.types.some(hasText)
    : (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/** Finds expressions that hold no text of others, or only results of the named functions. */
class HarmlessTexts {
  readonly #checker: ts.TypeChecker;
  readonly #sanitizers: readonly string[];

  constructor(checker: ts.TypeChecker, sanitizers: readonly string[]) {
    this.#checker = checker;
    this.#sanitizers = sanitizers;
  }

  has(node: ts.Expression): boolean {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSpreadElement(node) ||
      ts.isNonNullExpression(node)
    )
      return this.has(node.expression);
    if (ts.isTemplateExpression(node)) return node.templateSpans.every(({ expression }) => this.has(expression));
    if (ts.isConditionalExpression(node)) return this.has(node.whenTrue) && this.has(node.whenFalse);
    if (ts.isArrayLiteralExpression(node)) return node.elements.every((each) => this.has(each));
    if (ts.isBinaryExpression(node)) {
      const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
      return this.has(node.right) && (isAnd || this.has(node.left));
    }
    if (!this.#holdsText(this.#checker.getTypeAtLocation(node))) return true;
    if (ts.isIdentifier(node)) return this.#hasName(node);
    // A word of a table of ours.
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) return this.#hasName(node.expression);
    return ts.isCallExpression(node) && this.#hasResult(node);
  }

  #holdsText(type: ts.Type): boolean {
    if (type.isUnion()) return type.types.some((each) => this.#holdsText(each));
    if (hasText(type)) return true;
    const element =
      (type.flags & ts.TypeFlags.Object) !== 0
        ? this.#checker.getIndexTypeOfType(type, ts.IndexKind.Number)
        : undefined;
    return element !== undefined && this.#holdsText(element);
  }

  /** A constant is what it was made of. */
  #hasName(node: ts.Identifier): boolean {
    const { parent } = node;
    const symbol = ts.isShorthandPropertyAssignment(parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(parent)
      : this.#checker.getSymbolAtLocation(node);
    const [declaration] = symbol?.declarations ?? [];
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return false;
    return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0 && this.has(declaration.initializer);
  }

  /** A sentence of ours is as harmless as what is put into it. */
  #hasResult(node: ts.CallExpression): boolean {
    const { expression, arguments: given } = node;
    const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    if (this.#sanitizers.includes(called)) return true;
    if (ts.isPropertyAccessExpression(expression) && /^(join|filter|slice|replace)$/.test(called))
      return this.has(expression.expression);
    if (/^(map|flatMap)$/.test(called)) {
      const [does] = given;
      const isPlain = does !== undefined && ts.isArrowFunction(does) && !ts.isBlock(does.body) && this.has(does.body);
      return isPlain || this.#sanitizers.includes(does?.getText() ?? "");
    }
    const from = this.#checker.getResolvedSignature(node)?.getDeclaration()?.getSourceFile().fileName ?? "";
    const isOurs = /extension\/shared\/(text|pages)\/|@vscode\/l10n/.test(from) || called === "String";
    return (
      isOurs &&
      given.every((each) => this.has(each) && (this.#checker.getTypeAtLocation(each).flags & ts.TypeFlags.Object) === 0)
    );
  }
}
