import { describe, expect, it } from "vitest";
import type { Frame } from "../../../../extension/core/protocol/frames/decode.ts";
import { settled } from "../protocol/setup.ts";
import { ask, getPrompts, init, MemoryStore, open, openWindow, prompt } from "./setup.ts";

describe("a reload", () => {
  it("restores the conversation, its draft, mode, model, cost and rewind, without choosing a folder", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.clis[0]?.write(init);
    await first.shown.conversation.settings.choose("permissionMode", "plan");
    await first.shown.conversation.settings.choose("maxBudgetUsd", 5);
    first.clis[0]?.write({ type: "result", subtype: "success", total_cost_usd: 1.5 });
    first.shown.conversation.rewinds.truncateBefore("p2");
    first.shown.draft = "half a thought";
    await first.conversations.close();

    const second = await open({
      store,
      chooseFolder: async () => expect.unreachable(),
      load: async () => [prompt("p1", "one"), prompt("p2", "two")],
    });
    expect(second.shown.id).toBe(first.shown.id);
    expect(second.shown.draft).toBe("half a thought");
    expect(second.starts).toMatchObject([
      { resume: "s1", choices: { permissionMode: "plan", maxBudgetUsd: 5 }, fork: { before: "p2" } },
    ]);
    expect(second.shown.conversation.state.costUsd).toBe(1.5);
    expect(second.shown.conversation.transcript.prompts.loaded).toMatchObject([{ text: "one" }]);
  });

  it("asks again for a folder chosen before the workspace had any, unless it has messages", async () => {
    const store = new MemoryStore();
    const isOutdated = (folder: string) => folder === "/home";
    const first = await open({ store, chooseFolder: async () => "/home" });
    first.shown.draft = "half a thought";
    await first.conversations.close();

    const second = await open({ store, isOutdated, chooseFolder: async () => undefined });
    expect(second.shown.conversation.state).toMatchObject({ folder: "", problem: { code: "noFolder" } });
    await second.conversations.close();

    const third = await open({ store, chooseFolder: async () => "/home" });
    await third.conversations.close();
    const fourth = await open({ store, isOutdated, chooseFolder: async () => "/roots/app" });
    expect(fourth.starts).toMatchObject([{ folder: "/roots/app" }]);
    expect(fourth.shown.draft).toBe("half a thought");
    await fourth.conversations.close();

    const said = new MemoryStore();
    const before = await open({ store: said, chooseFolder: async () => "/home" });
    before.shown.conversation.submit("begin");
    await before.conversations.close();
    const after = await open({ store: said, isOutdated, chooseFolder: async () => expect.unreachable() });
    expect(after.shown.conversation.state.folder).toBe("/home");
  });

  it("holds prompts that may not have arrived until the user sends them", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.shown.conversation.submit("on its way");
    first.shown.conversation.submit("queued");
    // As after a kill: nothing was closed.
    expect(first.saved(first.shown.id).unsent).toMatchObject([{ text: "on its way" }, { text: "queued" }]);

    const second = await open({ store });
    expect(getPrompts(second.clis[0])).toEqual([]);
    const { queue } = second.shown.conversation.state;
    expect(queue).toMatchObject([
      { text: "on its way", isHeld: true },
      { text: "queued", isHeld: true },
    ]);
    await second.shown.conversation.delivery.sendNow(queue[1]!.id);
    expect(getPrompts(second.clis[0])).toEqual(["queued"]);
  });

  it("does not offer a prompt again that the transcript holds", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.clis[0]?.write(init);
    first.shown.conversation.submit("it arrived");
    const [{ id }] = first.saved(first.shown.id).unsent;
    const second = await open({ store, load: async () => [prompt(id, "it arrived")] });
    expect(second.shown.conversation.state.queue).toEqual([]);
  });

  it("says that a turn was interrupted when its host died, but not after a stop", async () => {
    const frames = (id: string) => [prompt(id, "cut me"), prompt("mark", "[Request interrupted by user]")];
    for (const isStopped of [false, true]) {
      const store = new MemoryStore();
      const first = await open({ store });
      first.clis[0]?.write(init);
      first.shown.conversation.submit("cut me");
      const [{ id }] = first.saved(first.shown.id).unsent;
      if (isStopped) first.clis[0]?.write({ type: "result", subtype: "error_during_execution", session_id: "s1" });
      await settled();
      const second = await open({ store, load: async () => frames(id) });
      expect([second.shown.conversation.state.isInterrupted ?? false, second.shown.conversation.state.queue]).toEqual([
        !isStopped,
        [],
      ]);
    }
  });

  it("remembers that the window ended a turn, and not one that never began", async () => {
    for (const isTaken of [true, false]) {
      const { shown, conversations, clis, store } = await open();
      shown.conversation.submit("cut by the window");
      if (isTaken) clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
      await conversations.close();
      expect(openWindow({ store }).conversations.restore().conversation.state.isInterrupted ?? false).toBe(isTaken);
    }
  });

  it("says after every kind of end and reload that a call waited for the user", async () => {
    const call: Frame = {
      type: "assistant",
      uuid: "a",
      message: {
        id: "m",
        content: [
          { type: "tool_use", id: "tool_r1", name: "Bash", input: { command: "ls" } },
          { type: "tool_use", id: "tool_2", name: "Read", input: { file_path: "/w/a" } },
        ],
      },
    };
    const interrupted: Frame = {
      type: "user",
      uuid: "u",
      message: {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "tool_r1",
            is_error: true,
            content: "[Request interrupted by user for tool use]",
          },
        ],
      },
    };
    const rows = ({ shown }: Awaited<ReturnType<typeof open>>) =>
      shown.conversation.transcript
        .page("", { kind: "end" }, 9)
        .items.flatMap((item) => (item.kind === "tool" ? [[item.id, item.state, item.decided?.code]] : []));
    const waited = [
      ["tool_r1", "stopped", "unanswered"],
      ["tool_2", "stopped", undefined],
    ];
    for (const end of ["kill", "crash", "close"] as const) {
      const store = new MemoryStore();
      const first = await open({ store });
      for (const frame of [init, call, ask("r1")]) first.clis[0]?.write(frame);
      await settled();
      expect(rows(first)[0]).toEqual(["tool_r1", "waiting", undefined]);
      if (end === "crash") first.clis[0]?.end();
      if (end === "close") await first.conversations.close();
      await settled();
      if (end !== "kill") expect(rows(first)).toEqual(waited);
      const frames = [prompt("p1", "go"), call];
      const second = await open({ store, load: async () => frames });
      expect(rows(second), end).toEqual(waited);
      // Also where the program wrote that the call was interrupted, and once more.
      const third = await open({ store, load: async () => [...frames, interrupted] });
      expect(rows(third), end).toEqual(waited);
    }
  });

  it("does not say of an answered call that it waited", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    const call: Frame = {
      type: "assistant",
      uuid: "a",
      message: { id: "m", content: [{ type: "tool_use", id: "tool_r1", name: "Bash", input: { command: "ls" } }] },
    };
    for (const frame of [init, call, ask("r1")]) first.clis[0]?.write(frame);
    await settled();
    const revision = first.shown.conversation.state.requests[0]?.revision ?? -1;
    expect(await first.shown.conversation.permissions.decide("r1", revision, { kind: "allow" })).toBe("taken");
    const second = await open({ store, load: async () => [prompt("p1", "go"), call] });
    expect(second.shown.conversation.transcript.page("", { kind: "end" }, 9).items.at(-1)).toMatchObject({
      state: "stopped",
    });
    expect(second.shown.conversation.transcript.page("", { kind: "end" }, 9).items.at(-1)).not.toHaveProperty(
      "decided",
    );
  });

  it("saves the prompt that comes back when the window closes", async () => {
    const { shown, conversations, saved, clis } = await open();
    shown.conversation.submit("precious prompt");
    const sent = clis[0]?.received.at(-1)?.["uuid"];
    await conversations.close();
    // Under the uuid that the transcript would show, had it arrived.
    expect(saved(shown.id).unsent).toEqual([{ id: sent, text: "precious prompt", isHeld: true }]);
  });

  it.each([
    "",
    "null",
    "{",
    '{"version":1}',
    '{"version":99,"draft":"x"}',
    '{"version":1,"draft":5}',
    '{"version":1,"draft":"","unsent":[null]}',
    "[]",
  ])("sets a saved state aside that it does not understand, and begins afresh: %s", async (text) => {
    const store = new MemoryStore();
    const first = await open({ store });
    store.texts.set(first.shown.id, text);
    const second = await open({ store });
    expect(store.aside).toEqual([first.shown.id]);
    expect(second.shown.conversation.state.status).toBe("idle");
  });

  it("opens a conversation with a damaged saved state from its transcript, and reports that", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.clis[0]?.write(init);
    await settled();
    store.texts.set(first.shown.id, "{");
    const second = await open({ store, load: async () => [prompt("p1", "one")] });
    expect(second.shown.conversation.state).toMatchObject({ sessionId: "s1", folder: "/w" });
    expect(second.shown.conversation.transcript.page("", { kind: "end" }, 9).items).toMatchObject([
      { text: "one" },
      { notice: { code: "stateDamaged" } },
    ]);
    expect(second.starts).toMatchObject([{ resume: "s1" }]);
  });

  it("keeps the first prompt when its turn was cut before anything was saved", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.shown.conversation.submit("the very first");
    first.clis[0]?.write(init);
    first.clis[0]?.write({
      type: "assistant",
      uuid: "a",
      message: { id: "m", content: [{ type: "text", text: "Half" }] },
    });
    await settled();
    // As after a kill of everything: nothing was closed, and no transcript is there.
    const second = await open({ store });
    expect(second.shown.conversation.state.queue).toMatchObject([{ text: "the very first", isHeld: true }]);
    expect(second.shown.conversation.state.isInterrupted).toBeUndefined();
    first.clis[0]?.write({ type: "result", subtype: "success", session_id: "s1" });
    await settled();
    expect(first.saved(first.shown.id).unsent).toEqual([]);
  });

  it("begins afresh when the window's own state is damaged", async () => {
    const store = new MemoryStore();
    store.texts.set("window", '{"version":1,"shown":"../../etc/passwd"}');
    const { shown } = await open({ store });
    expect(store.aside).toEqual(["window"]);
    expect(shown.conversation.state.status).toBe("idle");
  });
});
