import { screen, within } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { PermissionView } from "../../extension/shared/contract/requests/requests.ts";
import { open, permission, useFakePage, wait } from "./appSetup.ts";
import { about, snapshot } from "./fakeHost.ts";

useFakePage();
it("accepts and rejects hunks in place, keeps the focus, and hides Allow without accepted hunks", () => {
  const { host, chat, click } = open();
  const { body: _, ...asked } = permission;
  const hunk = {
    oldStart: 1,
    newStart: 1,
    lines: [{ sign: "+", text: "x" }],
    added: 1,
    removed: 0,
    isAccepted: true,
    isInDoubt: false,
    linesOmitted: 0,
  } as const;
  const proposal = {
    path: "a.txt",
    added: 2,
    removed: 0,
    hunks: [hunk, hunk],
    hunksOmitted: 1,
    linesOmitted: 0,
    isNewFile: false,
    outcome: "asProposed",
    isUserEdited: false,
    isAllOrNothing: false,
  } as const;
  const show = (set: object) => {
    const request: PermissionView = { ...asked, tool: "Write", subject: "a.txt", proposal, ...set };
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [request] } }] }));
    flushSync();
  };
  show({});
  const second = within(screen.getByRole("list", { name: "Hunks" })).getByRole("listitem", { name: "Hunk 2 of 3" });
  const reject = within(second).getByRole("button", { name: "Reject hunk" });
  reject.focus();
  click(reject);
  expect(host.sent.at(-1)).toEqual({
    type: "reviewStep",
    requestId: "r1",
    revision: 3,
    step: { kind: "hunk", hunk: 1, isAccepted: false },
  });
  show({ proposal: { ...proposal, hunks: [hunk, { ...hunk, isAccepted: false }], outcome: "changed" } });
  expect([document.activeElement, reject.getAttribute("aria-pressed")]).toEqual([reject, "true"]);
  screen.getByText(/“Allow” writes your version/);
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "nothing" } });
  expect(screen.queryByRole("button", { name: "Allow" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Show a version that can be written" })).toBeNull();
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "impossible", hasWritable: true } });
  click(screen.getByRole("button", { name: "Show a version that can be written" }));
  expect(host.sent.at(-1)).toMatchObject({ type: "reviewStep", step: { kind: "writable" } });
  show({ isDenyOnly: true, proposal: { ...proposal, outcome: "nothing" } });
  click(screen.getByRole("button", { name: "Restore proposal" }));
  expect(host.sent.at(-1)).toMatchObject({ step: { kind: "reset" } });
});

it("edits a command before Allow, names what is wrong, and asks about the new input", async () => {
  const { host, chat, click, choose } = open({
    requests: [{ ...permission, editable: { kind: "command", text: "npm test" } }],
  });
  wait();
  await choose("More ways to allow", "Edit…");
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Command" });
  expect(document.activeElement).toBe(field);
  const write = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  write(" ");
  screen.getByText("Enter a value.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Use this input" }).disabled).toBe(true);
  write("npm run lint");
  click(screen.getByRole("button", { name: "Use this input" }));
  expect(host.sent.at(-1)).toEqual({
    type: "reviewStep",
    requestId: "r1",
    revision: 3,
    step: { kind: "input", text: "npm run lint" },
  });
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  const edited = { ...permission, revision: 4, body: "npm run lint", isInputEdited: true };
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [edited] } }] }));
  flushSync();
  wait();
  screen.getByText(/You edited this input/);
  click(screen.getByRole("button", { name: "Restore original" }));
  expect(host.sent.at(-1)).toMatchObject({ type: "reviewStep", step: { kind: "reset" } });
});

