import { expect, it, vi } from "vitest";
import { ConversationEvents } from "../../../../../extension/core/conversation/events/conversationEvents.ts";
import { TracedEvents } from "../../../../../extension/core/conversation/trace/tracedEvents.ts";
import { type TraceFile, TraceRecorder } from "../../../../../extension/core/conversation/trace/traceRecorder.ts";
import { TraceActions } from "../../../../../extension/core/conversations/actions/traceActions.ts";
import { parseTrace } from "../../../../../extension/core/protocol/connection/trace.ts";
import type { ConversationId } from "../../../../../extension/shared/contract/ids.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";
import { memoryPair } from "../../../../fakes/memoryPair.ts";
import { openWindow } from "../../conversations/setup.ts";

const id = "c1" as ConversationId;
const secret = "the-secret-value";

/** A trace in memory, whose disk may be full. */
function memoryFile() {
  const lines: string[] = [];
  const disk = { isFull: false };
  const file: TraceFile = {
    path: "/traces/trace-1.jsonl",
    append: async (line) => {
      if (disk.isFull) throw new Error("no space left");
      lines.push(line);
    },
    close: async () => {},
  };
  return { lines, disk, file };
}

async function launched(isDebug = false, secrets: () => readonly string[] = () => [secret]) {
  const clock = new FakeClock();
  const { transport, cli } = memoryPair();
  const logged: string[] = [];
  const log = (level: string) => (message: string) => void logged.push(`${level} ${message}`);
  const recorder = new TraceRecorder({
    launcher: { launch: async () => ({ transport, version: "2.1.329", isResumed: false }) },
    clock,
    logger: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    version: "0.1.0",
    isDebug: () => isDebug,
    secrets,
    laterSecrets: () => later,
  });
  const later: string[] = [];
  const received: string[] = [];
  const launch = async () => {
    const { transport: tapped } = await recorder.launch(
      { conversation: id, folder: "/w" },
      new AbortController().signal,
    );
    tapped.start({
      onLine: (line) => received.push(line),
      onStderr: (text) => received.push(text),
      onClosed: () => {},
    });
    return tapped;
  };
  return { recorder, launch, cli, clock, logged, received, later };
}

it("records all lines in both directions with times, without secrets", async () => {
  const { recorder, launch, cli, clock, received } = await launched();
  const { file, lines } = memoryFile();
  await recorder.start(id, file, () => {});
  const transport = await launch();
  clock.advance(20);
  transport.send(JSON.stringify({ type: "user", text: `my ${secret}` }));
  cli.write({ type: "system", subtype: "init", key: secret });
  expect(received).toEqual([JSON.stringify({ type: "system", subtype: "init", key: secret })]);
  expect(cli.received).toEqual([{ type: "user", text: `my ${secret}` }]);
  await transport.close();
  expect(await recorder.stop(id)).toBe(file.path);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { trace: 1, startedAt: clock.now() - 20, tandem: "0.1.0" },
    { at: 0, started: "2.1.329" },
    { at: 20, from: "tandem", frame: { type: "user", text: "my ***" } },
    { at: 20, from: "claude", frame: { type: "system", subtype: "init", key: "***" } },
    { at: 20, ended: "" },
  ]);
});

it("records the events of a conversation, masked", async () => {
  const { recorder, launch, clock } = await launched();
  const { file, lines } = memoryFile();
  const events = new ConversationEvents(() => {});
  new TracedEvents(recorder, { id, events });
  const ended = { kind: "promptRendered", at: 1, sessionId: "s1", text: `my ${secret}`, tools: [] } as const;
  events.publish(ended);
  await recorder.start(id, file, () => {});
  await launch();
  clock.advance(5);
  events.publish(ended);
  const trace = parseTrace(lines.join("\n"));
  expect([trace?.damaged, trace?.entries.at(-1)]).toEqual([0, { at: 5, event: { ...ended, text: "my ***" } }]);
});

it("masks a secret that was added after the recording began", async () => {
  const { recorder, launch, cli, later } = await launched();
  const { file, lines } = memoryFile();
  await recorder.start(id, file, () => {});
  await launch();
  later.push("entered meanwhile");
  cli.write({ type: "system", subtype: "init", key: "entered meanwhile" });
  expect(lines.join("\n")).not.toContain("entered meanwhile");
  expect(lines.join("\n")).toContain('"key":"***"');
});

