import { expect, it } from "vitest";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, result } from "../conversationSetup.ts";

const bash = (id: string, command = "make", more: object = {}) => ({ type: "tool_use", id, name: "Bash", input: { command, ...more } });
const ended = (id: string, more: object = {}) => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok", ...more }] },
});
const signal = new AbortController().signal;

async function world(files: Record<string, string> = {}, options: Omit<NonNullable<Parameters<typeof begin>[0]>, "files"> = {}) {
  const made = await begin({ files, ...options });
  const { conversation, cli } = made;
  const prompt = async (id: string) => {
    cli().write({ type: "user", uuid: id, message: { role: "user", content: id } });
    await settled();
  };
  /** The call's row comes, and its hook is asked. Returns once it may run. */
  const start = async (id: string, command?: string, more?: object) => {
    const call = bash(id, command, more);
    cli().write(assistant([call]));
    await settled();
    const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: call.input };
    const hooks = conversation.edits.hooks.filter(({ matcher }) => matcher?.split("|").includes("Bash"));
    await Promise.all(hooks.map((hook) => hook.callback(input, { toolUseId: id, signal })));
  };
  const end = async (id: string, more?: object) => {
    cli().write(ended(id, more));
    await settled();
  };
  const run = async (id: string, act: () => void, command?: string) => {
    await start(id, command);
    act();
    await end(id);
  };
  const edit = async (id: string, path: string, text: string) => {
    cli().write(assistant([{ type: "tool_use", id, name: "Write", input: { file_path: path, content: text } }]));
    const input = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: path } };
    await conversation.edits.changed.hook.callback(input, { toolUseId: id, signal });
    made.files.set(path, text);
    await end(id);
  };
  const shown = () => conversation.state.commandChanges?.files.map(({ state, shown }) => `${state} ${shown}`);
  return { ...made, prompt, start, end, run, edit, shown };
}

it("lists what commands changed, beside the edits and not among them", async () => {
  const { run, shown, files, conversation } = await world({ "/w/a.txt": "1\n", "/w/b.txt": "1\n" });
  await run("c1", () => void files.set("/w/a.txt", "2\n").set("/w/new/x.txt", "x\n"));
  await run("c2", () => void files.delete("/w/b.txt"));
  expect(shown()).toEqual(["changed a.txt", "created new/x.txt", "deleted b.txt"]);
  expect(conversation.state.changedFiles).toEqual([]);
  // A file that one command made and another removed is no change; a file that came back is another one.
  await run("c3", () => files.delete("/w/new/x.txt") && files.set("/w/b.txt", "other\n"));
  expect(shown()).toEqual(["changed a.txt", "changed b.txt"]);
});

it("reads nothing for other calls, and for commands that only look", async () => {
  const { run, edit, start, end, folder, files, shown } = await world({ "/w/a.txt": "1\n" });
  await edit("e1", "/w/a.txt", "2\n");
  await run("c1", () => {}, "git status && ls | head");
  await start("c2", "cat a.txt");
  await end("c2");
  expect([folder.reads, shown()]).toEqual([0, undefined]);
  await run("c3", () => void files.set("/w/b.txt", "b\n"), "cat a.txt > b.txt");
  expect([folder.reads, shown()]).toEqual([2, ["created b.txt"]]);
});

it("does not count what the agent's own edits write meanwhile, nor what their list covers, nor claude's own files", async () => {
  const paths = { home: "/home/me", isWindows: false, configFolder: () => "/w/.own" };
  const { cli, start, end, edit, run, shown, files, conversation } = await world({ "/w/a.txt": "1\n" }, { paths });
  // One edit is under way when the command begins, one comes later.
  cli().write(assistant([{ type: "tool_use", id: "e0", name: "Write", input: { file_path: "/w/early.txt", content: "e\n" } }]));
  await start("c1");
  files.set("/w/early.txt", "e\n").set("/w/made.txt", "m\n").set("/w/.own/plans/p.md", "p\n");
  await edit("e1", "/w/a.txt", "2\n");
  await edit("e2", "/w/a.txt", "1\n");
  await end("c1");
  expect([shown(), conversation.state.changedFiles]).toEqual([["created made.txt"], []]);
  await edit("e3", "/w/a.txt", "3\n");
  await run("c2", () => void files.set("/w/a.txt", "formatted\n"));
  expect([shown(), conversation.state.changedFiles.map(({ path }) => path)]).toEqual([["created made.txt"], ["/w/a.txt"]]);
});

