import { render, screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { McpContent, ServerView } from "../../extension/shared/contract/pages/mcpPage.ts";
import type { FromPage, PageContent } from "../../extension/shared/contract/pages/pages.ts";
import PageApp from "../../webview/pages/PageApp.svelte";

const server = (name: string, more: Partial<ServerView> = {}): ServerView => ({
  name,
  status: "connected",
  statusText: "connected",
  facts: "user settings",
  notes: [],
  toolsLabel: "",
  resources: [],
  prompts: [],
  buttons: [
    { action: "reconnect", label: "Reconnect" },
    { action: "disable", label: "Disable" },
    { action: "remove", label: "Remove" },
  ],
  ...more,
});

function open(...servers: readonly ServerView[]) {
  const sent: FromPage[] = [];
  let listener = (_message: PageContent): void => {};
  const host = {
    send: (message: FromPage) => void sent.push(message),
    onMessage: (given: (message: PageContent) => void) => {
      listener = given;
    },
  };
  render(PageApp, { host });
  flushSync();
  const say = (content: McpContent): void => {
    listener({ type: "content", kind: "mcp", content });
    flushSync();
  };
  say({ notes: [], servers, isLoaded: true });
  sent.length = 0;
  return { sent, say };
}
const item = (name: string) =>
  within(within(screen.getByRole("list", { name: "MCP servers" })).getByRole("listitem", { name }));

it("lists each server by name with its state and actions", () => {
  const { sent } = open(
    server("weather"),
    server("broken", { status: "failed", statusText: "failed", error: "Connection closed\nno database" }),
  );
  expect(item("weather").getByRole("status").textContent).toBe("connected");
  expect(item("broken").getByText(/Connection closed\s+no database/)).toBeTruthy();
  for (const name of ["Reconnect", "Disable", "Remove"]) item("weather").getByRole("button", { name }).click();
  expect(sent).toEqual(
    ["reconnect", "disable", "remove"].map((action) => ({ type: "act", action, target: "weather" })),
  );
});

it("unfolds tools with their marks, and sets the policy of one", () => {
  const tools = [
    { name: "look", description: "Reads it", marks: [{ text: "read-only", isWarning: false }] },
    { name: "wipe", description: "", marks: [{ text: "destructive", isWarning: true }], policy: "deny" as const },
  ];
  const { sent, say } = open(server("weather", { tools, toolsLabel: "2 tools" }));
  const fold = item("weather").getByRole("button", { name: "2 tools" });
  expect([fold.getAttribute("aria-expanded"), screen.queryByText("Reads it")]).toEqual(["false", null]);
  fold.click();
  flushSync();
  expect(screen.getByText("read-only").closest("li")?.textContent).toContain("Reads it");
  const policy = screen.getByRole<HTMLSelectElement>("combobox", { name: "Permission for wipe" });
  expect([
    policy.value,
    screen.getByRole<HTMLSelectElement>("combobox", { name: "Permission for look" }).value,
  ]).toEqual(["deny", ""]);
  policy.value = "ask";
  policy.dispatchEvent(new Event("change", { bubbles: true }));
  expect(sent).toEqual([
    { type: "act", action: "setPolicy", target: "weather", values: { tool: "wipe", policy: "ask" } },
  ]);
  // Unfolded rows stay so when the state changes.
  say({
    isLoaded: true,
    notes: [],
    servers: [server("weather", { tools, toolsLabel: "2 tools", statusText: "pending", status: "pending" })],
  });
  expect(screen.getByRole("combobox", { name: "Permission for wipe" })).toBeTruthy();
});

it("marks a server to wait for, shows its log, and disables what runs", () => {
  const busy = server("weather", {
    waits: false,
    log: "10:00:01 Starting",
    buttons: [{ action: "reconnect", label: "Reconnect", isBusy: true }],
  });
  const { sent } = open(busy);
  expect(item("weather").getByRole<HTMLButtonElement>("button", { name: "Reconnect" }).disabled).toBe(true);
  expect(item("weather").getByRole("region", { name: "Log" }).textContent).toBe("10:00:01 Starting");
  item("weather").getByRole("checkbox", { name: "Wait for this server before the first message" }).click();
  expect(sent).toEqual([{ type: "act", action: "setWait", target: "weather", values: { wait: "yes" } }]);
});

it("says that there is none, and adds one", () => {
  const { sent } = open();
  expect(screen.getByText("No MCP servers.")).toBeTruthy();
  screen.getByRole("button", { name: "Add server…" }).click();
  screen.getByRole("button", { name: "Import servers…" }).click();
  screen.getByRole("button", { name: "Open settings" }).click();
  expect(sent).toEqual([
    { type: "act", action: "add" },
    { type: "act", action: "import" },
    { type: "act", action: "openSettings" },
  ]);
});
