import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { PathKind } from "../../extension/shared/contract/composer/attachments.ts";
import { open, useFakePage, wait } from "./appSetup.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

useFakePage();

/** The page with a host that knows what is at paths. */
function openOver(kinds: Readonly<Record<string, PathKind>>) {
  const page = open();
  const painted = () => [...document.querySelectorAll(".mirror .mention")].map((mention) => mention.textContent);
  const listed = () => screen.queryAllByRole("listitem").flatMap((item) => item.getAttribute("aria-label") ?? []);
  const { host, chat } = page;
  let answered = 0;
  /** Answers what was asked for so far; which paths were new in it. */
  const answer = () => {
    wait(200);
    const asked = host.sent
      .slice(answered)
      .flatMap((message) => (message.type === "lookForFiles" ? message.paths : []));
    chat.receive(about({ type: "files", found: asked.map((path) => ({ path, kind: kinds[path] ?? "none" })) }));
    flushSync();
    answered = host.sent.length;
    return asked;
  };
  return { ...page, painted, listed, answer };
}

it("paints and lists existing paths, whatever they look like, and no other names", () => {
  const { type, painted, listed, answer } = openOver({ "src/a.ts": "file", Makefile: "file", src: "folder" });
  type("run @pytest.fixture as @ann says in @src/a.ts#5-10, @gone.ts, @Makefile and @src ");
  expect([painted(), listed()]).toEqual([[], []]);
  expect(answer()).toEqual(["pytest.fixture", "ann", "src/a.ts", "gone.ts", "Makefile", "src"]);
  expect(painted()).toEqual(["@src/a.ts#5-10", "@Makefile", "@src"]);
  expect(listed()).toEqual(["src/a.ts#5-10", "Makefile", "src"]);
});

it("shows the end of each mentioned name, and folders of names that occur twice", () => {
  const { type, answer } = openOver({ "src/reader.ts": "file", "a/index.ts": "file", "b/index.ts": "file" });
  type("read @src/reader.ts, @a/index.ts and @b/index.ts ");
  answer();
  const listed = within(screen.getByRole("list", { name: "Attachments" })).getAllByRole("listitem");
  const shown = listed.map((item) => {
    const button = item.querySelector("button");
    return [button?.textContent?.trim(), button?.querySelector(".hidden")];
  });
  expect(shown).toEqual([
    ["reader.ts", null],
    ["a/index.ts", null],
    ["b/index.ts", null],
  ]);
});

it("keeps the end of a long file name apart from the part that is cut", () => {
  const name = "ConversationTranscriptVirtualizer.stories.svelte";
  const { type, answer } = openOver({ [`src/${name}`]: "file" });
  type(`read @src/${name} `);
  answer();
  const item = screen.getByRole("listitem", { name: `src/${name}` });
  expect(item.querySelector(".start")?.textContent).toBe(name.slice(0, -12));
  expect(item.querySelector(".end")?.textContent).toBe(name.slice(-12));
});

it("looks again for what was not there when the user comes back to the field", () => {
  const kinds: Record<string, PathKind> = {};
  const { message, type, listed, answer } = openOver(kinds);
  type("test @src/new.ts ");
  answer();
  kinds["src/new.ts"] = "file";
  message.blur();
  message.focus();
  flushSync();
  expect(answer()).toEqual(["src/new.ts"]);
  expect(listed()).toEqual(["src/new.ts"]);
  // A path that existed may be gone.
  delete kinds["src/new.ts"];
  message.blur();
  message.focus();
  flushSync();
  expect(listed()).toEqual(["src/new.ts"]);
  expect(answer()).toEqual(["src/new.ts"]);
  expect(listed()).toEqual([]);
});

it("treats a path chosen from a list as existing until it is found missing", () => {
  const { chat, type, listed, answer } = openOver({});
  chat.suggestions.picked.add("@Makefile");
  type("run @Makefile ");
  expect(listed()).toEqual(["Makefile"]);
  answer();
  expect(listed()).toEqual([]);
});

it.each([
  [".env", "file", "may contain secrets"],
  ["config/.env.local#1-5", "file", "may contain secrets"],
  ["keys/id_ed25519", "largeFile", "may contain secrets"],
  ["big.log", "largeFile", "too large to include"],
  ["big.log#1-5", "largeFile", "too large to include"],
  ["long.log", "longFile", "for example @long.log#1-400"],
  ["long.log#1-5", "longFile", undefined],
] as const)("says of @%s, a %s, what does not go", (path, kind, warning) => {
  const { type, answer } = openOver({ [path.replace(/#.*/, "")]: kind });
  type(`see @${path} `);
  answer();
  const { title } = within(screen.getByRole("listitem", { name: path })).getByRole("button", { name: path });
  if (warning === undefined) expect(title).toBe(path);
  else expect(title).toContain(warning);
});

it("shows the files sent for a prompt's mentions, and opens them at their lines", () => {
  const host = new FakeHost();
  const mentioned = [
    { path: "src/a.ts#5-10", kind: "file" },
    { path: "docs/", kind: "folder" },
  ] as const;
  render(RowWithChat, {
    host,
    items: [{ kind: "prompt", id: "p", text: "see @src/a.ts#5-10 @docs/ @gone.ts", mentioned }],
  });
  const row = within(screen.getByRole("article", { name: "You" }));
  expect(within(row.getByRole("list", { name: "Attachments" })).getAllByRole("listitem").length).toBe(2);
  expect(row.queryByRole("button", { name: /Remove/ })).toBeNull();
  row.getByRole("button", { name: "src/a.ts#5-10" }).click();
  expect(host.sent.at(-1)).toEqual({ type: "openFile", path: "src/a.ts", line: 5 });
});
