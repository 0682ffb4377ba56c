import { expect, it } from "vitest";
import { FileMentions } from "../../../../../../extension/core/conversations/composer/mentions/fileMentions.ts";
import {
  type MentionSource,
  Mentions,
} from "../../../../../../extension/core/conversations/composer/mentions/mentions.ts";
import { PathIndex } from "../../../../../../extension/core/conversations/composer/mentions/pathIndex.ts";
import { ResourceMentions } from "../../../../../../extension/core/conversations/composer/mentions/resourceMentions.ts";
import type { PathKind } from "../../../../../../extension/shared/contract/composer/attachments.ts";
import {
  createConversationMention,
  findSourceMentions,
  type MentionSuggestion,
} from "../../../../../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../../../../extension/shared/contract/ids.ts";
import { RecentPaths } from "../../../../../../extension/vscode/mentions/recentPaths.ts";
import { FakeClock } from "../../../../../fakes/fakeClock.ts";
import { settled } from "../../../protocol/setup.ts";
import { setup } from "../../actionsSetup.ts";

/** Lists these files, in one go. */
const listOf = (all: readonly string[]) =>
  async function* () {
    yield all;
  };
const files = ["src/reader.ts", "src/read/all.ts", "test/reader.test.ts", "README.md", "docs/how to.md"];

it("ranks paths by beginning of the name, its middle, the path, then letters in order", () => {
  const index = PathIndex.of(files);
  expect(index.search("read", 10)).toEqual([
    "README.md",
    "src/read/",
    "src/reader.ts",
    "test/reader.test.ts",
    "src/read/all.ts",
  ]);
  expect(index.search("test.ts", 10)).toEqual(["test/reader.test.ts"]);
  expect(index.search("srdall", 10)).toEqual(["src/read/all.ts"]);
  expect(index.search("SRC/", 2)).toEqual(["src/", "src/read/"]);
  expect(index.search("nothing", 10)).toEqual([]);
});

it("shows open files at once, then all, and renews an old list after the answer", async () => {
  const clock = new FakeClock();
  let listings = 0;
  const list = async function* () {
    listings++;
    yield files;
  };
  const mentions = new FileMentions(
    { list, otherRoots: () => [], open: () => ["test/reader.test.ts"], recent: () => [] },
    clock,
  );
  const search = async (query: string) => {
    const answers: string[][] = [];
    await mentions.search("/w", query, (found) =>
      answers.push(found.map(({ text, kind }) => (kind === "openFile" ? `${text}*` : text))),
    );
    return answers;
  };
  expect(await search("reader")).toEqual([["test/reader.test.ts*"], ["test/reader.test.ts*", "src/reader.ts"]]);
  expect(await search("")).toHaveLength(1);
  expect(listings).toBe(1);
  clock.advance(20_000);
  expect(await search("reader")).toHaveLength(1);
  expect(listings).toBe(2);
});

it("searches what was found so far while a large folder is first listed", async () => {
  const clock = new FakeClock();
  let release = (): void => {};
  const wait = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const list = async function* () {
    yield ["src/reader.ts"];
    await wait();
    yield ["src/read/all.ts"];
    await wait();
    yield ["README.md"];
  };
  const mentions = new FileMentions({ list, otherRoots: () => [], open: () => [], recent: () => [] }, clock);
  const answers: string[] = [];
  const search = (query: string) =>
    mentions.search("/w", query, (found) => answers.push(`${query}: ${texts(found).join(" ")}`));
  const first = search("rea");
  await settled();
  // Before long nothing moves.
  expect(answers.splice(0)).toEqual(["rea: "]);
  clock.advance(50);
  release();
  await settled();
  expect(answers.splice(0)).toEqual(["rea: src/read/ src/reader.ts src/read/all.ts"]);
  const second = search("read");
  expect(answers.splice(0)).toEqual(["read: src/read/ src/reader.ts src/read/all.ts"]);
  clock.advance(50);
  release();
  await Promise.all([first, second]);
  // An earlier caller gets only the whole list.
  expect(answers).toEqual([
    "read: README.md src/read/ src/reader.ts src/read/all.ts",
    "rea: README.md src/read/ src/reader.ts src/read/all.ts",
    "read: README.md src/read/ src/reader.ts src/read/all.ts",
  ]);
});

