import { expect, it } from "vitest";
import {
  findMentions,
  getMentionLocation,
  holdsSelection,
  isAgentMention,
  toSentText,
} from "../../../../extension/shared/contract/composer/mentions.ts";
import {
  canBeMentioned,
  createFileMention,
  findSourceMentions,
  formatMention,
} from "../../../../extension/shared/contract/composer/suggestions.ts";

/** Rules by which the CLI finds paths in a prompt, and lines behind them (2.1.329). */
function readByCli(
  text: string,
): readonly { readonly file: string; readonly first?: string; readonly last?: string }[] {
  const quoted = [...text.matchAll(/(?:^|\s)@"([^"]+)"/g)].map(([, path = ""]) => path);
  const plain = [...text.matchAll(/(?:^|\s)@([^\s]+)\b/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !path.startsWith('"'));
  return [...quoted, ...plain].map((path) => {
    const [, file = path, first, last] = /^([^#]+)(?:#L(\d+)(?:-(\d+))?)?(?:#[^#]*)?$/.exec(path) ?? [];
    return { file, ...(first === undefined ? {} : { first }), ...(last === undefined ? {} : { last }) };
  });
}

it.each([
  "src/a.ts",
  "app/[id]/",
  "app/[id]/page.ts",
  "docs/資料",
  "файл",
  "how to.md",
  "a b/",
  "src/",
  "Größe",
  "c++",
  "a\u00a0b",
  "x.",
  "資料/a.ts",
])("mentions %j so that the CLI reads it", (path) => {
  const without = (file = ""): string => file.replace(/\/$/, "");
  expect(readByCli(`see ${createFileMention(path)} please`).map(({ file }) => without(file))).toEqual([without(path)]);
  expect(readByCli(toSentText(createFileMention(path, { first: 5, last: 10 })!))).toEqual([
    { file: path, first: "5", last: "10" },
  ]);
});

it.each(["a#b.ts", "c#", 'quo"te.ts', "line\nbreak", "tab\tname", "me (agent)"])(
  "knows that the CLI cannot read %j",
  (path) => {
    expect([canBeMentioned(path), createFileMention(path)]).toEqual([false, undefined]);
  },
);

it("takes lines of no file for no mention", () => {
  expect(findMentions("see @#5 and @a.ts#5").map(({ path }) => path)).toEqual(["a.ts#5"]);
});

it("leaves what is no path as it is known", () => {
  expect(["problems", "commit:1a2b3c4d", "conversation:größe-0123abcd", "agent-tools:x-"].map(formatMention)).toEqual([
    "@problems",
    "@commit:1a2b3c4d",
    "@conversation:größe-0123abcd",
    "@agent-tools:x-",
  ]);
});

it.each([
  ["see @src/a.ts#5-10, and @b.ts#7", "see @src/a.ts#L5-10, and @b.ts#L7"],
  ['@"docs/how to.md#3" @c.ts#L4-L6 @d.ts#L8-9', '@"docs/how to.md#L3" @c.ts#L4-6 @d.ts#L8-9'],
  ["mail a@b.c#5 about (@a.ts#5) and x@y", "mail a@b.c#5 about (@a.ts#5) and x@y"],
  ["@a.ts#5x @a.ts#heading @docs:file:///a#5 @problems #5", "@a.ts#5x @a.ts#heading @docs:file:///a#5 @problems #5"],
])("writes lines in %j as the CLI reads them", (text, sent) => {
  expect(toSentText(text)).toBe(sent);
  expect(toSentText(sent)).toBe(sent);
});

it("tells an agent and a resource of a server from a file", () => {
  const text = "ask @agent-tools:reviewer about @docs:file:///how/to.md, and @src/a.ts";
  expect(findMentions(text).map(({ path, isFile }) => [path, isFile])).toEqual([
    ["agent-tools:reviewer", false],
    ["docs:file:///how/to.md", false],
    ["src/a.ts", true],
  ]);
  expect(["@agent-x", "@docs:file:///a", "@src/a.ts", "@a:b.ts"].map(isAgentMention)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(findSourceMentions(text)).toEqual([
    { kind: "resource", start: text.indexOf("@docs"), text: "@docs:file:///how/to.md", name: "docs:file:///how/to.md" },
  ]);
});

it("finds what may be mentions in a prompt", () => {
  expect(
    findMentions('ask @ann about @src/a.ts#5-10 and @"docs/how to.md", mail a@b.c').map(({ path }) => path),
  ).toEqual(["ann", "src/a.ts#5-10", "docs/how to.md"]);
  expect(findMentions("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text])).toEqual(
    findSourceMentions("What is in @terminal's output? (@changes)").map(({ start, text }) => [start, text]),
  );
  expect(findMentions("@problems, @agent-reviewer and @agent").map(({ path, isFile }) => [path, isFile])).toEqual([
    ["problems", false],
    ["agent-reviewer", false],
    ["agent", true],
  ]);
});

it.each([
  ["see @src/a.ts, @src/b.ts. Or @src/c.ts?", ["@src/a.ts", "@src/b.ts", "@src/c.ts"]],
  ["in @src/ and (not) @src/a.ts#L5-10: here", ["@src/", "@src/a.ts#L5-10"]],
  ["what is @src/a.ts#5-10?", ["@src/a.ts#5-10"]],
  ['read @"how to (1).md", then', ['@"how to (1).md"']],
  ["ask @ann. Or @bob/", ["@ann", "@bob/"]],
])("ends the mentions in %j where the CLI ends them", (text, mentions) => {
  expect(findMentions(text).map((mention) => mention.text)).toEqual(mentions);
});

it.each([
  ["src/a.ts", true],
  ["src/a.ts#L5-10", true],
  ["src/a.ts#1-20", true],
  ["src/a.ts#L6-10", false],
  ["src/a.ts#L5", false],
  ["src/a.ts#200-210", false],
  ["src/b.ts", false],
])("says whether %s holds lines 5 to 10 of a file", (mention, isHeld) => {
  expect(holdsSelection(mention, { path: "src/a.ts", first: 5, last: 10 })).toBe(isHeld);
});

it("says which line a mention begins at", () => {
  expect(getMentionLocation("src/a.ts#5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(getMentionLocation("src/a.ts#L5-10")).toEqual({ path: "src/a.ts", line: 5 });
  expect(getMentionLocation("src/a.ts#L7")).toEqual({ path: "src/a.ts", line: 7 });
  expect([getMentionLocation("src/c#"), getMentionLocation("src/a.ts#how-to")]).toEqual([
    { path: "src/c" },
    { path: "src/a.ts" },
  ]);
});