it("ends a recording that the disk refuses, with one error and no other effect", async () => {
  const { recorder, launch, cli, received } = await launched();
  const { file, disk } = memoryFile();
  const failed = vi.fn();
  await recorder.start(id, file, failed);
  await launch();
  disk.isFull = true;
  cli.write({ type: "system", subtype: "a" });
  cli.write({ type: "system", subtype: "b" });
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith("no space left"));
  expect(recorder.isRecording(id)).toBe(false);
  expect(received).toHaveLength(2);
});

it("logs the kinds of lines at debug only, and never their text", async () => {
  for (const isDebug of [false, true]) {
    const { launch, cli, logged } = await launched(isDebug);
    await launch();
    cli.write({ type: "system", subtype: "init", text: "private" });
    expect(logged.filter((line) => line.startsWith("debug"))).toEqual(
      isDebug ? [expect.stringMatching(/^debug \[c1\] < system init, \d+ characters$/)] : [],
    );
    expect(logged.join()).not.toContain("private");
  }
});

it("runs a process normally when a wrong setting makes secrets unreadable", async () => {
  let isWrong = false;
  const { launch, cli, received, logged } = await launched(false, () => {
    if (isWrong) throw new Error("tandem.environment is wrong");
    return [secret];
  });
  await launch();
  isWrong = true;
  await launch();
  cli.writeStderr(`${secret} went wrong\n`);
  expect(received).toEqual([`${secret} went wrong\n`]);
  expect(logged).toContain("info [c1] stderr: *** went wrong");
});

it("masks a secret that arrives in pieces on stderr, in log and trace", async () => {
  const { recorder, launch, cli, logged } = await launched();
  const { file, lines } = memoryFile();
  await recorder.start(id, file, () => {});
  const transport = await launch();
  cli.writeStderr(`one\nwith ${secret.slice(0, 4)}`);
  cli.writeStderr(`${secret.slice(4)} and `);
  cli.writeStderr(`${secret.slice(0, 4)}`);
  cli.writeStderr(`${secret.slice(4)}`);
  await transport.close();
  expect(logged.filter((line) => line.includes("stderr"))).toEqual(
    ["one", "with *** and ***"].map((line) => `info [c1] stderr: ${line}`),
  );
  expect(lines.flatMap((line) => JSON.parse(line).stderr ?? [])).toEqual(["one\n", "with *** and ***"]);
});

it("masks a secret that lies where a line without an end is passed on", async () => {
  const { launch, cli, logged } = await launched();
  const transport = await launch();
  cli.writeStderr(`${"x ".repeat(32_768)}${secret.slice(0, 4)}`);
  cli.writeStderr(`${secret.slice(4)} rest\n`);
  await transport.close();
  const text = logged.join("");
  expect([text.includes(secret.slice(0, 4)), text.includes(secret.slice(4)), text.includes("rest")]).toEqual([
    false,
    false,
    true,
  ]);
});

it("starts one recording per conversation, which ends with it", async () => {
  const window = openWindow();
  const { recorder } = await launched();
  const [first, second] = [memoryFile(), memoryFile()];
  const closed: string[] = [];
  const left = [first, second].map(({ file }, index) => ({
    ...file,
    close: async () => void closed.push(`file ${index}`),
  }));
  const questions = {
    say() {},
    reportTraceFailed() {},
    reportTraceUnreadable() {},
    pickTrace: async () => undefined,
    pickSpeed: async () => undefined,
  };
  const actions = new TraceActions({
    ...window,
    recorder,
    files: { create: async () => left.shift() ?? first.file, read: async () => "" },
    dialogs: { ...questions, confirmRecording: async () => true, reportTrace: async () => false },
    panels: { openTab: async () => {} },
  });
  const open = window.conversations.create();
  await Promise.all([actions.record(open.id), actions.record(open.id)]);
  expect([recorder.isRecording(open.id), second.lines, open.conversation.state.isRecording]).toEqual([true, [], true]);
  await window.conversations.remove(open.id);
  await vi.waitFor(() => expect(closed).toEqual(["file 0"]));
  expect(recorder.isRecording(open.id)).toBe(false);
});