it("lists recently used files after open ones and before all others, each once", async () => {
  const used = ["test/reader.test.ts", "src/reader.ts", "gone/reader.old"];
  const mentions = new FileMentions(
    { list: listOf(files), otherRoots: () => [], open: () => ["docs/reader.md", "src/reader.ts"], recent: () => used },
    new FakeClock(),
  );
  const found: string[][] = [];
  await mentions.search("/w", "reader", (all) =>
    found.push(all.map(({ text, kind }) => (kind === "openFile" ? `${text}*` : text))),
  );
  expect(found.at(-1)).toEqual(["src/reader.ts*", "docs/reader.md*", "gone/reader.old", "test/reader.test.ts"]);
  await mentions.search("/w", "", (all) => found.push(texts(all).slice(0, 4)));
  expect(found.at(-1)).toEqual(["docs/reader.md", "src/reader.ts", "test/reader.test.ts", "gone/reader.old"]);
  const recent = new RecentPaths();
  for (const path of ["/a", "/b", "/a"]) recent.add(path);
  expect(recent.all).toEqual(["/a", "/b"]);
});

it("marks invisible characters in the label of a file", async () => {
  const mentions = new FileMentions(
    { list: listOf(["a\u202etxt.js", "b.js"]), otherRoots: () => [], open: () => [], recent: () => [] },
    new FakeClock(),
  );
  let found: readonly MentionSuggestion[] = [];
  await mentions.search("/w", "js", (all) => {
    found = all;
  });
  expect(found).toEqual([
    { kind: "file", text: "b.js" },
    { kind: "file", text: "a\u202etxt.js", label: "a⟦U+202E⟧txt.js" },
  ]);
});

it("says that files could not be listed, once for a while, and then tries again", async () => {
  let isBroken = true;
  const clock = new FakeClock();
  const list = async function* () {
    if (isBroken) throw new Error("no such folder");
    yield files;
  };
  const mentions = new FileMentions({ list, otherRoots: () => [], open: () => [], recent: () => [] }, clock);
  const answers: number[] = [];
  const search = () => mentions.search("/w", "read", (found) => answers.push(found.length));
  await expect(search()).rejects.toThrow("no such folder");
  await search();
  isBroken = false;
  clock.advance(20_000);
  // An old list is used while a new one is made.
  await search();
  await settled();
  await search();
  expect(answers).toEqual([0, 0, 0, 5]);
});

it("finds files of all folders of the workspace, and none that a prompt cannot name", async () => {
  const lists: Record<string, string[]> = {
    "/w": ["a.ts", 'quo"te.ts', "line\nbreak.ts", "a.ts#1"],
    "/home/lib": ["src/a.ts"],
  };
  const mentions = new FileMentions(
    {
      list: (folder) => listOf(lists[folder] ?? [])(),
      otherRoots: () => ["/home/lib", "/gone"],
      open: () => ['o"pen.ts'],
      recent: () => ["c#/a.ts"],
    },
    new FakeClock(),
  );
  const found = async (query: string) => {
    let texts: string[] = [];
    await mentions.search("/w", query, (all) => {
      texts = all.map(({ text }) => text);
    });
    return texts;
  };
  expect(await found("a.ts")).toEqual(["a.ts", "/home/lib/src/a.ts"]);
  expect(await found("src")).toEqual(["/home/lib/src/", "/home/lib/src/a.ts"]);
  expect(await found("home")).toEqual(["/home/lib/src/", "/home/lib/src/a.ts"]);
  expect(await found("")).not.toContain("/home/");
  await mentions.search("", "a", (all) => expect(all).toEqual([]));
});

