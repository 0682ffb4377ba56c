import ts from "typescript";
import type { HostSource } from "./program.ts";

/** Fields that name something of ours: another text there names something else. */
const names = /^(id|.*Id|key|.*Key|thread|token|uuid|type|data|mediaType|thumbnail|dataUrl)$/;

/**
 * The fields of the contract that hold any text, by name; those that say in some place what something is are left out.
 */
export function getTextFields({ checker, files }: HostSource): ReadonlySet<string> {
  const texts = new Set<string>();
  const codes = new Set<string>();
  const note = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.type) {
      const name = node.name.getText();
      const type = checker.getNonNullableType(checker.getTypeFromTypeNode(node.type));
      const each =
        (type.flags & ts.TypeFlags.Object ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : undefined) ?? type;
      if (each.flags & ts.TypeFlags.String && !names.test(name)) texts.add(name);
      if (each.isStringLiteral() || (each.isUnion() && each.types.some((member) => member.isStringLiteral())))
        codes.add(name);
    }
    ts.forEachChild(node, note);
  };
  for (const file of files((name) => name.startsWith("extension/shared/contract/")).values()) note(file);
  return new Set([...texts].filter((name) => !codes.has(name)));
}
