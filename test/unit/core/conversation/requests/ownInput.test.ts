import { expect, it } from "vitest";
import type { PermissionView, PlanView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, assistant, begin, getAnswer } from "../conversationSetup.ts";

/** A request for one call, on the screen. */
async function ask(tool: string, input: object, set: object = {}, options: Parameters<typeof begin>[0] = {}) {
  const world = await begin(options);
  world.cli().write(assistant([{ type: "tool_use", id: "toolu_1", name: tool, input }]));
  world.cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: tool, input, ...set } });
  await settled();
  const view = () => world.conversation.state.requests[0] as PermissionView;
  const write = async (text: string) => {
    world.conversation.permissions.reviews.step("r1", view().revision, { kind: "input", text });
    await settled();
  };
  const answer = async (decision: Parameters<typeof world.conversation.permissions.decide>[2] = { kind: "allow" }) => {
    world.conversation.permissions.decide("r1", view().revision, decision);
    await settled();
    return getAnswer(world.cli())?.["response"];
  };
  return { ...world, view, write, answer };
}

it("runs the user's own command, shows it unchanged, and notifies the model", async () => {
  const { view, write, answer, items, conversation } = await ask("Bash", { command: "rm -rf .", description: "Clean" });
  const before = view();
  expect(before).toMatchObject({ editable: { kind: "command", text: "rm -rf ." }, always: [{}], isInputEdited: false });
  await write("rm -rf dist");
  expect(view()).toMatchObject({ body: "rm -rf dist", subject: "rm -rf dist", isInputEdited: true, always: [] });
  // A decision about the former command does not run the new one.
  expect(await conversation.permissions.decide("r1", before.revision, { kind: "allow" })).toBe("gone");
  expect(await answer()).toMatchObject({
    behavior: "allow",
    updatedInput: { command: "rm -rf dist", description: "Clean" },
  });
  expect(items().at(-1)).toMatchObject({ decided: { code: "allowedEdited" } });
  const note = conversation.permissions.allowed.takeNote("toolu_1");
  expect(note).toMatch(/-\s+"command": "rm -rf \."[\s\S]*\+\s+"command": "rm -rf dist"/);
});

it("restores the original input, and marks invisible characters in the user's own", async () => {
  const { conversation, view, write, answer } = await ask("Bash", { command: "ls" });
  await write("ls \u202e");
  expect(view()).toMatchObject({ body: "ls ⟦U+202E⟧" });
  conversation.permissions.reviews.step("r1", view().revision, { kind: "reset" });
  await settled();
  expect(view()).toMatchObject({ body: "ls", isInputEdited: false, always: [{}] });
  expect(await answer()).toMatchObject({ updatedInput: { command: "ls" } });
  expect(conversation.permissions.allowed.takeNote("toolu_1")).toBeUndefined();
});

it("shows where the path of the user's own input leads", async () => {
  const { view, write } = await ask("Read", { file_path: "/w/a.txt" });
  await write('{"file_path": "/etc/passwd"}');
  expect(view()).toMatchObject({ subject: "/etc/passwd", isInputEdited: true });
});

it("allows the user's own path only while it leads where the card shows", async () => {
  const paths = { home: "/home/u", isWindows: false };
  const places: Record<string, object> = { "/home/u/x": { isOutside: true } };
  const { view, write, answer, conversation } = await ask(
    "Read",
    { file_path: "/w/a.txt" },
    {},
    { paths, places, version: "2.1.50" },
  );
  await write('{"file_path": "~/x"}');
  expect(view()).toMatchObject({ subject: "/home/u/x", notes: [{ kind: "path", path: "/home/u/x", isOutside: true }] });
  places["/home/u/x"] = { isOutside: true, target: "/etc/passwd" };
  expect(await conversation.permissions.decide("r1", view().revision, { kind: "allow" })).toBe("changed");
  expect(view()).toMatchObject({
    isInputEdited: true,
    notes: expect.arrayContaining([{ kind: "link", path: "/etc/passwd" }]),
  });
  expect(await answer()).toMatchObject({ behavior: "allow", updatedInput: { file_path: "/home/u/x" } });
});

it("keeps the user's own cell when the files are read again, and allows it", async () => {
  const files = { "/w/n.ipynb": JSON.stringify({ cells: [{ id: "a1", cell_type: "code", source: "1" }] }) };
  const input = { notebook_path: "/w/n.ipynb", cell_id: "a1", new_source: "2" };
  const { view, write, answer, conversation } = await ask("NotebookEdit", input, {}, { files });
  await write(JSON.stringify({ ...input, new_source: "3" }));
  const { revision } = view();
  conversation.permissions.refreshAll();
  await settled();
  expect(view()).toMatchObject({
    revision,
    isInputEdited: true,
    proposal: { hunks: [{ lines: expect.arrayContaining([{ sign: "+", text: "3" }]) }] },
  });
  expect(await answer()).toMatchObject({ behavior: "allow", updatedInput: { new_source: "3" } });
});

