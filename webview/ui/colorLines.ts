import type { DiffLine } from "../../extension/shared/contract/tools.ts";
import type { CodeToken } from "../markdown/highlight.ts";
import { loadPart } from "./loadPart.ts";

/**
 * Returns the lines of a hunk as colored runs, each side highlighted as one text; undefined if the path has no file
 * extension. A line whose highlighted text differs from the line stays plain. Loads the highlighter on first use;
 * rejects if that fails.
 */
export async function colorLines(
  lines: readonly DiffLine[],
  path: string,
): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const [, language] = /\.([A-Za-z0-9]+)$/.exec(path) ?? [];
  if (language === undefined) return undefined;
  const { highlight } = await loadPart(() => import("../markdown/highlight.ts"));
  const side = (other: "+" | "-"): CodeToken[][] => {
    const text = lines.flatMap((line) => (line.sign === other ? [] : [line.text])).join("\n");
    return tokenLines(highlight(text, language.toLowerCase()));
  };
  const [before, after] = [side("+"), side("-")];
  let [old, fresh] = [0, 0];
  return lines.map(({ sign, text }) => {
    const tokens = (sign === "-" ? before[old] : after[fresh]) ?? [];
    if (sign !== "+") old++;
    if (sign !== "-") fresh++;
    return tokens.map((token) => token.text).join("") === text ? tokens : [{ text, kind: "" }];
  });
}

/** Splits runs at line ends. */
function tokenLines(tokens: readonly CodeToken[]): CodeToken[][] {
  const found: CodeToken[][] = [[]];
  for (const { text, kind } of tokens) {
    text.split("\n").forEach((part, index) => {
      if (index > 0) found.push([]);
      if (part !== "") found.at(-1)?.push({ text: part, kind });
    });
  }
  return found;
}
