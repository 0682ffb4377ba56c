import { expect, it } from "vitest";
import type { Frame } from "../../../../extension/core/protocol/frames/decode.ts";
import { assistant, result } from "../conversation/conversationSetup.ts";
import { getPrompts } from "../conversations/setup.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi, readEvents } from "./setup.ts";

const idle = { type: "system", subtype: "session_state_changed", state: "idle" };

async function opened() {
  const window = openApi({
    answers: { interrupt: {} },
    load: async () => [assistant([{ type: "text", text: "1" }]) as Frame],
  });
  const session = await window.api.createSession(caller);
  const reply = async (text: string, frame: object = {}) => {
    const cli = window.clis.at(-1);
    cli?.write({ type: "system", subtype: "init", session_id: "s1" });
    cli?.write(assistant([{ type: "text", text }]));
    cli?.write(result(frame));
    cli?.write(idle);
    await settled();
  };
  return { ...window, session, reply };
}

it("starts a process with the first message, and ends it with the session", async () => {
  const { session, reply, clis, conversations } = await opened();
  expect([clis.length, session.id]).toEqual([0, undefined]);
  const [first, second] = [session.send("one"), session.send("two")];
  await settled();
  expect(getPrompts(clis[0])).toEqual(["one"]);
  await reply("1");
  expect([(await first.result).text, session.id, getPrompts(clis[0])]).toEqual(["1", "s1", ["one", "two"]]);
  await reply("2");
  expect([(await second.result).text, clis[0]?.isInputEnded]).toEqual(["2", false]);
  expect((await readEvents(second)).flatMap((event) => (event.kind === "text" ? [event.text] : []))).toEqual(["2"]);
  await session[Symbol.asyncDispose]();
  await settled();
  expect([clis.length, clis[0]?.isInputEnded, conversations.all.at(-1)?.conversation.state.status]).toEqual([
    1,
    true,
    "resting",
  ]);
  expect((await errorOf(session.send("three"))).code).toBe("aborted");
});

it("continues after a failed turn, and after the end of its process", async () => {
  const { session, reply, clis } = await opened();
  const failed = session.send("one");
  await settled();
  await reply("", { is_error: true, result: "odd" });
  expect((await errorOf(failed)).code).toBe("failed");
  const cut = session.send("two");
  await settled();
  clis[0]?.end();
  expect((await errorOf(cut)).code).toBe("processEnded");
  const again = session.send("three");
  await settled();
  await reply("3");
  expect([(await again.result).text, getPrompts(clis[1])]).toEqual(["3", ["three"]]);
});

it("closes while a turn runs: stops it, and rejects what was sent", async () => {
  const { session, clis } = await opened();
  const running = session.send("one");
  const waiting = session.send("two");
  await settled();
  const closing = session.close();
  expect([(await errorOf(running)).code, (await errorOf(waiting)).code]).toEqual(["aborted", "aborted"]);
  await closing;
  expect(clis[0]?.received.some((frame) => frame["request"]?.subtype === "interrupt")).toBe(true);
});

it("rejects a waiting message that the user takes out of the queue", async () => {
  const { session, clis, conversations } = await opened();
  const first = session.send("one");
  await settled();
  const { conversation } = conversations.all.at(-1)!;
  conversation.submit("from the user");
  conversation.submit("more");
  const waiting = session.send("two");
  clis[0]?.write(assistant([{ type: "text", text: "1" }]));
  clis[0]?.write(result());
  await first.result;
  await settled();
  const own = conversation.state.queue.find(({ text }) => text === "two");
  conversation.queue.remove(own?.id ?? "");
  expect(await errorOf(waiting)).toMatchObject({ code: "aborted", data: { by: "user" } });
  expect(conversation.state.queue.map(({ text }) => text)).toEqual(["more"]);
});

it("continues a session that the extension started, and no other one", async () => {
  const { api, session, reply, starts, clis } = await opened();
  session.send("one");
  await settled();
  await reply("1");
  await session.close();
  await settled();
  await expect(api.resumeSession(caller, "another-session")).rejects.toMatchObject({ code: "unknownSession" });
  const again = await api.resumeSession(caller, "s1");
  const second = again.send("two");
  await settled();
  await reply("2");
  expect([(await second.result).text, starts[1]?.resume, getPrompts(clis[1])]).toEqual(["2", "s1", ["two"]]);
});

it("gets no event of a turn of the user that runs while its message waits", async () => {
  const { session, reply, clis, conversations } = await opened();
  const first = session.send("one");
  await settled();
  await reply("1");
  await first.result;
  conversations.all.at(-1)?.submit("from the user");
  await settled();
  const waiting = session.send("two");
  await settled();
  expect(getPrompts(clis[0])).toEqual(["one", "from the user"]);
  clis[0]?.write(assistant([{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "/w/private" } }]));
  clis[0]?.write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "secret" }] },
  });
  await reply("for the user alone");
  expect(getPrompts(clis[0])).toEqual(["one", "from the user", "two"]);
  await reply("2");
  expect((await waiting.result).text).toBe("2");
  const events = await readEvents(waiting);
  expect(events.flatMap((event) => (event.kind === "text" ? [event.text] : []))).toEqual(["2"]);
  expect(
    events.filter(({ kind }) => kind === "toolCall" || kind === "toolCallUpdate" || kind === "toolInvoked"),
  ).toEqual([]);
});

