import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { toStore } from "svelte/store";
import { expect, it, vi } from "vitest";
import { parseInline } from "../../extension/shared/markdown/inline/parse.ts";
import type { Inline } from "../../extension/shared/markdown/tokens.ts";
import {
  collectNotes,
  findFileReferences,
  type KnownPaths,
  withReferences,
} from "../../webview/markdown/references.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { PathLookup } from "../../webview/state/pathLookup.svelte.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const known = (repository?: string, ...there: string[]): KnownPaths => ({
  exists: (path) => there.includes(path),
  repository,
  hasNote: (name) => name === "1",
});
const inlines = (text: string) => parseInline(text, () => undefined).nodes;
/** Links as [text](href), everything else as its text. */
const shown = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) =>
      node.type === "link"
        ? `[${shown(node.children)}](${node.href})`
        : "children" in node
          ? shown(node.children)
          : "text" in node
            ? node.text
            : "",
    )
    .join("");
const web = "https://github.com/a/b";

it.each([
  ["see `src/a.ts:12` there", "see [src/a.ts:12](src/a.ts:12) there"],
  ["see src/a.ts:12:3, **src/a.ts**", "see [src/a.ts:12:3](src/a.ts:12:3), [src/a.ts](src/a.ts)"],
  ["no src/gone.ts, no https://x.y/src/a.ts.", "no src/gone.ts, no [https://x.y/src/a.ts](https://x.y/src/a.ts)."],
  [
    "fixes #12 in 1a2b3c4d and `deadbee1`",
    `fixes [#12](${web}/issues/12) in [1a2b3c4d](${web}/commit/1a2b3c4d) and [deadbee1](${web}/commit/deadbee1)`,
  ],
  ["color #123456 and 1234567 deadbeef a#1", "color #123456 and 1234567 deadbeef a#1"],
  ["#12345 #1234567", `[#12345](${web}/issues/12345) [#1234567](${web}/issues/1234567)`],
  ["in package.json:3, package.json.", "in [package.json:3](package.json:3), [package.json](package.json)."],
  [
    "src/a.ts:12-20 and package.json#L3-L7",
    "[src/a.ts:12-20](src/a.ts:12-20) and [package.json#L3-L7](package.json#L3-L7)",
  ],
  ["src/a.ts:12-x, src/a.ts#Lx", "[src/a.ts](src/a.ts):12-x, [src/a.ts](src/a.ts)#Lx"],
  ["see docs/übersicht.md:2 and übung.ts", "see [docs/übersicht.md:2](docs/übersicht.md:2) and [übung.ts](übung.ts)"],
  [
    "app/[id]/page.tsx, app/(auth)/[...all]/x.ts:4",
    "[app/[id]/page.tsx](app/[id]/page.tsx), [app/(auth)/[...all]/x.ts:4](app/(auth)/[...all]/x.ts:4)",
  ],
  ["C:\\w\\a.ts:7 or (src\\b.ts)", "[C:\\w\\a.ts:7](C:\\w\\a.ts:7) or ([src\\b.ts](src\\b.ts))"],
  ["run `Makefile`, no Makefile", "run [Makefile](Makefile), no Makefile"],
  ["as said[^1].", "as said[1](#note-1)."],
  ['but [^2], [^a-z]+ and [^"] are none', 'but [^2], [^a-z]+ and [^"] are none'],
])("links what %j names", (text, linked) => {
  const there = [
    "src/a.ts",
    "package.json",
    "docs/übersicht.md",
    "übung.ts",
    "app/[id]/page.tsx",
    "app/(auth)/[...all]/x.ts",
    "C:\\w\\a.ts",
    "src\\b.ts",
    "Makefile",
  ];
  expect(shown(withReferences(inlines(text), known(web, ...there)))).toBe(linked);
});

it.each([
  ["at read (/w/a.ts:12:5)", "at read ([/w/a.ts:12:5](/w/a.ts:12:5))"],
  ["src/b.ts(3,9): error TS1", "[src/b.ts(3,9)](src/b.ts:3): error TS1"],
  ["see [^1], #12 and src/gone.ts\n", "see [^1], #12 and src/gone.ts\n"],
  ["", ""],
])("links the files that a program names in %j, and nothing else", (text, linked) => {
  expect(shown(findFileReferences(text, known(web, "/w/a.ts", "src/b.ts")))).toBe(linked);
});

it("searches a long output in time proportional to its length, whatever it contains", () => {
  const measure = (count: number): number => {
    const start = performance.now();
    for (const part of [
      "a/",
      "a.",
      "a.b/c.d ",
      "/",
      "@-",
      "a+",
      "a[a]",
      "[[a",
      "(a)",
      "a(a/",
      "\\",
      "C:\\",
      "é/é.",
      "#1",
    ]) {
      findFileReferences(part.repeat(count), known());
      withReferences([{ type: "text", text: part.repeat(count) }], known(web));
    }
    return performance.now() - start;
  };
  measure(4_000);
  const least = (count: number): number => Math.min(measure(count), measure(count), measure(count));
  const [short, long] = [least(4_000), least(32_000)];
  // Eight times the length; a pattern that goes back over the text would take 64 times as long. The best of three,
  // because other tests run beside it.
  expect(long / short).toBeLessThan(32);
});

it.each([
  ["[^1]: A note.\n[^b]: `Another`, see [^3]: not this", ["1", "b"]],
  ["**x**[^4]: no", []],
  ["One  \n[^5]: two", ["5"]],
])("knows the footnotes of %j", (text, names) => {
  expect(collectNotes(inlines(text))).toEqual(names);
});

