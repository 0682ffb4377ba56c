import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, it, vi } from "vitest";
import type { ToolItem } from "../../extension/shared/contract/items.ts";
import type { ToolDetails } from "../../extension/shared/contract/tools.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import { buildTree } from "../../webview/ui/jsonTree.ts";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

/** The opened card of a call with these details. */
async function opened(item: Partial<ToolItem>, details: ToolDetails) {
  const host = new FakeHost();
  const call: ToolItem = {
    kind: "tool",
    id: "t",
    tool: "mcp__a__b",
    toolKind: "mcp",
    subject: "",
    state: "done",
    threadSize: 0,
    ...item,
  };
  const chats: ChatState[] = [];
  render(RowWithChat, { host, items: [call], onChat: (chat: ChatState) => chats.push(chat) });
  const chat = chats[0] as ChatState;
  chat.view.setOpen("t", true);
  await tick();
  chat.receive(about({ type: "details", toolId: "t", details }));
  await tick();
  return { host, chat };
}
const output = (text: string) => ({ text, omitted: 0 });

it("shows the result of an MCP server as a tree, a long list in parts", async () => {
  const data = {
    title: "A",
    "<b>": { deep: { deeper: [1, null, "x\ny"] } },
    many: Array.from({ length: 450 }, (_, index) => index),
  };
  await opened({}, { kind: "generic", input: '{"id":"P-12"}', output: output(JSON.stringify(data)) });
  expect(screen.getByRole("group", { name: "Input" }).textContent).toContain('id: "P-12"');
  const tree = screen.getByRole("group", { name: "Output" });
  expect(tree.textContent).toMatch(/deeper \[3\]\s*0: 1\s*1: null\s*2: "x\\ny"/);
  expect([...tree.querySelectorAll("details")].map((each) => each.open)).toEqual([true, false, false, true]);
  expect(tree.textContent).not.toContain("200: 200");
  await fireEvent.click(screen.getByRole("button", { name: "Show 250 more" }));
  expect(tree.textContent).toContain("200: 200");
  expect(screen.getByRole("button", { name: "Show 50 more" })).toBeTruthy();
});

it.each(["[1", '"text"', "7", "{}", "[]", "null", "plain"])(
  "shows a value that is no tree unchanged: %s",
  async (text) => {
    await opened({}, { kind: "generic", input: "{}", output: output(text) });
    expect(screen.getByRole("group", { name: "Output" }).textContent).toBe(text);
  },
);

it.each([
  [' { "a" : [ 1 , -2.50 , 1e3 ] ,\n "\\u00e9\\/" : null } ', true],
  ['{"id":12345678901234567890}', false],
  ['{"a":1,"a":2}', false],
  ['{"b":1,"7":2}', false],
  ['{"__proto__":1,"constructor":[]}', true],
])("is a tree only where that says all of it: %s", (text, isTree) => {
  expect(buildTree(text) !== undefined).toBe(isTree);
});

it("renders data of any depth", async () => {
  const depth = 3_000;
  await opened({}, { kind: "generic", input: "{}", output: output(`${"[".repeat(depth)}1${"]".repeat(depth)}`) });
  expect(screen.getByRole("group", { name: "Output" }).textContent).toContain("1");
});

it("opens the sources of an answer", async () => {
  const sources = [{ url: "https://example.com/", title: "The guide" }];
  const { host } = await opened(
    { toolKind: "webSearch" },
    { kind: "web", sources, omitted: 3, notes: [], output: output("They agree.") },
  );
  await fireEvent.click(screen.getByRole("button", { name: "The guide https://example.com/" }));
  expect(host.sent).toContainEqual({ type: "openLink", url: "https://example.com/" });
  expect(screen.getByText("3 more results are not shown.")).toBeTruthy();
});

it("shows questions with their answers, and a plan as Markdown", async () => {
  await opened(
    { toolKind: "question" },
    {
      kind: "answers",
      answers: [{ question: "Which?", answer: "A" }, { question: "Where?" }],
      output: output("Later."),
    },
  );
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Which?", "Where?"]);
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual(["A"]);
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe("Later.");
  cleanup();
  await opened({ toolKind: "plan" }, { kind: "plan", plan: "# First\n\nthen **more**" });
  expect(screen.getByRole("heading", { name: "First" })).toBeTruthy();
  expect(screen.queryByRole("group", { name: "Output" })).toBeNull();
});

it("offers to run a command in a terminal where that is possible", async () => {
  const command = (isTypable: boolean): ToolDetails => ({
    kind: "command",
    command: "npm test",
    isTypable,
    notes: [],
    output: output("ok"),
  });
  const { host } = await opened({ toolKind: "command", tool: "Bash" }, command(true));
  await fireEvent.click(screen.getByRole("button", { name: "Open in terminal" }));
  expect(host.sent).toContainEqual({ type: "typeInTerminal", command: "npm test" });
});