it("sends nothing once the user withdrew the access or the trust of the workspace", async () => {
  const { session, reply, clis, access, user, asked } = await opened();
  const first = session.send("one");
  await settled();
  await reply("1");
  await first.result;
  await access.setAllowed([]);
  user.answer = false;
  expect((await errorOf(session.send("two"))).code).toBe("notAllowed");
  expect([getPrompts(clis[0]), asked.length]).toEqual([["one"], 2]);
  await access.setAllowed([caller]);
  user.isTrusted = false;
  expect((await errorOf(session.send("three"))).code).toBe("untrusted");
  expect(getPrompts(clis[0])).toEqual(["one"]);
});

it("takes no part in the user's turns after the session has ended", async () => {
  const { api, clis, conversations } = openApi({ answers: { interrupt: {} } });
  const seen: string[] = [];
  const note = (kind: string) => async () => {
    seen.push(kind);
    return { behavior: "deny" as const };
  };
  const session = await api.createSession(caller, {
    hooks: [{ event: "UserPromptSubmit", run: async () => void seen.push("hook") }],
    permission: note("permission"),
    customTools: [{ name: "peek", description: "", input: { type: "object" }, run: note("tool") }],
  });
  const write = (frame: object): void => clis.at(-1)?.write(frame);
  const announced = () =>
    clis.at(-1)?.received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"] ?? {};
  let fired = 0;
  const fire = async (event: string): Promise<unknown> => {
    const id = announced().hooks?.[event]?.at(-1)?.hookCallbackIds[0];
    const request_id = `${event} ${++fired}`;
    if (id !== undefined)
      write({
        type: "control_request",
        request_id,
        request: { subtype: "hook_callback", callback_id: id, input: { hook_event_name: event, tool_name: "Read" } },
      });
    await settled();
    return clis.at(-1)?.received.find((frame) => frame["response"]?.request_id === request_id)?.["response"]?.response;
  };
  const first = session.send("one");
  await settled();
  const open = conversations.all.at(-1)!;
  expect(announced().sdkMcpServers).toContain("extension-acme-helper");
  expect(await fire("PreToolUse")).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  open.submit("from the user");
  for (const _ of ["one", "from the user"]) {
    write(result());
    await settled();
  }
  await first.result;
  await session.close();
  seen.length = 0;
  // The process belongs to the user now.
  open.submit("private");
  await settled();
  expect([await fire("PreToolUse"), await fire("UserPromptSubmit")]).toEqual([{}, {}]);
  await open.restart();
  await settled();
  expect(clis.length).toBe(2);
  expect(announced().sdkMcpServers ?? []).not.toContain("extension-acme-helper");
  await fire("PreToolUse");
  expect(seen).toEqual([]);
});

it("continues a session in the copy that it worked in", async () => {
  const window = openApi({ load: async () => [assistant([{ type: "text", text: "1" }]) as Frame] });
  await window.access.noteSession(caller, { sessionId: "s9", folder: "/copies/w" });
  await window.api.resumeSession(caller, "s9");
  expect(window.conversations.all.at(-1)?.conversation.state.folder).toBe("/copies/w");
});

it("sends a message with an image and documents, and rejects one that is none", async () => {
  const { session, reply, clis } = await opened();
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } } as const;
  const notes = {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "notes" },
    title: "Notes",
  } as const;
  const sent = session.send({
    role: "user",
    content: [{ type: "text", text: "Compare" }, image, notes, { type: "text", text: "and tell." }],
  });
  await settled();
  const content = clis[0]?.received.find(({ type }) => type === "user")?.["message"].content;
  expect(content).toEqual([image, notes, { type: "text", text: "Compare\n\nand tell." }]);
  await reply("1");
  expect((await sent.result).text).toBe("1");
  const plain = session.send({ content: "plain" });
  await settled();
  await reply("2");
  expect((await plain.result).text).toBe("2");
  const wrong = [
    { content: [] },
    { content: " " },
    { content: [{ ...image, source: { ...image.source, data: "no base64!" } }] },
    { role: "assistant", content: "x" },
    3,
  ];
  for (const message of wrong) expect((await errorOf(session.send(message as never))).code).toBe("invalidOptions");
  const large = { ...image, source: { ...image.source, data: "aaaa".repeat(1_250_001) } };
  expect((await errorOf(session.send({ content: [large] }))).data).toMatchObject({
    issues: "the message has an attachment that is too large",
  });
});

it("still sends the user's message when the session is closed while claude starts", async () => {
  const gates: (() => void)[] = [];
  const { api, conversations, clis } = openApi({ launch: () => new Promise((resolve) => gates.push(resolve)) });
  const session = await api.createSession(caller);
  const sent = session.send("go").result.catch(() => undefined);
  await settled();
  const [open] = conversations.all;
  open?.submit("from the user");
  void session.close();
  await settled();
  gates[0]?.();
  await Promise.all([sent, settled()]);
  expect(clis.map(getPrompts)).toEqual([["from the user"]]);
});
