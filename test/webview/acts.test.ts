import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { PageCommand, PickedFile } from "../../extension/shared/contract/toWebview.ts";
import { runPageCommand } from "../../webview/state/runPageCommand.ts";
import { open, permission, useFakePage } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();

const ask = (id: string) => ({ ...permission, id, toolId: id });

function openPage(...args: Parameters<typeof open>) {
  const page = open(...args);
  const act = (name: PageCommand): void => {
    runPageCommand(page.chat, name);
    flushSync();
  };
  return { ...page, act };
}

it("sends the text of the message field, as its button does", () => {
  const { act, type, host } = openPage();
  act("send");
  type("hello");
  act("send");
  expect(host.sent.filter((sent) => sent.type === "submit")).toEqual([{ type: "submit", text: "hello" }]);
});

it("shows requests of one kind together, each with its own decision", () => {
  const { act, host } = openPage({ requests: [ask("a"), ask("b")] });
  act("allowAll");
  screen.getByRole("group", { name: "Allow all" });
  expect(host.sent.some((sent) => sent.type === "decide")).toBe(false);
});

it("moves from request to request", () => {
  const { act, chat } = openPage({ requests: [ask("a"), ask("b")] });
  const fronts = [1, 2, 3].map(() => {
    act("nextRequest");
    return chat.front;
  });
  expect(fronts).toEqual(["b", "a", "b"]);
});

it("edits the last message", () => {
  const { act, chat } = openPage();
  act("editLastPrompt");
  expect(chat.view.edit.current).toBeUndefined();
  const prompts = [
    { kind: "prompt", id: "p1", text: "one" },
    { kind: "prompt", id: "p2", text: "/cost", isLocal: true },
  ] as const;
  chat.main.apply(
    prompts.map((item) => ({ kind: "put", thread: "", item })),
    true,
  );
  act("editLastPrompt");
  expect(chat.view.edit.current).toMatchObject({ id: "p1", text: "one" });
});

it("unfolds all cards and thinking, and folds everything again", () => {
  const { act, chat } = openPage();
  chat.main.apply(
    [{ kind: "put", thread: "", item: { kind: "thinking", id: "t1", text: "hm", isStreaming: false, startedAt: 0 } }],
    true,
  );
  act("unfoldAll");
  expect([...chat.view.open]).toEqual(["t1"]);
  act("foldAll");
  expect([...chat.view.open]).toEqual([]);
});

it("attaches picked files like dropped ones, and says why it doesn't attach one", async () => {
  const { chat, host } = openPage();
  expect(chat.composerActions.attachPicked).toBeDefined();
  const picked: readonly PickedFile[] = [
    { name: "a.txt", data: btoa("hello") },
    { name: "pipe", problem: "notReadable" },
  ];
  // jsdom reads no files.
  await chat.draftAttachments.attachPicked(picked, async ({ name, size }) => ({
    kind: "text",
    name,
    mediaType: "text/plain",
    size,
    data: "hello",
  }));
  const attached = host.sent.flatMap((sent) => (sent.type === "attach" ? [sent.content] : []));
  expect(attached).toEqual([{ kind: "text", name: "a.txt", mediaType: "text/plain", size: 5, data: "hello" }]);
  expect(chat.draftAttachments.problems).toEqual([{ name: "pipe", code: "notReadable" }]);
});

it("shows that the running turn will read a queued message", () => {
  openPage({ status: "working", queue: [{ id: "q", text: "also this", isJoining: true }] });
  expect(screen.getByRole("list", { name: "Queued messages" }).textContent).toContain("joins this turn");
});

it("copies the message of its context menu, without offering cut and paste", () => {
  const { act, chat, host } = openPage();
  chat.receive(about(snapshot([{ kind: "prompt", id: "p", text: "Make it warm" }])));
  flushSync();
  const log = screen.getByRole("log");
  const row = document.createElement("div");
  row.dataset["item"] = "p";
  log.append(row);
  row.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
  expect(JSON.parse(log.dataset["vscodeContext"] ?? "")).toEqual({
    tandemHasSelection: false,
    tandemHasMessage: true,
    preventDefaultContextMenuItems: true,
  });
  act("copyMessage");
  expect(host.sent.at(-1)).toEqual({ type: "copy", text: "Make it warm" });
});
