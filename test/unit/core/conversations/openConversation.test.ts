import { describe, expect, it } from "vitest";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { canStop } from "../../../../extension/shared/contract/conversationState.ts";
import { settled } from "../protocol/setup.ts";
import { getPrompts, init, MemoryStore, open, openWindow, prompt } from "./setup.ts";

describe("opening", () => {
  it("starts in the chosen folder, once", async () => {
    const { shown, starts } = await open();
    await shown.open();
    expect(starts).toMatchObject([{ folder: "/w", resume: undefined }]);
    expect(shown.conversation.state.status).toBe("idle");
  });

  it("keeps and sends a prompt that was sent while the folder was being chosen", async () => {
    let choose = (_folder: string): void => {};
    const window = openWindow({
      chooseFolder: () =>
        new Promise((resolve) => {
          choose = resolve;
        }),
    });
    const shown = window.conversations.restore();
    const opening = shown.open();
    shown.conversation.submit("precious");
    expect(window.saved(shown.id).unsent).toMatchObject([{ text: "precious" }]);
    choose("/w");
    await opening;
    expect(getPrompts(window.clis[0])).toEqual(["precious"]);
  });

  it("says that a folder is needed, and asks again on retry", async () => {
    const folders = [undefined, "/chosen"];
    const { shown, starts } = await open({ chooseFolder: async () => folders.shift() });
    expect(shown.conversation.state).toMatchObject({ status: "ended", problem: { code: "noFolder" } });
    await shown.restart();
    expect(starts).toMatchObject([{ folder: "/chosen" }]);
  });

  it("keeps a message in a window without a folder until the user chooses one", async () => {
    const folders = [undefined, undefined, "/home/me"];
    const { shown, starts, clis } = await open({ chooseFolder: async () => folders.shift(), needsDecision: true });
    expect(shown.conversation.state).toMatchObject({ status: "ended", problem: { code: "noWorkspace" } });
    shown.conversation.submit("precious");
    await shown.restart();
    expect([starts, shown.conversation.state.queue.map(({ text }) => text)]).toEqual([[], ["precious"]]);
    await shown.restart();
    expect(starts).toMatchObject([{ folder: "/home/me" }]);
    expect(getPrompts(clis[0])).toEqual(["precious"]);
  });

  it("names the setting that is wrong, and chooses anew once it is corrected", async () => {
    let isWrong = true;
    const { shown, starts } = await open({
      chooseFolder: async () => {
        if (isWrong) throw failures.settingInvalid("tandem.workingDirectory", { code: "notFolder", path: "/gone" });
        return "/right";
      },
    });
    expect(shown.conversation.state.problem).toEqual({
      code: "setting",
      setting: "tandem.workingDirectory",
      problem: { code: "notFolder", path: "/gone" },
    });
    isWrong = false;
    await shown.restart();
    expect(starts).toMatchObject([{ folder: "/right" }]);
    expect(shown.conversation.state.problem).toBeUndefined();
  });

  it("starts nothing while its transcript is unreadable, and reads it again on retry", async () => {
    const store = new MemoryStore();
    const first = await open({ store });
    first.clis[0]?.write(init);
    let isBroken = true;
    const load = async () => {
      if (isBroken) throw new Error("the disk says no");
      return [prompt("p1", "hello")];
    };
    const { shown, starts, saved } = await open({ store, load });
    expect(shown.conversation.state.problem).toEqual({ code: "history", detail: "the disk says no" });
    expect(starts).toEqual([]);
    expect(saved(shown.id)).toMatchObject({ sessionId: "s1", folder: "/w" });
    isBroken = false;
    await shown.restart();
    expect(starts).toMatchObject([{ resume: "s1", folder: "/w" }]);
    expect(shown.conversation.transcript.prompts.loaded).toMatchObject([{ text: "hello" }]);
  });
});