it.each([
  ["Bash", { command: "rm -rf ." }, "ls", { kind: "allow" }],
  ["ExitPlanMode", { plan: "mine" }, "mine too", { kind: "approvePlan", isAcceptingEdits: false }],
] as const)(
  "allows nothing of %s while another input is on its way to the card",
  async (tool, input, text, decision) => {
    const { view, conversation, cli } = await ask(tool, input);
    const { revision } = view();
    conversation.permissions.reviews.step("r1", revision, { kind: "input", text });
    expect(await conversation.permissions.decide("r1", revision, decision)).not.toBe("taken");
    expect([getAnswer(cli()), view().revision]).toEqual([undefined, revision + 1]);
  },
);

it.each([
  ["Bash", { command: "ls" }, "  \n"],
  ["WebFetch", { url: "https://example.com", prompt: "x" }, "javascript:alert(1)"],
  ["WebFetch", { url: "https://example.com", prompt: "x" }, "https://a b"],
  ["mcp__db__query", { sql: "select 1" }, "{"],
  ["mcp__db__query", { sql: "select 1" }, "[1]"],
  ["mcp__db__query", { sql: "select 1" }, "null"],
])("ignores text that is no input of %s: %s %s", async (tool, input, text) => {
  const { view, write } = await ask(tool, input);
  const before = view();
  await write(text);
  expect(view()).toEqual(before);
});

it("does not offer to edit a host that claude asks about without a call", async () => {
  expect((await ask("SandboxNetworkAccess", { host: "evil.example" })).view()).toMatchObject({
    body: "evil.example",
    subject: "evil.example",
  });
  expect((await ask("SandboxNetworkAccess", { host: "evil.example" })).view().editable).toBeUndefined();
});

it("does not offer to edit invisible text, or an edit with a diff", async () => {
  expect((await ask("Bash", { command: "ls\u200b" })).view().editable).toBeUndefined();
  expect((await ask("Write", { file_path: "/w/a.txt", content: "x" })).view().editable).toBeUndefined();
});

const rules = {
  permission_suggestions: [
    {
      type: "addRules",
      rules: [{ toolName: "Bash", ruleContent: "npm test:*" }],
      behavior: "allow",
      destination: "localSettings",
    },
  ],
};

it.each([
  [{}, "localSettings", [{ toolName: "Bash", ruleContent: "npm test:*" }]],
  [{ destination: "userSettings" }, "userSettings", [{ toolName: "Bash", ruleContent: "npm test:*" }]],
  [{ rules: ["Bash(npm test)"], destination: "session" }, "session", [{ toolName: "Bash", ruleContent: "npm test" }]],
] as const)("stores a permanent permission as the user chose: %j", async (wanted, destination, sent) => {
  const { answer } = await ask("Bash", { command: "npm test" }, rules);
  expect(await answer({ kind: "allowAlways", choice: 0, ...wanted })).toMatchObject({
    behavior: "allow",
    updatedPermissions: [{ destination, rules: sent }],
  });
});

it.each([{ rules: [] }, { rules: ["Bash("] }, { rules: ["Bash()"] }])(
  "denies what is no rule: %j",
  async ({ rules: written }) => {
    const { answer } = await ask("Bash", { command: "npm test" }, rules);
    expect(await answer({ kind: "allowAlways", choice: 0, rules: written })).toMatchObject({ behavior: "deny" });
  },
);

it("accepts a mode only as it is suggested", async () => {
  const { answer } = await ask("Bash", { command: "npm test" });
  expect(await answer({ kind: "allowAlways", choice: 0, destination: "userSettings" })).toMatchObject({
    behavior: "deny",
  });
});

it("sends an unchanged plan after edits were undone, without an added field", async () => {
  const { conversation, cli, answers } = await begin();
  answers["get_plan"] = { exists: true, content: "# Fetched" };
  cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "ExitPlanMode", input: {} } });
  const view = () => conversation.state.requests[0] as PlanView;
  await expect.poll(view).toMatchObject({ plan: "# Fetched", isEdited: false });
  conversation.permissions.reviews.step("r1", view().revision, { kind: "input", text: "mine" });
  expect(view()).toMatchObject({ plan: "mine", isEdited: true });
  conversation.permissions.reviews.step("r1", view().revision, { kind: "reset" });
  await expect.poll(view).toMatchObject({ plan: "# Fetched", isEdited: false });
  conversation.permissions.decide("r1", view().revision, { kind: "approvePlan", isAcceptingEdits: false });
  await settled();
  expect(getAnswer(cli())?.["response"].updatedInput).toEqual({});
});