it("links existing files in the output of a command, also in colored text", async () => {
  const text = "src/a.ts:12:5 failed, src/gone.ts";
  const colored = [{ text: "src/a.ts:12:5", color: "red" }, { text: " failed, src/gone.ts" }] as const;
  const { host, chat } = await opened(
    { toolKind: "command" },
    { kind: "command", command: "x", isTypable: false, notes: [], output: { text, omitted: 0, colored } },
  );
  await vi.waitFor(() =>
    expect(host.sent).toContainEqual({ type: "lookForFiles", paths: ["src/a.ts", "src/gone.ts"] }),
  );
  chat.receive(about({ type: "files", found: [{ path: "src/a.ts", kind: "file" }] }));
  await tick();
  await fireEvent.click(screen.getByRole("link", { name: "src/a.ts:12:5" }));
  expect(host.sent).toContainEqual({ type: "openFile", path: "src/a.ts", line: 12 });
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

it("opens the diff of an edit, and the file at the changed line", async () => {
  const lines = [
    { sign: " ", text: "as before" },
    { sign: "+", text: "new" },
  ] as const;
  const diff = (more: object): ToolDetails => ({ kind: "diff", hunks: [{ oldStart: 7, newStart: 7, lines, ...more }] });
  const edit = { tool: "Edit", toolKind: "edit", path: "/w/a.ts", subject: "a.ts" } as const;
  const { host, chat } = await opened(edit, diff({}));
  await fireEvent.click(screen.getByRole("button", { name: "Open diff" }));
  await fireEvent.click(screen.getByRole("button", { name: "Open file" }));
  expect(host.sent).toEqual(expect.arrayContaining([expect.objectContaining({ type: "openCallDiff", toolId: "t" })]));
  expect(host.sent).toContainEqual({ type: "openFile", path: "/w/a.ts", line: 8 });
  // No number stands beside lines whose place nobody knows.
  expect(screen.getByRole("group", { name: "Changes in a.ts" }).textContent).toContain("7");
  chat.receive(
    about({
      type: "details",
      toolId: "t",
      details: { ...diff({ isUnplaced: true }), output: output("Not found") } as ToolDetails,
    }),
  );
  await tick();
  expect(screen.getByRole("group", { name: "Changes in a.ts" }).textContent).not.toMatch(/\d/);
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe("Not found");
});

it("opens a read file at the first line that was read", async () => {
  const { host } = await opened(
    { tool: "Read", toolKind: "read", path: "/w/a.ts", line: 40 },
    { kind: "output", output: output("x") },
  );
  await fireEvent.click(screen.getByRole("button", { name: "Open file" }));
  expect(host.sent).toContainEqual({ type: "openFile", path: "/w/a.ts", line: 40 });
  expect(screen.queryByRole("button", { name: "Open diff" })).toBeNull();
});

it("keeps the focus in an output that grows or gets more links", async () => {
  const text = "src/a.ts:1 failed\nsrc/b.ts:2 failed\nend";
  const details = (all: string): ToolDetails => ({
    kind: "command",
    command: "x",
    isTypable: false,
    notes: [],
    output: output(all),
  });
  const { chat } = await opened({ toolKind: "command" }, details(text));
  chat.receive(about({ type: "files", found: [{ path: "src/b.ts", kind: "file" }] }));
  await tick();
  const second = screen.getByRole("link", { name: "src/b.ts:2" });
  const end = second.nextSibling;
  second.focus();
  chat.receive(about({ type: "files", found: [{ path: "src/a.ts", kind: "file" }] }));
  await tick();
  const region = screen.getByRole("group", { name: "Output" });
  expect([region.textContent, document.activeElement, second.nextSibling]).toEqual([text, second, end]);
  chat.receive(about({ type: "details", toolId: "t", details: details(`${text} and more`) }));
  await tick();
  expect([region.textContent, document.activeElement, second.nextSibling]).toEqual([`${text} and more`, second, end]);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["src/a.ts:1", "src/b.ts:2"]);
  chat.receive(about({ type: "details", toolId: "t", details: details("src/b.ts:2") }));
  await tick();
  expect([region.textContent, screen.getAllByRole("link")]).toEqual(["src/b.ts:2", [expect.anything()]]);
});

it("requests details when a card opens and when its call ends, and frees them afterwards", async () => {
  const host = new FakeHost();
  const call: ToolItem = {
    kind: "tool",
    id: "t",
    tool: "Bash",
    toolKind: "command",
    subject: "",
    state: "running",
    threadSize: 0,
  };
  const chats: ChatState[] = [];
  const { rerender } = render(RowWithChat, { host, items: [call], onChat: (chat: ChatState) => chats.push(chat) });
  const chat = chats[0] as ChatState;
  const asked = () => host.sent.filter(({ type }) => type === "openDetails").length;
  const answer = () =>
    chat.receive(about({ type: "details", toolId: "t", details: { kind: "output", output: output("x") } }));
  const show = async (...items: ToolItem[]) => {
    await rerender({ host, items });
    await tick();
  };
  chat.view.setOpen("t", true);
  await tick();
  answer();
  // Scrolled away and back.
  await show();
  await show(call);
  expect(asked()).toBe(1);
  await show();
  await show({ ...call, state: "done" });
  expect(asked()).toBe(2);
  answer();
  chat.view.setOpen("t", false);
  await tick();
  answer();
  expect(chat.details.get("t")).toBeUndefined();
  chat.view.setOpen("t", true);
  await tick();
  expect(asked()).toBe(3);
});

it("shows an error once: below its row, or in the opened card", async () => {
  const says = "File does not exist.";
  const count = () => document.body.textContent?.split(says).length;
  const read: Partial<ToolItem> = {
    tool: "Read",
    toolKind: "read",
    subject: "a.txt",
    state: "failed",
    summary: { code: "text", text: says },
  };
  const { chat } = await opened(read, { kind: "output", output: output(says) });
  expect(count()).toBe(2);
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe(says);
  chat.view.setOpen("t", false);
  await tick();
  expect(count()).toBe(2);
  cleanup();
  // Only the end of it is there: its first words stand under the row still.
  await opened(read, { kind: "output", output: { text: "the end", omitted: 70_000 } });
  expect(count()).toBe(2);
  cleanup();
  await opened(
    { ...read, tool: "Bash", toolKind: "command" },
    { kind: "command", command: "ls a", isTypable: true, notes: [], output: output(says), exitCode: 2 },
  );
  expect(count()).toBe(2);
  cleanup();
  await opened(
    { ...read, tool: "Bash", toolKind: "command", summary: { code: "text", text: "Exit code 2" } },
    {
      kind: "command",
      command: "ls a",
      isTypable: true,
      notes: [],
      output: { text: "the end", omitted: 70_000 },
      exitCode: 2,
    },
  );
  expect(screen.getAllByText("Exit code 2")).toHaveLength(1);
});

it("shows that a stopped call waited for the user", () => {
  const call: ToolItem = {
    kind: "tool",
    id: "t",
    tool: "Bash",
    toolKind: "command",
    subject: "ls",
    state: "stopped",
    threadSize: 0,
    decided: { code: "unanswered" },
  };
  render(RowWithChat, { host: new FakeHost(), items: [call], onChat: () => {} });
  expect(screen.getByRole("group", { name: "Bash ls" }).textContent).toMatch(/stopped.*was waiting for you/);
});

it("shows in the opened card where and how a search looked", async () => {
  const notes = [{ kind: "searchOption", option: "glob", value: "*.ts" } as const];
  await opened(
    { tool: "Grep", toolKind: "search", subject: "read" },
    { kind: "places", notes, places: [{ path: "a.ts" }], omitted: 0 },
  );
  expect(screen.getByText("Only files matching").parentElement?.textContent).toContain("*.ts");
  cleanup();
  await opened(
    { tool: "Grep", toolKind: "search", subject: "read" },
    { kind: "output", notes, output: output("No matches found") },
  );
  expect(screen.getByText("Only files matching").parentElement?.textContent).toContain("*.ts");
});

it("shows the end and line count of a long output, and everything on request", async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index + 1}`);
  const long = `${lines.join("\n")}\n`;
  const colored = [{ text: long.slice(0, 3_000), color: "red" }, { text: long.slice(3_000) }] as const;
  const details = (text: object): ToolDetails => ({
    kind: "command",
    command: "seq 400",
    isTypable: true,
    notes: [],
    output: { ...output(long), ...text },
  });
  await opened({ tool: "Bash", toolKind: "command" }, details({ colored }));
  const shown = () => screen.getByRole("group", { name: "Output" }).textContent;
  expect(shown()).toBe(`${lines.slice(-12).join("\n")}\n`);
  screen.getByText(/^400 lines/);
  await fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(shown()).toBe(long);
  await fireEvent.click(screen.getByRole("button", { name: "Show the end" }));
  expect(shown()).toBe(`${lines.slice(-12).join("\n")}\n`);
  cleanup();
  await opened({ tool: "Bash", toolKind: "command" }, details({ omitted: 9_000 }));
  screen.getByText(/^More than 400 lines/);
});

it("shows a file that was read from its start", async () => {
  const text = "line\n".repeat(100);
  await opened({ tool: "Read", toolKind: "read" }, { kind: "output", output: output(text) });
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe(text);
});
