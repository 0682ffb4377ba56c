import fs from "node:fs";
// @ts-expect-error the package has no types
import { tests } from "commonmark-spec";

export interface Example {
  /** Its specification and its number there. */
  readonly name: string;
  readonly markdown: string;
  /** HTML of the specification. */
  readonly html: string;
}

/** The examples of the CommonMark specification. */
export const commonMark: readonly Example[] = tests.map((test: Example & { readonly number: number }) => ({
  name: `CommonMark ${test.number}`,
  markdown: test.markdown.replaceAll("→", "\t"),
  html: test.html.replaceAll("→", "\t"),
}));

const extensions = fs.readFileSync(new URL("gfm-examples.txt", import.meta.url), "utf8");

/**
 * The examples of what GitHub Flavored Markdown adds: tables, tasks, strikethrough, bare addresses, and tags that it
 * disarms.
 */
export const gfm: readonly Example[] = [
  ...extensions.matchAll(/^`{32} example (\d+)\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$/gm),
].map(([, number, markdown = "", html = ""]) => ({ name: `GFM ${number}`, markdown, html }));

export const examples = [...commonMark, ...gfm];