it("allows always by a suggested or an own rule, saved where the user chooses", async () => {
  const { host, chat, click, choose } = open({ requests: [permission] });
  const call = { kind: "tool", tool: "Bash", toolKind: "command", state: "done", threadSize: 0 } as const;
  chat.receive(
    about(
      snapshot([
        { ...call, id: "a", subject: "npm test" },
        { ...call, id: "b", subject: "npm install" },
      ]),
    ),
  );
  chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [permission] } }] }));
  flushSync();
  wait();
  await choose("More ways to allow", "Allow always…");
  const radios = () =>
    screen
      .getAllByRole<HTMLInputElement>("radio")
      .map(({ checked, labels }) => `${labels?.[0]?.textContent.trim()}${checked ? " *" : ""}`);
  expect(radios()).toEqual(["This exact command *", "“npm test” with any arguments", "Any “npm” command"]);
  screen.getByText(/only this exact Bash command\. Would have matched 1 of 2 recent tool calls/);
  const stored = screen.getByRole<HTMLSelectElement>("combobox", { name: "Save to" });
  expect(stored.selectedOptions[0]?.textContent).toBe(".claude/settings.local.json (this project, only you)");
  stored.value = "userSettings";
  stored.dispatchEvent(new Event("change", { bubbles: true }));
  wait();
  const allow = () => screen.getByRole<HTMLButtonElement>("button", { name: "Allow always" });
  click(screen.getByRole("radio", { name: "Any “npm” command" }));
  screen.getByText(/starts with “npm”\. Would have matched 2 of 2 recent tool calls/);
  // It allows another thing, which has to be read first.
  click(allow());
  expect(host.sent.some(({ type }) => type === "decide")).toBe(false);
  wait();
  click(allow());
  const decision = { kind: "allowAlways", choice: 2, destination: "userSettings", rules: ["Bash(npm:*)"] };
  expect(host.sent.at(-1)).toMatchObject({ decision });
  click(screen.getByRole("button", { name: "Edit rule…" }));
  expect(radios().at(-1)).toBe("Your own rule *");
  const rule = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Rule" });
  const write = (text: string) => {
    rule.value = text;
    rule.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  write("Bash(npm:*");
  expect(allow().disabled).toBe(true);
  write("Bash(npm ci)");
  click(allow());
  expect(host.sent.filter(({ type }) => type === "decide")).toHaveLength(1);
  wait();
  click(allow());
  expect(host.sent.at(-1)).toMatchObject({ decision: { ...decision, rules: ["Bash(npm ci)"] } });
});

it("says what an edit can be allowed always, and until when", async () => {
  const always = [{ choice: 0, change: { kind: "mode", mode: "acceptEdits", destination: "session" } }] as const;
  const { host, click, choose } = open({ requests: [{ ...permission, tool: "Write", toolKind: "write", always }] });
  await choose("More ways to allow", "Allow always…");
  screen.getByRole("radio", { name: "All file edits in the workspace" });
  screen.getByText("Until this conversation ends");
  expect([
    screen.queryByRole("combobox", { name: "Save to" }),
    screen.queryByRole("button", { name: "Edit rule…" }),
  ]).toEqual([null, null]);
  wait();
  click(screen.getByRole("button", { name: "Allow always" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "allowAlways", choice: 0 } });
});

it("shows a long list of data as plain text instead of a tree", () => {
  const body = (count: number) => JSON.stringify({ ids: Array.from({ length: count }, (_, index) => index) });
  const asked: PermissionView = { ...permission, tool: "mcp__a__b", toolKind: "mcp", body: body(25_000) };
  const { chat } = open({ requests: [asked] });
  const shown = () => screen.getByRole("group", { name: "What will run" });
  expect([shown().textContent, shown().childElementCount]).toEqual([asked.body, 0]);
  chat.receive(
    about({
      type: "changes",
      deltas: [{ kind: "state", set: { requests: [{ ...asked, revision: 4, body: body(300) }] } }],
    }),
  );
  flushSync();
  expect(shown().textContent).toContain("299: 299");
});

it("shows a long path's file name in the title, and its whole folder below", () => {
  const file = { ...permission, tool: "Edit", toolKind: "edit" } as const;
  const { chat } = open({ requests: [{ ...file, subject: "src/a.ts" }] });
  const title = () =>
    within(screen.getByRole("group", { name: /^Permission: Edit / })).getByText(/^Edit /).parentElement;
  const words = () => [title()?.querySelector("strong")?.textContent, title()?.querySelector(".folder")?.textContent];
  expect(words()).toEqual(["Edit src/a.ts", undefined]);
  const folder = "packages/server/src/transcripts/archive/";
  chat.receive(
    about({
      type: "changes",
      deltas: [{ kind: "state", set: { requests: [{ ...file, revision: 4, subject: `${folder}reader.ts` }] } }],
    }),
  );
  flushSync();
  expect(words()).toEqual(["Edit reader.ts", folder]);
});

it("says in its title how many lines a command has, where it shows all", () => {
  const { chat } = open();
  const show = (set: Partial<PermissionView>): string | undefined => {
    const request: PermissionView = { ...permission, ...set };
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: { requests: [request] } }] }));
    flushSync();
    const card = screen.getByRole("group", { name: /^Permission: / });
    return /Run a command(.*?)\s*$/m.exec(card.querySelector(".title")?.textContent ?? "")?.[1]?.trim();
  };
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `echo ${index}\n`).join("");
  expect(
    [
      { body: lines(1) },
      { body: lines(200) },
      { body: lines(200), bodyOmitted: 40 },
      { toolKind: "other" as const, title: "Run a command", body: lines(9) },
    ].map(show),
  ).toEqual(["", "· 200 lines", "", ""]);
});
