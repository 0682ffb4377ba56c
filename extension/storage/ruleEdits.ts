import { applyEdits, type Edit, modify, type Node, type ParseError, parse, parseTree } from "jsonc-parser";
import { readObject } from "../base/read.ts";
import { getRuleKey } from "../base/ruleKey.ts";
import type { StoredRule } from "../conversations/ports.ts";

export const behaviors = ["allow", "ask", "deny"] as const;
type Behavior = (typeof behaviors)[number];

const formatting = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** Whether a settings file can be changed: JSON, with comments or not, that has lists where rules stand. */
export function isSound(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const permissions = readObject(parse(text), "permissions");
  return errors.length === 0 && behaviors.every((behavior) => permissions?.[behavior] === undefined || Array.isArray(permissions[behavior]));
}

/** Returns the text with a rule added, where none that means the same stands in the list that counts. */
export function withRule(text: string, { behavior, rule }: Pick<StoredRule, "behavior" | "rule">): string {
  // Of a key that stands twice the last one counts.
  const list = listsOf(text, behavior).at(-1);
  const rules = list?.children ?? [];
  if (rules.some((node) => isSame(node, rule, behavior))) return text;
  const last = rules.at(-1);
  if (list && last) return applyEdits(text, [insertion(text, last, rule)]);
  if (list) return applyEdits(text, [{ offset: list.offset, length: list.length, content: JSON.stringify([rule]) }]);
  return applyEdits(text, modify(text, ["permissions", behavior], [rule], formatting));
}

/** Returns the text without any rule that means the same, wherever it stands. */
export function withoutRule(text: string, { behavior, rule }: Pick<StoredRule, "behavior" | "rule">): string {
  const edits = listsOf(text, behavior).flatMap((list): Edit[] => {
    const all = list.children ?? [];
    const kept = all.filter((node) => !isSame(node, rule, behavior));
    if (kept.length === all.length) return [];
    if (kept.length === 0) return [{ offset: list.offset, length: list.length, content: "[]" }];
    return all.flatMap((node, index): Edit[] => {
      if (kept.includes(node)) return [];
      const next = all[index + 1];
      const before = all.slice(0, index).findLast((each) => kept.includes(each));
      // One that others follow goes up to the next, those at the end go back to the last that stays.
      if (next && all.slice(index).some((each) => kept.includes(each))) return [{ offset: node.offset, length: next.offset - node.offset, content: "" }];
      const isFirstOfEnd = before !== undefined && all[index - 1] === before;
      const end = all.at(-1) as Node;
      return isFirstOfEnd && before
        ? [{ offset: before.offset + before.length, length: end.offset + end.length - (before.offset + before.length), content: "" }]
        : [];
    });
  });
  return applyEdits(text, edits);
}

/** Every list of a behavior: a key that stands twice has two. */
function listsOf(text: string, behavior: Behavior): readonly Node[] {
  const named = (node: Node | undefined, name: string): Node[] =>
    (node?.children ?? []).flatMap((property) => (property.type === "property" && property.children?.[0]?.value === name ? (property.children[1] ?? []) : []));
  return named(parseTree(text), "permissions")
    .flatMap((permissions) => named(permissions, behavior))
    .filter(({ type }) => type === "array");
}

function isSame(node: Node, rule: string, behavior: Behavior): boolean {
  return typeof node.value === "string" && getRuleKey(node.value, behavior) === getRuleKey(rule, behavior);
}

/** As the entry before it stands: on a line of its own, or behind it. */
function insertion(text: string, last: Node, rule: string): Edit {
  const [indent] = /\n[ \t]*$/.exec(text.slice(0, last.offset)) ?? [" "];
  return { offset: last.offset + last.length, length: 0, content: `,${indent}${JSON.stringify(rule)}` };
}
