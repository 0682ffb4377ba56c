import { describe, expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, assistant, begin, getAnswer, toolUse } from "../conversationSetup.ts";

const isolation = { kind: "copy", origin: "/home/a/project" } as const;
const rule = { type: "addRules", behavior: "allow", rules: [{ toolName: "Edit" }], destination: "session" };

interface Case {
  readonly input?: object;
  readonly more?: object;
  readonly setting?: boolean;
  readonly isIsolated?: boolean;
  readonly startedBy?: boolean;
  readonly choices?: Readonly<Record<string, unknown>>;
  readonly outside?: readonly string[];
  readonly dirty?: readonly string[];
  readonly link?: boolean;
}

/** Asks about an edit in an isolated folder. Returns the answer of Tandem, the open requests and the row. */
async function asked({ input, more, choices = {}, setting = true, isIsolated = true, ...given }: Case) {
  const { conversation, cli, items } = await begin({
    files: { "/w/a.txt": "old\n" },
    outside: given.outside ?? [],
    dirty: new Set(given.dirty),
    places: given.link ? { "/w/a.txt": { target: "/etc/passwd" } } : {},
    allowsIsolatedEdits: () => setting,
    remembered: { choices, ...(given.startedBy ? { startedBy: { id: "a.b", name: "A" } } : {}) },
  });
  if (isIsolated) conversation.managed.setIsolation(isolation);
  conversation.submit("hi");
  const asks = structuredClone(askWrite);
  Object.assign(asks.request.input, input);
  Object.assign(asks.request, more);
  cli().write(assistant([{ ...toolUse, input: asks.request.input }]));
  cli().write(asks);
  await settled();
  return {
    answer: getAnswer(cli())?.response,
    open: conversation.state.requests as readonly PermissionView[],
    row: items().at(-1),
  };
}

it("allows an edit in a copy without a request, and says why in its row", async () => {
  const { answer, open, row } = await asked({});
  expect(answer).toMatchObject({ behavior: "allow", updatedInput: askWrite.request.input });
  expect(open).toEqual([]);
  expect(row).toMatchObject({ state: "running", decided: { code: "allowedByRule", reason: "isolation" } });
});

it("allows what a subagent edits there", async () => {
  expect((await asked({ more: { agent_id: "agent-1" } })).answer).toMatchObject({ behavior: "allow" });
});

describe("asks all the same", () => {
  it.each<[string, Case]>([
    ["where the setting is off", { setting: false }],
    ["outside of copies and worktrees", { isIsolated: false }],
    ["in the conversation of an extension", { startedBy: true }],
    ["where the user selected the mode here", { choices: { permissionMode: "default" } }],
    ["about a file outside the folder", { input: { file_path: "/home/a/b.txt" }, outside: ["/home/a/b.txt"] }],
    ["about a file that only begins like the folder", { input: { file_path: "/w2/b.txt" } }],
    ["about a hidden file", { input: { file_path: "/w/.env" } }],
    ["about a file in a hidden folder", { input: { file_path: "/w/.git/hooks/pre-commit" } }],
    ["about a path that goes up", { input: { file_path: "/w/../home/a/b.txt" } }],
    ["about a link that leads out", { link: true }],
    ["about a file with unsaved changes", { dirty: ["/w/a.txt"] }],
    ["where a rule asks", { more: { matched_ask_rule: { tool_name: "Write", rule_content: "a.txt" } } }],
    [
      "where claude has another reason",
      { more: { decision_reason_type: "safetyCheck", decision_reason: "sensitive" } },
    ],
    ["where only a person may decide", { more: { requires_user_interaction: true } }],
    ["where deny is the default", { more: { default_to_no: true } }],
    ["where claude suggests a rule", { more: { permission_suggestions: [rule] } }],
    ["where claude suggests nothing", { more: { permission_suggestions: [] } }],
    ["about a command", { more: { tool_name: "Bash", input: { command: "rm a.txt" } } }],
  ])("%s", async (_, given) => {
    const { answer, open } = await asked(given);
    expect(answer).toBeUndefined();
    expect(open).toHaveLength(1);
  });
});
