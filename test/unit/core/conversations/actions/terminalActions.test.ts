import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { TerminalActions } from "../../../../../extension/core/conversations/actions/terminalActions.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

async function withTerminal(folder = "/w", isWindows = false, env: Record<string, string> = { A: "b" }) {
  let inTerminal: number | undefined;
  const parts = await setup({
    saved: [{ sessionId: "s1", folder, title: "Old", firstPrompt: "go", time: 1 }],
    live: {
      find: async () =>
        inTerminal === undefined ? undefined : { certainty: "certain", where: "terminal", pid: inTerminal },
    },
  });
  const call = async ({ folder: cwd }: { folder: string }) => ({
    file: "/opt/the program",
    args: ["--flag"],
    env,
    cwd,
  });
  const shownCalls: unknown[] = [];
  return {
    ...parts,
    shownCalls,
    terminal: new TerminalActions({
      conversations: parts.conversations,
      list: parts.list,
      dialogs: parts.person,
      panels: parts.person,
      call,
      show: async (...args) => {
        shownCalls.push(args);
        inTerminal = 42;
      },
      isElsewhere: async () => false,
      isWindows,
    }),
  };
}

it("continues a saved conversation in a terminal of its folder", async () => {
  const { terminal, shownCalls } = await withTerminal();
  await terminal.continueInTerminal("s1");
  expect(shownCalls).toEqual([
    [{ file: "/opt/the program", args: ["--flag", "--resume", "s1"], env: { A: "b" }, cwd: "/w" }, "Old", "s1"],
  ]);
});

it("ends its own process first, but no turn, and then follows the transcript", async () => {
  const { terminal, shownCalls, shown, cli, clis, person } = await withTerminal();
  shown.conversation.submit("go");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  await settled();
  await terminal.continueInTerminal();
  expect(shownCalls).toEqual([]);
  expect(person.said).toEqual(["stillWorking"]);
  cli.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  const handed = terminal.continueInTerminal();
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await handed;
  expect(shownCalls).toHaveLength(1);
  expect(shown.conversation.state).toMatchObject({ status: "resting", externalUse: { by: "terminal", pid: 42 } });
});

it.each(["/w", '/with space/it\'s $HOME `x` "q"', "/ünï/\n"])(
  "copies a line that leads a shell to %j, whatever is in it",
  async (folder) => {
    const { terminal } = await withTerminal(folder);
    const line = await terminal.commandLine("s1");
    const words = execFileSync("sh", [
      "-c",
      `cd() { printf '%s\\0' "$1"; }; run() { printf '%s\\0' "$@"; }; ${line?.replace("'/opt/the program'", "run")}`,
    ])
      .toString()
      .split("\0");
    expect(words.slice(0, 4)).toEqual([folder, "--flag", "--resume", "s1"]);
  },
);

it("quotes for Windows too, and reports a conversation that is not saved", async () => {
  const { terminal, person } = await withTerminal("C:\\a b", true);
  expect(await terminal.commandLine("s1")).toBe('cd /d "C:\\a b" && "/opt/the program" --flag --resume s1');
  expect(await terminal.commandLine("nowhere")).toBeUndefined();
  expect(person.said).toEqual(["notSaved"]);
});

it("passes any shell only the configuration folder of the profile, and no secret variables", async () => {
  const env = { CLAUDE_CONFIG_DIR: "/home/me/my work", ANTHROPIC_API_KEY: "hidden" };
  const { terminal } = await withTerminal("/w", false, env);
  expect(await terminal.commandLine("s1")).toBe(
    "cd /w && CLAUDE_CONFIG_DIR='/home/me/my work' '/opt/the program' --flag --resume s1",
  );
  const other = await withTerminal("C:\\w", true, env);
  expect(await other.terminal.commandLine("s1")).toMatch(
    /^cd \/d "C:\\w" && set "CLAUDE_CONFIG_DIR=\/home\/me\/my work" && "\/opt/,
  );
});

it("asks before it opens a terminal for a command, and leaves the conversation unchanged", async () => {
  const { terminal, shownCalls, shown, cli, person } = await withTerminal();
  shown.conversation.submit("go");
  cli.write({ type: "system", subtype: "init", session_id: "s1", terminal_slash_commands: ["doctor"] });
  cli.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  shown.draft = "/doctor fix it";
  await terminal.offer(shown.id);
  expect([person.terminalAsked, shownCalls, shown.hasProcess]).toEqual([[["/doctor fix it", true]], [], true]);
  expect(shown.draft).toBe("/doctor fix it");
  person.terminalAs = "new";
  await terminal.offer(shown.id);
  expect(shownCalls).toEqual([
    [
      { file: "/opt/the program", args: ["--flag", "/doctor fix it"], env: { A: "b" }, cwd: "/w" },
      "/doctor fix it",
      undefined,
    ],
  ]);
  expect([shown.hasProcess, person.drafts]).toEqual([true, [""]]);
  shown.draft = "something else";
  await terminal.offer(shown.id);
  expect([person.terminalAsked.length, shownCalls.length]).toEqual([2, 1]);
});

it("continues the conversation in the terminal if the user chooses that", async () => {
  const { terminal, shownCalls, shown, cli, clis, person } = await withTerminal();
  shown.conversation.submit("go");
  cli.write({ type: "system", subtype: "init", session_id: "s1", terminal_slash_commands: ["doctor"] });
  cli.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  shown.draft = "/doctor";
  person.terminalAs = "continue";
  const handed = terminal.offer(shown.id);
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await handed;
  expect(shownCalls).toMatchObject([[{ args: ["--flag", "--resume", "s1", "/doctor"] }, expect.anything(), "s1"]]);
});
