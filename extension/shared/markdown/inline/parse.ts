import type { Inline } from "../tokens.ts";
import { canHoldAddress, linkAddresses } from "./autolinks.ts";
import type { Lookup } from "./links.ts";
import { InlineParser } from "./parser.ts";

export interface ParsedInline {
  readonly nodes: readonly Inline[];
  /** Labels whose definitions affect the result; undefined when there are none. */
  readonly labels: ReadonlySet<string> | undefined;
}

/** Parses the inline content of `raw`. Content that nests deeper than a view can draw becomes plain text. */
export function parseInline(raw: string, lookup: Lookup): ParsedInline {
  if (isPlain(raw) && !canHoldAddress(raw)) return { nodes: [{ type: "text", text: raw }], labels: undefined };
  const labels = new Set<string>();
  const parser = new InlineParser(raw, (label) => {
    labels.add(label);
    return lookup(label);
  });
  const nodes = parser.parse() ?? [{ type: "text", text: raw }];
  return { nodes: canHoldAddress(raw) ? linkAddresses(nodes) : nodes, labels: labels.size > 0 ? labels : undefined };
}

/** Returns true if nothing is open at the end of `raw`, so that later text cannot change its result. */
export function isNeutral(raw: string): boolean {
  if (isPlain(raw)) return true;
  const parser = new InlineParser(raw, () => undefined);
  parser.parse();
  return !parser.isOpen;
}

function isPlain(raw: string): boolean {
  return !/[\\`*_~[\]!<&$\n]/.test(raw);
}