it("compares once for commands that run together, and until the turn ends for one in the background", async () => {
  const { start, end, cli, files, folder, shown } = await world();
  await start("c1");
  await start("c2");
  files.set("/w/one.txt", "1\n");
  await end("c1");
  expect(shown()).toBeUndefined();
  files.set("/w/two.txt", "2\n");
  await end("c2");
  expect([shown(), folder.reads]).toEqual([["created one.txt", "created two.txt"], 2]);
  await start("c3", "serve", { run_in_background: true });
  cli().write({ ...ended("c3"), tool_use_result: { backgroundTaskId: "task" } });
  await settled();
  files.set("/w/three.txt", "3\n");
  cli().write(result());
  await settled();
  expect(shown()?.at(-1)).toBe("created three.txt");
  files.set("/w/mine.txt", "later\n");
  cli().write(result());
  await settled();
  expect(shown()).toHaveLength(3);
});

it("looks at nothing after a command that was denied, and from the decision on after one that waited", async () => {
  const { start, end, cli, clock, files, folder, conversation, shown } = await world();
  const ask = (id: string) =>
    cli().write({
      type: "control_request",
      request_id: id,
      request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "make" }, tool_use_id: id },
    });
  const decide = async (id: string, decision: Parameters<typeof conversation.permissions.decide>[2]) => {
    await settled();
    conversation.permissions.decide(id, conversation.state.requests[0]?.revision ?? 0, decision);
    await settled();
  };
  await start("c1");
  ask("c1");
  files.set("/w/mine.txt", "mine\n");
  await decide("c1", { kind: "deny" });
  await end("c1", { is_error: true });
  expect([folder.reads, shown()]).toEqual([1, undefined]);
  await start("c2");
  ask("c2");
  clock.advance(60_000);
  await decide("c2", { kind: "allow" });
  await end("c2");
  expect(folder.limits).toEqual([{ since: clock.now(), lateSince: undefined }]);
});

it("keeps no command waiting for a state that takes long, and says when the folder cannot be compared", async () => {
  const { start, end, run, clock, files, folder, conversation, shown } = await world();
  let open = () => {};
  folder.gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const started = start("c1");
  await settled();
  const from = clock.now();
  clock.advance(150);
  await started;
  await end("c1");
  files.set("/w/a.txt", "a\n");
  open();
  await settled();
  expect(folder.limits).toEqual([{ since: undefined, lateSince: from }]);
  folder.isTooLarge = true;
  await run("c2", () => void files.set("/w/b.txt", "b\n"));
  expect([shown(), conversation.state.commandChanges?.isPartial]).toEqual([[], true]);
});

it("tells what a rewind leaves, forgets what was cut or cleared, and keeps the rest beyond a reload", async () => {
  const { prompt, run, cli, files, conversation, shown } = await world();
  await prompt("p1");
  await run("c1", () => void files.set("/w/one.txt", "1\n"));
  cli().write(result());
  await prompt("p2");
  await run("c2", () => void files.set("/w/two.txt", "2\n"));
  cli().write(result());
  await settled();
  const since = (id?: string) => conversation.edits.commands.since(id).map((each) => each.shown);
  expect([since(), since("p2"), since("gone")]).toEqual([["one.txt", "two.txt"], ["two.txt"], []]);
  const again = await begin({ remembered: conversation.remembered });
  expect(again.conversation.state.commandChanges?.files.map((each) => each.shown)).toEqual(["one.txt", "two.txt"]);
  conversation.rewinds.truncateBefore("p2");
  await settled();
  expect(shown()).toEqual(["created one.txt"]);
  cli().write({ type: "conversation_reset", new_conversation_id: "s2", session_id: "s2" });
  cli().write(result());
  await settled();
  expect([shown(), conversation.remembered.byCommands]).toEqual([[], undefined]);
});