const nowhere = async (): Promise<PathKind> => "none";
const place = { conversation: "c" as ConversationId, folder: "/w" };
const texts = (all: readonly MentionSuggestion[]) => all.map(({ text }) => text);

it("shows files at once and other matches once they are known, without failed sources", async () => {
  const fileRows = Array.from({ length: 12 }, (_, index): MentionSuggestion => ({ kind: "file", text: `f${index}` }));
  const problems: MentionSource = { suggest: async () => [{ kind: "problems", text: "problems" }] };
  const broken: MentionSource = { suggest: async () => Promise.reject(new Error("no git")) };
  const mentions = new Mentions({ search: async (_folder, _query, found) => found(fileRows) }, nowhere, [
    broken,
    problems,
  ]);
  const told: string[][] = [];
  await mentions.search(place, "", (all) => told.push(texts(all)));
  expect(told).toEqual([texts(fileRows), [...texts(fileRows).slice(0, 8), "problems", ...texts(fileRows).slice(8)]]);
  await mentions.search(place, "pro", (all) => told.push(texts(all)));
  expect(told.at(-1)).toEqual([...texts(fileRows), "problems"]);
});

it("says that it is done only where nothing was found", async () => {
  const ends = async (...rows: readonly MentionSuggestion[]) => {
    const mentions = new Mentions({ search: async (_folder, _query, found) => found(rows) }, nowhere, []);
    const told: boolean[] = [];
    await mentions.search(place, "x", (_all, isDone) => told.push(isDone));
    return told;
  };
  expect(await ends()).toEqual([false, true]);
  expect(await ends({ kind: "file", text: "x.ts" })).toEqual([false]);
});

it("shows one row of several that would write the same", async () => {
  const memory: MentionSource = {
    suggest: async () => [
      { kind: "memory", text: "CLAUDE.md" },
      { kind: "memory", text: "/home/CLAUDE.md" },
    ],
  };
  const mentions = new Mentions(
    { search: async (_folder, _query, found) => found([{ kind: "file", text: "CLAUDE.md" }]) },
    nowhere,
    [memory],
  );
  let rows: readonly MentionSuggestion[] = [];
  await mentions.search(place, "cl", (all) => {
    rows = all;
  });
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
    ["file", "CLAUDE.md"],
    ["memory", "/home/CLAUDE.md"],
  ]);
});

it("reads what a prompt mentions, in order, and says what it does not know", async () => {
  const source: MentionSource = {
    suggest: async () => [],
    read: async (_place, { kind, name }) => (kind === "terminal" ? undefined : `${kind} ${name}`),
  };
  const mentions = new Mentions({ search: async () => {} }, nowhere, [source]);
  const { contents } = await mentions.read(place, "fix @problems since @commit:1a2b3c4d, see @problems");
  expect(contents.map(({ name, data }) => [name, data])).toEqual([
    ["@problems", "problems "],
    ["@commit:1a2b3c4d", "commit 1a2b3c4d"],
  ]);
  await expect(mentions.read(place, "@terminal")).rejects.toThrow("@terminal");
  const partly = await mentions.read(place, "fix @problems as @terminal says", true);
  expect([partly.contents.map(({ name }) => name), partly.unread]).toEqual([["@problems"], ["@terminal"]]);
});

