import { parse } from "svelte/compiler";

/** A text that a component holds itself, and the line that it is in. */
export interface ComponentText {
  readonly line: number;
  readonly text: string;
}

/** Attributes and properties that are shown or spoken. */
const shownNames =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|action)$/;
/** Fields of objects in a script that are shown. */
const shownFields = /^(label|title|text|placeholder|tooltip|description|detail)$/;
const letter = /\p{L}/u;
/** A word or sentence as people read it, in a script, where names of classes, keys and messages stand too. */
const readable = /^\p{Lu}\p{Ll}|\p{L}{2,} \p{L}{2,}.*[.?!…]$|…$/u;
const keyNames =
  /^((Ctrl|Control|Shift|Alt|Cmd)\+)*(Enter|Escape|Tab|Space|Backspace|Delete|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right))$/;

/** A node of the syntax tree: of a template, or of a script. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

/** Finds the texts of a component that are not taken from extension/shared/text. */
export function componentTexts(source: string): readonly ComponentText[] {
  const { fragment, instance, module } = parse(source, { modern: true });
  const found: ComponentText[] = [];
  const add = (node: Node, text: unknown): void => {
    if (typeof text === "string")
      found.push({ line: source.slice(0, node.start).split("\n").length, text: text.trim() });
  };
  const addShown = (value: unknown): void => {
    for (const { node, text } of getResults(value))
      if (letter.test(text) && !text.startsWith("codicon-")) add(node, text);
  };

  const visit = (value: unknown): void => {
    for (const node of nodesIn(value)) {
      // Types and styles say nothing; what is compared or imported is a name.
      if (
        (node.type.startsWith("TS") && !("expression" in node)) ||
        /^(ImportDeclaration|StyleDirective|Comment)$/.test(node.type)
      )
        continue;
      if (node.type === "BinaryExpression" && node.operator !== "+") continue;
      if (node.type === "Attribute") {
        if (shownNames.test(String(node.name))) addShown(node.value);
        for (const part of nodesIn(node.value)) if (part.type === "ExpressionTag") visit(part.expression);
        continue;
      }
      if (node.type === "Text") {
        if (letter.test(String(node.data))) add(node, node.data);
        continue;
      }
      if (node.type === "ExpressionTag") addShown(node.expression);
      if (node.type === "Property" && isNode(node.key) && shownFields.test(String(node.key.name ?? node.key.value)))
        addShown(node.value);
      else if (node.type === "Literal" || node.type === "TemplateElement") {
        const text = getLiteral(node);
        if (letter.test(text) && readable.test(text) && !keyNames.test(text)) add(node, text);
      }
      for (const [name, child] of Object.entries(node)) if (name !== "parent") visit(child);
    }
  };
  visit([fragment, instance?.content, module?.content]);
  return [...new Map(found.map((each) => [`${each.line} ${each.text}`, each])).values()];
}

/** Returns the literals that an expression, or the value of an attribute, can be. */
function getResults(value: unknown): { readonly node: Node; readonly text: string }[] {
  return nodesIn(value).flatMap((node) => {
    switch (node.type) {
      case "Text":
        return [{ node, text: String(node.data) }];
      case "Literal":
        return [{ node, text: getLiteral(node) }];
      case "TemplateLiteral":
        return nodesIn(node.quasis).map((part) => ({ node: part, text: getLiteral(part) }));
      case "ConditionalExpression":
        return getResults([node.consequent, node.alternate]);
      case "LogicalExpression":
        return getResults([node.left, node.right]);
      case "BinaryExpression":
        return node.operator === "+" ? getResults([node.left, node.right]) : [];
      case "ExpressionTag":
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
        return getResults(node.expression);
      default:
        return [];
    }
  });
}

function getLiteral({ value }: Node): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}
