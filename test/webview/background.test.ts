import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it } from "vitest";
import type { ToolItem } from "../../extension/shared/contract/items.ts";
import type { ChatState } from "../../webview/state/chatState.svelte.ts";
import BackgroundWithChat from "./BackgroundWithChat.svelte";
import { about, FakeHost } from "./fakeHost.ts";
import RowWithChat from "./RowWithChat.svelte";

const output = (text: string) => ({ text, omitted: 0 });
const watches = (host: FakeHost) =>
  host.sent.flatMap((message) => (message.type === "watchOutput" ? [message.isOpen] : []));

it("shows the output of a running command while its card is open", async () => {
  const host = new FakeHost();
  const call: ToolItem = {
    kind: "tool",
    id: "b",
    tool: "Bash",
    toolKind: "command",
    subject: "npm test",
    state: "running",
    threadSize: 0,
    taskId: "t",
  };
  const chats: ChatState[] = [];
  const { rerender } = render(RowWithChat, { host, items: [call], onChat: (chat: ChatState) => chats.push(chat) });
  const chat = chats[0] as ChatState;
  const details = { kind: "command", command: "npm test", isTypable: true, notes: [], output: output("") } as const;
  chat.view.setOpen("b", true);
  await tick();
  chat.receive(about({ type: "details", toolId: "b", details }));
  await tick();
  expect(watches(host)).toEqual([true]);
  chat.receive(about({ type: "taskOutput", taskId: "t", output: output("line 1") }));
  await tick();
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe("line 1");
  await rerender({ host, items: [{ ...call, state: "done", isBackground: true }] });
  expect(watches(host)).toEqual([true, false, true]);
  await tick();
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe("line 1");
  chat.view.setOpen("b", false);
  flushSync();
  expect(watches(host)).toEqual([true, false, true, false]);
});

it("shows how a background command ended, and opens its output", async () => {
  const host = new FakeHost();
  const notice = { code: "taskEnded", task: "Tests", state: "failed", exitCode: 3, output: "/tmp/t.output" } as const;
  render(RowWithChat, { host, items: [{ kind: "notice", id: "n", level: "warning", notice }] });
  expect(screen.getByRole("alert").textContent).toContain("Background task failed: Tests (exit code 3)");
  await fireEvent.click(screen.getByRole("button", { name: "Open output" }));
  expect(host.sent).toContainEqual({ type: "openFile", path: "/tmp/t.output" });
});

it("lists running tasks, and shows the output of an opened command", async () => {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  const background = [
    { id: "t", kind: "command", text: "npm run watch", startedAt: 1 },
    { id: "a", kind: "agent", text: "Look", doing: "Grep", card: { id: "inner", agents: ["outer"] } },
  ] as const;
  render(BackgroundWithChat, { host, background, onChat: (chat: ChatState) => chats.push(chat) });
  expect(screen.getByText("Grep")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Look" }));
  expect([...(chats[0]?.view.open ?? [])]).toEqual(["outer", "inner"]);
  expect(chats[0]?.view.anchor).toMatchObject({ id: "outer" });
  expect(watches(host)).toEqual([]);
  const row = screen.getByRole("button", { name: /npm run watch/ });
  await fireEvent.click(row);
  expect(watches(host)).toEqual([true]);
  expect(screen.getByText("No output yet.")).toBeTruthy();
  chats[0]?.receive(about({ type: "taskOutput", taskId: "t", output: output("built") }));
  await tick();
  expect(screen.getByRole("group", { name: "Output" }).textContent).toBe("built");
  chats[0]?.receive(about({ type: "taskOutput", taskId: "t" }));
  await tick();
  expect(screen.getByText(/doesn't report output/)).toBeTruthy();
  await fireEvent.click(row);
  expect(watches(host)).toEqual([true, false]);
  await tick();
  expect(chats[0]?.outputs.get("t")).toBeUndefined();
});

it("shows the omitted amount and failed links in the output of a running command", async () => {
  const host = new FakeHost();
  const chats: ChatState[] = [];
  render(BackgroundWithChat, {
    host,
    background: [{ id: "t", kind: "command", text: "watch", startedAt: 1 }],
    onChat: (chat: ChatState) => chats.push(chat),
  });
  await fireEvent.click(screen.getByRole("button", { name: /watch/ }));
  chats[0]?.receive(about({ type: "taskOutput", taskId: "t", output: { text: "src/a.ts failed", omitted: 1_200 } }));
  chats[0]?.receive(about({ type: "files", found: [{ path: "src/a.ts", kind: "file" }] }));
  await tick();
  expect(screen.getByText("1,200 earlier characters are not shown.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "src/a.ts" });
  await fireEvent.click(link);
  chats[0]?.receive(about({ type: "notOpened", target: "src/a.ts", reason: "missing" }));
  expect(link.contains(screen.getByRole("alert"))).toBe(true);
});