it("returns the paths of a prompt that exist, whatever their form", async () => {
  const kinds: Readonly<Record<string, PathKind>> = {
    "src/a.ts": "file",
    src: "folder",
    Makefile: "file",
    "a b/c.log": "largeFile",
  };
  const asked: string[] = [];
  const kindOf = async (folder: string, path: string) => {
    asked.push(`${folder}: ${path}`);
    return kinds[path] ?? "none";
  };
  const mentions = new Mentions({ search: async () => {} }, kindOf, []);
  const text =
    'see @src/a.ts#L5-10, @src @Makefile @"a b/c.log" @src/a.ts @gone.ts @pytest.fixture (@src/b.ts) @agent-x me@src/a.ts';
  const { contents, paths } = await mentions.read(place, `${text} @src`);
  expect([contents, paths]).toEqual([
    [],
    [
      { path: "src/a.ts#L5-10", kind: "file" },
      { path: "src", kind: "folder" },
      { path: "Makefile", kind: "file" },
      { path: "a b/c.log", kind: "largeFile" },
      { path: "src/a.ts", kind: "file" },
    ],
  ]);
  expect(asked).not.toContain("/w: src/b.ts");
});

it.each([
  ["look at @changes.", ["@changes"]],
  ["(@terminal) and @problems?", ["@terminal", "@problems"]],
  ["@commit:1a2b3c4d @commit:zzz @commit:12", ["@commit:1a2b3c4d"]],
  ["as in @conversation:fix-the-größe-0123abcd!", ["@conversation:fix-the-größe-0123abcd"]],
  ["mail@problems.org @problems.ts @problems/a @changes-log @terminals", []],
])("finds the sources that %j mentions", (text, mentioned) => {
  expect(findSourceMentions(text).map((mention) => mention.text)).toEqual(mentioned);
});

it("names a conversation by its title and its id, and finds it again by that", () => {
  const text = createConversationMention("0123abcd-1111-2222-3333-444455556666", "Fix: the Größe of\nthings!");
  expect(text).toBe("conversation:fix-the-größe-of-things-0123abcd");
  expect(findSourceMentions(`see @${text} please`)).toEqual([
    { kind: "conversation", start: 4, text: `@${text}`, name: "0123abcd" },
  ]);
});

it("cuts no letter of a long title in half", () => {
  const text = createConversationMention("0123abcd-1111-2222-3333-444455556666", `a${"𠮷".repeat(60)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(findSourceMentions(`@${text}`)).toMatchObject([{ name: "0123abcd" }]);
});

it("mentions listed resources of servers, and tells the model to read them", async () => {
  const { conversations, shown, cli } = await setup({});
  const resources = new ResourceMentions(conversations);
  const here = { conversation: shown.id, folder: "/w" };
  let calls = 0;
  const listed = (...entries: object[]) => {
    const id = `t${calls++}`;
    cli.write({
      type: "assistant",
      message: { content: [{ type: "tool_use", id, name: "ListMcpResourcesTool", input: {} }] },
    });
    cli.write({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: id, content: "[]" }] },
      tool_use_result: entries,
    });
  };
  listed(
    { server: "docs", uri: "docs://a/b", name: "A\u202e" },
    { server: "two words", uri: "docs://a", name: "" },
    { server: "docs" },
  );
  listed(
    { server: "docs", uri: "docs://\u202ea", name: "Hidden" },
    { server: "docs", uri: `docs://${"a".repeat(2_000)}`, name: "Long" },
  );
  listed({ server: "docs", uri: "docs://a/b", name: "A" }, { server: "docs", uri: "file:///c.md", name: "" });
  await settled();
  const [first, second] = [
    { kind: "resource", text: "docs:docs://a/b", label: "A", detail: "docs:docs://a/b" },
    { kind: "resource", text: "docs:file:///c.md", label: "docs:file:///c.md", detail: "docs:file:///c.md" },
  ];
  expect(await resources.suggest(here, "")).toEqual([first, second]);
  expect(await resources.suggest(here, "c.md")).toEqual([second]);
  const { contents } = await new Mentions({ search: async () => {} }, nowhere, [resources]).read(
    here,
    "see @docs:file:///c.md, and @docs:file:///c.md",
  );
  expect(contents).toMatchObject([
    { name: "@docs:file:///c.md", data: expect.stringContaining('{"server":"docs","uri":"file:///c.md"}') },
  ]);
});
