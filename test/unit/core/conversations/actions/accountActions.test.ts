import { expect, it } from "vitest";
import {
  AccountActions,
  type AccountQuestions,
} from "../../../../../extension/core/conversations/actions/accountActions.ts";
import type { TerminalCall } from "../../../../../extension/core/conversations/actions/terminalActions.ts";
import { settled } from "../../protocol/setup.ts";
import { setup as actionsSetup } from "../actionsSetup.ts";

const pages = { automaticUrl: "https://login.example.com/auto", manualUrl: "https://login.example.com/manual" };

async function setup(dialogs: Partial<AccountQuestions> = {}, answers: Record<string, object> = {}) {
  const window = await actionsSetup({ answers });
  const shown: string[] = [];
  const terminals: TerminalCall[] = [];
  let close = (): void => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const account = new AccountActions({
    conversations: window.conversations,
    dialogs: {
      pickLogin: async () => "subscription",
      followLogin: async ({ ended }) => ended,
      showLoggedIn: (name) => shown.push(`in as ${name}`),
      showLoginFailed: (reason) => shown.push(`failed: ${reason}`),
      confirmLogOut: async () => true,
      ...dialogs,
    },
    call: async ({ folder }) => ({ file: "claude", args: [], env: {}, cwd: folder }),
    runInTerminal: async (call) => {
      terminals.push(call);
      await closed;
    },
  });
  const asked = (subtype: string) =>
    window.cli.received.filter((frame) => frame["request"]?.subtype === subtype).map((frame) => frame["request"]);
  return { ...window, account, shown, terminals, close, asked };
}

it("logs in through the running process, and starts the conversation again with the new login", async () => {
  const done = { account: { email: "sam\u202e@example.com" } };
  const { account, shown, clis, asked } = await setup(
    {},
    { claude_authenticate: pages, claude_oauth_wait_for_completion: done },
  );
  await account.logIn();
  expect(asked("claude_authenticate")).toEqual([{ subtype: "claude_authenticate", loginWithClaudeAi: true }]);
  expect([shown, clis.length]).toEqual([["in as sam@example.com"], 2]);
});

it("sends the code of the manual page with its state", async () => {
  const done = { account: { organization: "Example" } };
  const typed = {
    pickLogin: async () => "console" as const,
    followLogin: (login: Parameters<AccountQuestions["followLogin"]>[0]) => login.enterCode(" abc#xyz\n"),
  };
  const { account, shown, asked } = await setup(typed, {
    claude_authenticate: pages,
    claude_oauth_callback: done,
    claude_oauth_wait_for_completion: done,
  });
  await account.logIn();
  expect(asked("claude_authenticate")).toMatchObject([{ loginWithClaudeAi: false }]);
  expect(asked("claude_oauth_callback")).toEqual([
    { subtype: "claude_oauth_callback", authorizationCode: "abc", state: "xyz" },
  ]);
  expect(shown).toEqual(["in as Example"]);
});

it("changes nothing when the user cancels, and says why a login failed", async () => {
  const { account, shown, clis } = await setup(
    { followLogin: async () => undefined },
    { claude_authenticate: pages, claude_oauth_wait_for_completion: {} },
  );
  await account.logIn();
  expect([shown, clis.length]).toEqual([[], 1]);
  const failing = await setup({}, { claude_authenticate: pages });
  const trying = failing.account.logIn();
  await settled();
  const [request] = failing.cli.received.filter(
    (frame) => frame["request"]?.subtype === "claude_oauth_wait_for_completion",
  );
  failing.cli.write({
    type: "control_response",
    response: { subtype: "error", request_id: request?.["request_id"], error: "A newer sign-in replaced this one" },
  });
  await trying;
  expect(failing.shown).toEqual([expect.stringMatching(/^failed: .*A newer sign-in/)]);
});

it.each([
  ["2.0.77", "logIn", "/login"],
  ["2.0.77", "logOut", "/logout"],
  ["2.1.50", "logIn", "auth login"],
  ["2.1.50", "logOut", "auth logout"],
] as const)(
  "under claude %s, runs %s in a terminal, and restarts the conversation once it closes",
  async (version, action, args) => {
    const { account, terminals, close, cli, clis } = await setup({ pickLogin: async () => "terminal" });
    cli.write({ type: "system", subtype: "init", session_id: "s1", claude_code_version: version });
    cli.write({ type: "result", subtype: "success", session_id: "s1" });
    const running = account[action]();
    await settled();
    expect(terminals.map((call) => call.args.join(" "))).toEqual([args]);
    expect(clis).toHaveLength(1);
    close();
    await running;
    expect(clis).toHaveLength(2);
  },
);

it("does not log out when the user cancels", async () => {
  const { account, terminals } = await setup({ confirmLogOut: async () => false });
  await account.logOut();
  expect(terminals).toEqual([]);
});