describe("restarting", () => {
  it("restarts once for several calls at once", async () => {
    let loads = 0;
    const store = new MemoryStore();
    const first = await open({ store });
    first.clis[0]?.write(init);
    const { shown, starts } = await open({
      store,
      load: async () => {
        loads++;
        if (loads === 1) throw new Error("not yet");
        return [];
      },
    });
    await Promise.all([shown.restart(), shown.restart(), shown.restart()]);
    expect(loads).toBe(2);
    expect(starts).toHaveLength(1);
  });

  it("starts nothing for a conversation that is closed, however late its folder comes", async () => {
    let choose = (_folder: string): void => {};
    const window = openWindow({
      chooseFolder: () =>
        new Promise((resolve) => {
          choose = resolve;
        }),
    });
    const shown = window.conversations.restore();
    const opening = shown.open();
    const restarting = shown.restart();
    await window.conversations.remove(shown.id);
    choose("/w");
    await Promise.all([opening, restarting, shown.restart(), shown.open()]);
    expect(window.starts).toEqual([]);
  });
});

it("starts again for a message that comes while a stopped start is still ending", async () => {
  const gates: (() => void)[] = [];
  const window = openWindow({
    load: async () => [prompt("p1", "before")],
    launch: () => new Promise((resolve) => gates.push(resolve)),
  });
  const shown = window.conversations.openSaved({
    sessionId: "s1",
    folder: "/w",
    title: "Old",
    firstPrompt: "",
    time: 1,
  });
  shown.submit("first");
  await settled();
  const stopping = shown.conversation.stop();
  expect([shown.conversation.state.status, shown.conversation.state.queue]).toMatchObject([
    "resting",
    [{ text: "first", isHeld: true }],
  ]);
  shown.submit("second");
  await settled();
  expect(gates).toHaveLength(1);
  gates[0]?.();
  await stopping;
  await settled();
  gates[1]?.();
  await settled();
  // The first program was ended, and got nothing.
  expect(window.clis.map(getPrompts)).toEqual([[], ["second"]]);
});

it("starts nothing after a stop, however many messages asked for the start", async () => {
  const gates: (() => void)[] = [];
  const window = openWindow({
    load: async () => [prompt("p1", "before")],
    launch: () => new Promise((resolve) => gates.push(resolve)),
  });
  const shown = window.conversations.openSaved({
    sessionId: "s1",
    folder: "/w",
    title: "Old",
    firstPrompt: "",
    time: 1,
  });
  shown.submit("first");
  shown.submit("second");
  await settled();
  const stopping = shown.conversation.stop();
  gates[0]?.();
  await stopping;
  await settled();
  expect(gates).toHaveLength(1);
  expect(shown.conversation.state).toMatchObject({ status: "resting", queue: [{ isHeld: true }, { isHeld: true }] });
});

it("stops a message that waits for a start that has not begun", async () => {
  const folders: ((folder: string) => void)[] = [];
  const window = openWindow({ chooseFolder: () => new Promise((resolve) => folders.push(resolve)) });
  const shown = window.conversations.restore();
  const opening = shown.open();
  shown.submit("first");
  await settled();
  expect(canStop(shown.conversation.state)).toBe(true);
  await shown.conversation.stop();
  folders[0]?.("/w");
  await opening;
  await settled();
  expect([window.starts, shown.conversation.state.status]).toEqual([[], "resting"]);
  shown.submit("second");
  await settled();
  expect([shown.conversation.state.queue.map(({ text }) => text), window.clis.map(getPrompts)]).toEqual([
    ["first"],
    [["second"]],
  ]);
});

it("offers commands and agents of the folder's other conversations, or saved ones, without a process", async () => {
  const store = new MemoryStore();
  const initialize = {
    commands: [{ name: "ship", description: "Ships it (project)" }],
    agents: [{ name: "reviewer" }],
  };
  const { conversations, shown } = await open({ store, answers: { initialize } });
  const offered = {
    commands: [{ name: "ship", description: "Ships it", source: { kind: "project" } }],
    agents: ["reviewer"],
  };
  expect(shown.conversation.state).toMatchObject(offered);
  const saved = { sessionId: "s2", folder: "/w", title: "Old", firstPrompt: "", time: 1 };
  const resting = conversations.openSaved(saved);
  expect(resting.conversation.state).toMatchObject({ status: "resting", ...offered });
  // With each key that is typed no more is written than what was typed.
  resting.draft = "/";
  expect(store.texts.get(resting.id)).not.toContain("Ships it");
  expect(
    conversations.openSaved({ ...saved, sessionId: "s3", folder: "/elsewhere" }).conversation.state.commands,
  ).toEqual([]);
  await settled();
  const again = openWindow({ store }).conversations;
  again.load();
  expect(again.find("s2")?.conversation.state).toMatchObject({ status: "resting", ...offered });
});
