import { expect, it } from "vitest";
import { AskActions } from "../../../../../extension/core/conversations/actions/askActions.ts";
import { readPromptLink } from "../../../../../extension/vscode/files/links.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { getPrompts } from "../setup.ts";

async function begun() {
  const window = await setup();
  const drafts: string[] = [];
  const panels = { setDraft: (_id: string, text: string) => void drafts.push(text) };
  return { ...window, drafts, asking: new AskActions(window.conversations, window.actions, panels) };
}

it("sends a message in an empty conversation, with its folder at hand", async () => {
  const { asking, conversations, clis, shown } = await begun();
  shown.submit("something else");
  await asking.ask((folder) => `Explain ${folder}`);
  await settled();
  expect([getPrompts(clis[0]), getPrompts(clis[1])]).toEqual([["something else"], ["Explain /w"]]);
  expect(conversations.shown).not.toBe(shown);
});

it("sends nothing if the user picked no folder", async () => {
  const { asking, folders, clis, shown } = await begun();
  shown.submit("something else");
  folders.choose = async () => undefined;
  await asking.ask(() => "Explain");
  await settled();
  expect([clis.length, getPrompts(clis[0])]).toEqual([1, ["something else"]]);
});

it.each([
  ["a text", "text=What is 1+1 & why?", "", ["What is 1+1 & why?"]],
  ["a text behind a draft", "text=!ls", "my draft", ["my draft\n!ls"]],
  ["a line for the terminal, which does not begin like one", "text= !rm -rf ~", "", ["“!rm -rf ~”"]],
  ["a command, which does not begin like one", "text=/logout", "", ["“/logout”"]],
  ["hidden characters, which become visible", "text=a\u202eb", "", ["a⟦U+202E⟧b"]],
  ["no text", "text=%20".replace("%20", " "), "", []],
  ["too much text, up to a limit", `text=${"x".repeat(30_000)}`, "", ["x".repeat(20_000)]],
])("fills the composer from a link with %s, and sends nothing", async (_name, query, draft, expected) => {
  const { asking, drafts, cli, shown } = await begun();
  shown.draft = draft;
  await asking.fill(readPromptLink({ path: "/prompt", query }) ?? "");
  await settled();
  expect([drafts, getPrompts(cli)]).toEqual([expected, []]);
});

it.each([
  ["/other", "text=a"],
  ["/prompt", "other=a"],
  ["/prompt", ""],
])("follows no other link: %s?%s", (path, query) => {
  expect(readPromptLink({ path, query })).toBeUndefined();
});
