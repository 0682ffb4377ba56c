import { applyEdits, type Edit, modify, type Node, type ParseError, parse, parseTree } from "jsonc-parser";
import type { StoredRule } from "../../core/conversations/ports.ts";
import { readObject } from "../../shared/base/read.ts";
import { getRuleKey } from "../../shared/base/ruleKey.ts";

export const behaviors = ["allow", "ask", "deny"] as const;
type Behavior = (typeof behaviors)[number];

const formatting = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/**
 * Returns true if a settings file can be edited: JSON, with or without comments, in which every rule list is an array.
 */
export function isSound(text: string): boolean {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const permissions = readObject(parse(text), "permissions");
  return (
    errors.length === 0 &&
    behaviors.every((behavior) => permissions?.[behavior] === undefined || Array.isArray(permissions[behavior]))
  );
}

/** Returns the text with a rule added, unless the effective list contains an equivalent rule. */
export function insertRule(text: string, { behavior, rule }: Pick<StoredRule, "behavior" | "rule">): string {
  // If a key occurs twice, the last one is effective.
  const list = findLists(text, behavior).at(-1);
  const rules = list?.children ?? [];
  if (rules.some((node) => isSame(node, rule, behavior))) return text;
  const last = rules.at(-1);
  if (list && last) return applyEdits(text, [createInsertion(text, last, rule)]);
  if (list) return applyEdits(text, [{ offset: list.offset, length: list.length, content: JSON.stringify([rule]) }]);
  return applyEdits(text, modify(text, ["permissions", behavior], [rule], formatting));
}

/** Returns the text without all equivalent rules, in every list of the behavior. */
export function withoutRule(text: string, { behavior, rule }: Pick<StoredRule, "behavior" | "rule">): string {
  const edits = findLists(text, behavior).flatMap((list): Edit[] => {
    const all = list.children ?? [];
    const kept = all.filter((node) => !isSame(node, rule, behavior));
    if (kept.length === all.length) return [];
    if (kept.length === 0) return [{ offset: list.offset, length: list.length, content: "[]" }];
    return all.flatMap((node, index): Edit[] => {
      if (kept.includes(node)) return [];
      const next = all[index + 1];
      const before = all.slice(0, index).findLast((each) => kept.includes(each));
      // A removed entry with kept ones after it is cut up to the next entry; removed entries at the end are cut back to
      // the last kept one.
      if (next && all.slice(index).some((each) => kept.includes(each)))
        return [{ offset: node.offset, length: next.offset - node.offset, content: "" }];
      const isFirstOfEnd = before !== undefined && all[index - 1] === before;
      const end = all.at(-1) as Node;
      return isFirstOfEnd && before
        ? [
            {
              offset: before.offset + before.length,
              length: end.offset + end.length - (before.offset + before.length),
              content: "",
            },
          ]
        : [];
    });
  });
  return applyEdits(text, edits);
}

/** Returns every list of a behavior: a key that occurs twice has two. */
function findLists(text: string, behavior: Behavior): readonly Node[] {
  const named = (node: Node | undefined, name: string): Node[] =>
    (node?.children ?? []).flatMap((property) =>
      property.type === "property" && property.children?.[0]?.value === name ? (property.children[1] ?? []) : [],
    );
  return named(parseTree(text), "permissions")
    .flatMap((permissions) => named(permissions, behavior))
    .filter(({ type }) => type === "array");
}

function isSame(node: Node, rule: string, behavior: Behavior): boolean {
  return typeof node.value === "string" && getRuleKey(node.value, behavior) === getRuleKey(rule, behavior);
}

/** Returns the edit that appends a rule in the style of the last entry: on a line of its own, or on the same line. */
function createInsertion(text: string, last: Node, rule: string): Edit {
  const [indent] = /\n[ \t]*$/.exec(text.slice(0, last.offset)) ?? [" "];
  return { offset: last.offset + last.length, length: 0, content: `,${indent}${JSON.stringify(rule)}` };
}
