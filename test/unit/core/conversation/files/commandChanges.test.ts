import { expect, it } from "vitest";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, result } from "../conversationSetup.ts";

const bash = (id: string, command = "make") => ({ type: "tool_use", id, name: "Bash", input: { command } });
const ended = (id: string, more: object = {}) => ({
  type: "user",
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok", ...more }] },
});
const signal = new AbortController().signal;

async function world(options: NonNullable<Parameters<typeof begin>[0]> = {}) {
  const made = await begin(options);
  const { conversation, cli } = made;
  const prompt = async (id: string) => {
    cli().write({ type: "user", uuid: id, message: { role: "user", content: id } });
    await settled();
  };
  /** The call's row comes, and its hook is asked. Returns once it may run. */
  const start = async (id: string, command?: string) => {
    const call = bash(id, command);
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
  const isUnknown = () => conversation.state.commandChanges?.isUnknown ?? false;
  return { ...made, prompt, start, end, isUnknown };
}

/** A folder with checkpoints that lack what the files were before the conversation. */
async function recorded(files: Record<string, string>, options: NonNullable<Parameters<typeof begin>[0]> = {}) {
  const history = new MemoryFileHistory(new Map(Object.entries(files)));
  history.find = async (_id, paths) => new Map(paths.map((path) => [path, "uncovered"]));
  const made = await world({ ...options, files, fileHistory: history });
  const send = async (id: string) => {
    await made.prompt(id);
    await history.take({ kind: "message", prompt: id });
  };
  await send("p1");
  const run = async (id: string, act: (disk: Map<string, string>) => void) => {
    await made.start(id);
    act(history.files);
    await history.take({ kind: "call", call: id, tool: "Bash" });
    await made.end(id);
  };
  const shown = () => made.conversation.state.commandChanges?.files.map(({ state, shown }) => `${state} ${shown}`);
  return { ...made, history, send, run, shown };
}

it("lists changes of commands beside edits where no checkpoint has the former state", async () => {
  const { run, shown, conversation, isUnknown } = await recorded({ "/w/a.txt": "1\n", "/w/b.txt": "1\n" });
  await run("c1", (disk) => void disk.set("/w/a.txt", "2\n").set("/w/new/x.txt", "x\n"));
  await run("c2", (disk) => void disk.delete("/w/b.txt"));
  expect(shown()).toEqual(["changed a.txt", "created new/x.txt", "deleted b.txt"]);
  expect([conversation.state.changedFiles, isUnknown()]).toEqual([[], false]);
  // A file that one command made and another removed is no change; a file that came back is another one.
  await run("c3", (disk) => void disk.set("/w/b.txt", "other\n").delete("/w/new/x.txt"));
  expect(shown()).toEqual(["changed a.txt", "changed b.txt"]);
});

it("leaves out files that edits changed before, and claude's own", async () => {
  const paths = { home: "/home/me", isWindows: false, configFolder: () => "/w/.own" };
  const { run, shown, cli, conversation, history } = await recorded({ "/w/a.txt": "1\n" }, { paths });
  cli().write(
    assistant([{ type: "tool_use", id: "e1", name: "Write", input: { file_path: "/w/a.txt", content: "2\n" } }]),
  );
  const input = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "/w/a.txt" } };
  await conversation.edits.changed.hook.callback(input, { toolUseId: "e1", signal });
  history.files.set("/w/a.txt", "2\n");
  cli().write(ended("e1"));
  await settled();
  await run(
    "c1",
    (disk) => void disk.set("/w/a.txt", "formatted\n").set("/w/.own/plans/p.md", "p\n").set("/w/made.txt", "m\n"),
  );
  expect(shown()).toEqual(["created made.txt"]);
});

it("forgets changes that a rewind or a clear removed, and keeps others after a reload", async () => {
  const { send, run, cli, conversation, shown } = await recorded({});
  await run("c1", (disk) => void disk.set("/w/one.txt", "1\n"));
  cli().write(result());
  await send("p2");
  await run("c2", (disk) => void disk.set("/w/two.txt", "2\n"));
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

it("reports unknown changes after a command without a checkpoint, unless it only reads", async () => {
  const { start, end, isUnknown } = await world();
  await start("c1", "git status && ls | head");
  await end("c1");
  await start("c2", "cat a.txt > b.txt");
  expect(isUnknown()).toBe(false);
  await end("c2");
  expect(isUnknown()).toBe(true);
});

it("counts a command that ran when its process ended, but not a denied one", async () => {
  const { start, end, cli, conversation, isUnknown } = await world();
  await start("c1");
  cli().write({
    type: "control_request",
    request_id: "c1",
    request: { subtype: "can_use_tool", tool_name: "Bash", input: { command: "make" }, tool_use_id: "c1" },
  });
  await settled();
  conversation.permissions.decide("c1", conversation.state.requests[0]?.revision ?? 0, { kind: "deny" });
  await settled();
  await end("c1", { is_error: true });
  expect(isUnknown()).toBe(false);
  await start("c2");
  cli().end();
  await settled();
  expect(isUnknown()).toBe(true);
});

it("remembers unknown changes after a reload, until a rewind removes the first command", async () => {
  const { prompt, start, end, cli, conversation, isUnknown } = await world();
  for (const id of ["p1", "p2", "p3"]) {
    await prompt(id);
    if (id !== "p1") await start(`${id}c`);
    if (id !== "p1") await end(`${id}c`);
    cli().write(result());
    await settled();
  }
  const again = await begin({ remembered: conversation.remembered });
  expect(again.conversation.state.commandChanges).toEqual({ files: [], isPartial: false, isUnknown: true });
  conversation.rewinds.truncateBefore("p3");
  await settled();
  expect(isUnknown()).toBe(true);
  conversation.rewinds.truncateBefore("p2");
  await settled();
  expect([isUnknown(), conversation.remembered.firstUnknown]).toEqual([false, undefined]);
});

it("does not count a command that waited for the user when claude ended", async () => {
  const { start, isUnknown, conversation, prompt, cli } = await world();
  await prompt("p1");
  await start("c1");
  const request = { subtype: "can_use_tool", tool_name: "Bash", input: { command: "make" }, tool_use_id: "c1" };
  cli().write({ type: "control_request", request_id: "r1", request });
  await settled();
  await conversation.close();
  expect(isUnknown()).toBe(false);
  expect(conversation.remembered.firstUnknown).toBeUndefined();
});