it("links a reference to its note, and leaves one without a note as text", () => {
  const text = "Use `[^x]` or [^x] here[^1] and[^2].\n\n[^1]: One thing.\n[^2]: Another thing.";
  const { container } = render(RowWithChat, {
    host: new FakeHost(),
    items: [{ kind: "text", id: "a", text, isStreaming: false }],
  });
  flushSync();
  const links = [...container.querySelectorAll<HTMLElement>("sup a")];
  expect(links.map(({ title }) => title)).toEqual(["#note-1", "#note-2", "#note-1", "#note-2"]);
  expect(container.textContent).toContain("or [^x] here");
  const note = links[3] as HTMLElement;
  note.getBoundingClientRect = () => new DOMRect(0, 300, 10, 20);
  container.style.overflowY = "auto";
  for (const [name, value] of Object.entries({ scrollHeight: 500, clientHeight: 100 }))
    Object.defineProperty(container, name, { value });
  links[1]?.click();
  expect(container.scrollTop).toBe(220);
});

it("returns text without references as the same object, and links nothing without a repository", () => {
  const nodes = inlines("nothing **to** see");
  expect(withReferences(nodes, known())).toBe(nodes);
  expect(shown(withReferences(inlines("#12 1a2b3c4d"), known()))).toBe("#12 1a2b3c4d");
});

it("gathers what it looks for, asks once, and again after a turn", () => {
  vi.useFakeTimers();
  const asked: (readonly string[])[] = [];
  const places = new PathLookup((paths) => asked.push(paths));
  for (const path of ["a/b.ts", "c/d.ts", "a/b.ts"]) places.exists(path);
  vi.advanceTimersByTime(200);
  places.take({
    found: [
      { path: "a/b.ts", kind: "file" },
      { path: "c/d.ts", kind: "none" },
    ],
  });
  for (let count = 0; count < 450; count++) places.exists(`x/${count}.ts`);
  vi.advanceTimersByTime(1_000);
  expect(asked.map(({ length }) => length)).toEqual([2, 200, 200, 50]);
  expect([places.exists("a/b.ts"), places.exists("c/d.ts")]).toEqual([true, false]);
  places.refresh();
  places.exists("c/d.ts");
  vi.advanceTimersByTime(200);
  expect(asked.at(-1)).toEqual(["c/d.ts"]);
  vi.useRealTimers();
});

it("notifies only those who asked about a file, also when it is newly found", () => {
  const places = new PathLookup(() => {});
  const file = (path: string) => ({ path, kind: "file" }) as const;
  const drawn = { a: 0, b: 0 };
  const ends = (["a", "b"] as const).map((name) =>
    toStore(() => {
      drawn[name]++;
      return places.exists(`${name}.ts`);
    }).subscribe(() => {}),
  );
  const before = { ...drawn };
  places.exists("c.ts");
  places.take({ found: [file("b.ts"), file("c.ts")] });
  places.take({ found: [file("b.ts")] });
  flushSync();
  expect([drawn.a - before.a, drawn.b - before.b]).toEqual([0, 1]);
  for (const end of ends) end();
});

it("leaves out a name that the host would refuse with its whole batch", () => {
  vi.useFakeTimers();
  const asked: (readonly string[])[] = [];
  const places = new PathLookup((paths) => asked.push(paths));
  expect(places.exists(`${"a".repeat(4_000)}/b.ts`)).toBe(false);
  places.exists("a/b.ts");
  vi.advanceTimersByTime(200);
  expect(asked).toEqual([["a/b.ts"]]);
  vi.useRealTimers();
});

it("links a path once the host has found it, and opens it at its line", async () => {
  const host = new FakeHost();
  const items = [
    { kind: "text", id: "a", text: "see `src/a.ts:12`[^n] and $a^2$\n\n[^n]: A note.", isStreaming: false } as const,
  ];
  let chat: ChatState | undefined;
  const onChat = (made: ChatState) => {
    chat = made;
  };
  const { container } = render(RowWithChat, { host, items, onChat });
  await vi.waitFor(() => expect(host.sent.at(-1)).toEqual({ type: "lookForFiles", paths: ["src/a.ts"] }));
  expect(container.querySelector("a code")).toBeNull();
  chat?.receive(about({ type: "files", found: [{ path: "src/a.ts", kind: "file" }] }));
  flushSync();
  container.querySelector<HTMLElement>("a:has(code)")?.click();
  expect(host.sent.at(-1)).toEqual({ type: "openFile", path: "src/a.ts", line: 12 });
  expect(container.querySelector("sup a")?.textContent).toBe("n");
  await vi.waitFor(() => expect(container.querySelector("math")).not.toBeNull());
});

it.each([
  ["$a_1 + b_2$ and _em_", ["math a_1 + b_2", "text  and ", "em"]],
  ["costs $5 and $6", ["text costs $5 and $6"]],
  ["$x$5 $ y$", ["text $x$5 $ y$"]],
  ["\\(a\\) too", ["math a", "text  too"]],
  ["\\[b\\]", ["math b"]],
  ["$$x < y$$", ["math x < y"]],
  ["`$a$`", ["code $a$"]],
  ["PATH=$HOME/bin:$PATH and ${a}-${b}, $foo->$bar", ["text PATH=$HOME/bin:$PATH and ${a}-${b}, $foo->$bar"]],
  ["an \\[optional\\] word", ["text an [optional] word"]],
  ["\\$a$", ["text $a$"]],
])("reads formulas, and no money, in %j", (text, nodes) => {
  expect(inlines(text).map((node) => ("text" in node ? `${node.type} ${node.text}` : node.type))).toEqual(nodes);
});
