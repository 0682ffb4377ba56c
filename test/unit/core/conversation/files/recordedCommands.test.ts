import { expect, it } from "vitest";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, result } from "../conversationSetup.ts";

/** A folder whose checkpoints follow the calls of a conversation, with its first message. */
async function world(files: Record<string, string>) {
  const history = new MemoryFileHistory(new Map(Object.entries(files)));
  const made = await begin({ files, fileHistory: history });
  const { conversation, cli } = made;
  const send = async (id: string) => {
    cli().write({ type: "user", uuid: id, message: { role: "user", content: id } });
    await history.take({ kind: "message", prompt: id });
    await settled();
  };
  await send("p1");
  const set = (path: string, text: string | undefined) => {
    for (const map of [made.files, history.files]) {
      if (text === undefined) map.delete(path);
      else map.set(path, text);
    }
  };
  const start = async (id: string, more: object = {}) => {
    const input = { command: "make", ...more };
    cli().write(assistant([{ type: "tool_use", id, name: "Bash", input }]));
    await settled();
    const hook = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: input };
    await conversation.edits.commands.hook.callback(hook, { toolUseId: id, signal: new AbortController().signal });
  };
  const end = async (id: string, more: object = {}) => {
    await history.take({ kind: "call", call: id, tool: "Bash" });
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "ok" }] },
      ...more,
    });
    await settled();
  };
  const endTurn = async (prompt: string) => {
    await history.take({ kind: "turnEnd", prompt });
    cli().write(result());
    await settled();
  };
  const listed = () => conversation.state.changedFiles.map(({ path, state }) => [path, state]);
  return { ...made, history, send, set, start, end, endTurn, listed };
}

it("lists a file that a command changed, until it is as before", async () => {
  const { set, start, end, endTurn, listed, conversation } = await world({ "/w/a.txt": "1\n", "/w/gone.txt": "g\n" });
  await start("c1");
  set("/w/a.txt", "2\n");
  set("/w/gone.txt", undefined);
  await end("c1");
  expect(listed()).toEqual([
    ["/w/a.txt", "changed"],
    ["/w/gone.txt", "deleted"],
  ]);
  await start("c2");
  set("/w/a.txt", "1\n");
  await end("c2");
  await endTurn("p1");
  expect(listed()).toEqual([["/w/gone.txt", "deleted"]]);
  expect(conversation.state.commandChanges?.files ?? []).toEqual([]);
});

it("does not count changes by others between calls or after the turn", async () => {
  const { set, start, end, endTurn, history, listed, send } = await world({ "/w/a.txt": "1\n", "/w/mine.txt": "1\n" });
  await start("c1");
  set("/w/a.txt", "2\n");
  await end("c1");
  await endTurn("p1");
  set("/w/mine.txt", "2\n");
  await send("p2");
  await start("c2");
  await end("c2");
  await history.take({ kind: "manual", name: "mine" });
  await endTurn("p2");
  expect(listed()).toEqual([["/w/a.txt", "changed"]]);
});

it("counts changes of a background command until the turn ends", async () => {
  const { set, start, end, endTurn, listed } = await world({ "/w/a.txt": "1\n" });
  await start("c1", { run_in_background: true });
  await end("c1", { tool_use_result: { backgroundTaskId: "b1" } });
  set("/w/a.txt", "2\n");
  await endTurn("p1");
  expect(listed()).toEqual([["/w/a.txt", "changed"]]);
});

it("reports possibly missing changes if there is no checkpoint after a command", async () => {
  const { set, start, end, endTurn, history, conversation } = await world({ "/w/a.txt": "1\n" });
  await start("c1");
  set("/w/a.txt", "2\n");
  history.uncovered = "noGit";
  await end("c1");
  await endTurn("p1");
  expect(conversation.state.commandChanges).toEqual({ files: [], isPartial: true, isUnknown: false });
});

it("shows changes of commands after a reload", async () => {
  const { set, start, end, endTurn, history, conversation, files } = await world({ "/w/a.txt": "1\n" });
  await start("c1");
  set("/w/a.txt", "2\n");
  await end("c1");
  await endTurn("p1");
  const { byCommands, firstPrompt } = conversation.remembered;
  const again = await begin({
    files: Object.fromEntries(files),
    fileHistory: history,
    remembered: { byCommands, firstPrompt },
  });
  await settled();
  expect(again.conversation.state.changedFiles).toMatchObject([
    { path: "/w/a.txt", state: "changed", added: 1, removed: 1 },
  ]);
});