/** A window with actions about traces, and the one trace that its disk has. */
function replaying(text: string) {
  const window = openWindow();
  const said: unknown[] = [];
  const opened: ConversationId[] = [];
  const actions = new TraceActions({
    ...window,
    recorder: { start: async () => {}, stop: async () => undefined, isRecording: () => false },
    files: { create: async () => memoryFile().file, read: async () => text },
    dialogs: {
      say: (refusal) => said.push(refusal),
      confirmRecording: async () => true,
      reportTrace: async () => false,
      reportTraceFailed: (reason) => said.push(reason),
      pickTrace: async () => "/traces/one.jsonl",
      pickSpeed: async () => "recorded",
      reportTraceUnreadable: (_, lines) => said.push(["unreadable", lines]),
    },
    panels: { openTab: async (tab) => void opened.push(tab) },
  });
  const shown = () => {
    const open = opened[0] === undefined ? undefined : window.conversations.get(opened[0]);
    if (!open) throw new Error("no trace is shown");
    return open;
  };
  return { ...window, actions, said, shown };
}

const trace = [
  { trace: 1, startedAt: 1_700_000_000_000, tandem: "0.1.0" },
  {
    at: 0,
    from: "tandem",
    frame: {
      type: "user",
      uuid: "p1",
      session_id: "s1",
      message: { role: "user", content: [{ type: "text", text: "Say hello" }] },
    },
  },
  { at: 10, from: "claude", frame: { type: "system", subtype: "init", session_id: "s1", model: "opus", uuid: "i1" } },
  {
    at: 3000,
    from: "claude",
    frame: {
      type: "assistant",
      session_id: "s1",
      uuid: "a1",
      message: { id: "m1", role: "assistant", content: [{ type: "text", text: "Hello." }] },
    },
  },
  { at: 3000, from: "tandem", frame: { type: "control_request", request_id: "r", request: { subtype: "interrupt" } } },
  {
    at: 99_000,
    from: "claude",
    frame: { type: "result", subtype: "success", session_id: "s1", uuid: "e1", is_error: false, result: "Hello." },
  },
];
const text = trace.map((line) => JSON.stringify(line)).join("\n");

it("replays a trace at its pace, without starting a process or saving anything", async () => {
  const { actions, shown, clock, starts, store, conversations } = replaying(text);
  await actions.replay();
  const { conversation } = shown();
  const texts = () =>
    conversation.transcript.page("", { kind: "end" }, 9).items.flatMap((item) => ("text" in item ? [item.text] : []));
  clock.advance(0);
  expect(texts()).toEqual(["Say hello"]);
  clock.advance(2999);
  expect(texts()).toEqual(["Say hello"]);
  clock.advance(1);
  expect(texts()).toEqual(["Say hello", "Hello."]);
  // Nobody waits for a pause of 96 s.
  clock.advance(5000);
  expect(conversation.state).toMatchObject({
    status: "resting",
    externalUse: { by: "trace", trace: { name: "one.jsonl", shown: 5, total: 5 } },
  });
  expect(conversation.state.sessionId).toBeUndefined();
  shown().submit("more");
  await shown().open();
  await shown().wake();
  expect(starts).toEqual([]);
  expect([...store.texts.keys()]).not.toContain(shown().id);
  expect(store.texts.get("window") ?? "").not.toContain(shown().id);
  expect(conversations.all).toContain(shown());
});

it("shows the rest of a replayed trace at once", async () => {
  const { actions, shown, clock } = replaying(text);
  await actions.replay();
  actions.showAll(shown().id);
  clock.advance(0);
  expect(shown().conversation.state).toMatchObject({ externalUse: { trace: { shown: 5, total: 5 } } });
});

it("reports a file that is no trace, and missing lines", async () => {
  const none = replaying("hello");
  await none.actions.replay();
  expect(none.said).toEqual([["unreadable", undefined]]);
  const damaged = replaying(`${text}\n{"at":`);
  await damaged.actions.replay();
  expect(damaged.said).toEqual([["unreadable", 1]]);
});
