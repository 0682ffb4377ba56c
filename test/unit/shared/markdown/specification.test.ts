import fc from "fast-check";
import { expect, it } from "vitest";
import { fuzzRuns } from "../../../fuzz/runs.ts";
import { commonMark, type Example, examples, gfm } from "./examples.ts";
import { atOnce, lengths, plain, slice, streamed } from "./pieces.ts";
import { writeTree } from "./writeTree.ts";

/** Examples whose tree differs from the specification's on purpose. A reader sees the same. */
const deviations = {
  "CommonMark 606": "a bare mail address is a link, as in GFM",
  "CommonMark 608": "a bare web address is a link, as in GFM",
  "CommonMark 611": "a bare web address is a link, as in GFM",
  "CommonMark 612": "a bare mail address is a link, as in GFM",
  "GFM 657": "all HTML is text, so that no tag has to be disarmed",
};

const tags =
  /<(\/?(?:p|h[1-6]|em|strong|del|ul|ol|li|blockquote|pre|code|a|table|thead|tbody|tr|th|td)|ol start="\d+"|code class="[^"]*"|a href="[^"]*"(?: title="[^"]*")?|img [^>]*|[bh]r \/|t[hd] align="[a-z]*"|input [^>]*)>/g;

/**
 * The specification's HTML, written as `writeTree` does. A tag that stands in the Markdown is HTML, which a reader sees
 * as text.
 */
const expected = ({ markdown, html }: Example): string =>
  html.replace(tags, (tag, name) => (markdown.includes(tag) ? tag : `⟨${name}⟩`));

/** The text that a reader sees. */
const seen = (written: string): string =>
  written
    .replace(/⟨img src="[^"]*" alt="([^"]*)"[^⟩]*⟩/g, "$1")
    .replace(/⟨[^⟩]*⟩/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

it("reads every example of the specifications right, HTML as text", () => {
  expect([commonMark.length, gfm.length]).toEqual([652, 28]);
  const read = examples.map((example) => ({
    name: example.name,
    wanted: expected(example),
    found: writeTree(atOnce(example.markdown)),
  }));
  expect(read.filter(({ wanted, found }) => seen(found) !== seen(wanted))).toEqual([]);
  const known = Object.keys(deviations);
  expect(read.filter(({ name, wanted, found }) => found !== wanted && !known.includes(name))).toEqual([]);
  expect(read.filter(({ wanted, found }) => found !== wanted).map(({ name }) => name)).toEqual(known);
  // Those whose HTML a reader sees.
  expect(read.filter(({ found }) => found.includes("<")).length).toBe(73);
});

it("reads every example the same without its last line end", () => {
  const read = examples.map(({ name, markdown }) => ({
    name,
    whole: plain(atOnce(markdown)),
    cut: plain(atOnce(markdown.slice(0, -1))),
  }));
  expect(read.filter(({ whole, cut }) => whole !== cut)).toEqual([]);
});

it("reads every example the same in pieces as at once, whatever its line ends are", () => {
  const whole = examples.map(({ name, markdown }) => ({ name, markdown, tree: plain(atOnce(markdown)) }));
  const lineEnds = ["\n", "\r\n", "\r"];
  const property = fc.property(lengths(12), slice, fc.nat(2), (pieces, size, shift) => {
    for (const [index, { name, markdown, tree }] of whole.entries()) {
      const text = markdown.replaceAll("\n", lineEnds[(index + shift) % 3]!);
      expect(plain(streamed(text, pieces, size)), name).toBe(tree);
    }
  });
  fc.assert(property, { numRuns: fuzzRuns(3) });
});
