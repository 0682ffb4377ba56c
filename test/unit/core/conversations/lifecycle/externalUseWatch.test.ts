import { expect, it } from "vitest";
import type { ExternalUse } from "../../../../../extension/core/conversation/ports/ports.ts";
import { ProcessYielder } from "../../../../../extension/core/conversations/lifecycle/processYielder.ts";
import { decodeValue, type Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { getPrompts } from "../setup.ts";

const frames = (...values: Record<string, unknown>[]): Frame[] =>
  values.flatMap((value) => {
    const decoded = decodeValue(value);
    return decoded.kind === "frame" ? [decoded.frame] : [];
  });
const prompt = (uuid: string, content: string) => ({ type: "user", uuid, message: { content } });
const reply = (uuid: string, text: string) => ({
  type: "assistant",
  uuid,
  message: { id: uuid, content: [{ type: "text", text }] },
});
const session = { sessionId: "s1", folder: "/w", title: "Theirs", firstPrompt: "first", time: 1 };

async function opened(use: ExternalUse | undefined) {
  const other = { use };
  const written = frames(prompt("p1", "first"), reply("a1", "one"), prompt("p2", "second"));
  const followers = new Set<{ added: (frames: readonly Frame[]) => void; shortened: () => void }>();
  const parts = await setup({
    saved: [session],
    load: async () => [...written],
    live: { find: async () => other.use },
    follow: (added, shortened) => {
      const follower = { added, shortened };
      followers.add(follower);
      return { dispose: () => void followers.delete(follower) };
    },
  });
  await parts.actions.openListed("s1");
  const open = parts.conversations.shown!;
  const write = (...values: Record<string, unknown>[]) => {
    written.push(...frames(...values));
    for (const { added } of followers) added(frames(...values));
  };
  const texts = () =>
    open.conversation.transcript
      .page("", { kind: "end" }, 10)
      .items.flatMap((item) => ("text" in item ? item.text : item.kind === "turn" ? [] : item.kind));
  const pass = async () => {
    parts.clock.advance(2_000);
    await settled();
  };
  return { ...parts, other, open, write, texts, pass, followers };
}
const inTerminal: ExternalUse = { certainty: "certain", where: "terminal", pid: 7 };

it("follows a conversation that a terminal runs, shows that, and starts nothing", async () => {
  const { open, write, texts, starts, followers } = await opened(inTerminal);
  expect(open.conversation.state).toMatchObject({
    status: "resting",
    externalUse: { by: "terminal", pid: 7, isWaiting: false },
  });
  // Its turn goes on: nothing was interrupted.
  expect(open.conversation.state.isInterrupted).toBeUndefined();
  write(reply("a2", "two"));
  expect(texts()).toEqual(["first", "one", "second", "two"]);
  expect([starts.length, followers.size]).toEqual([1, 1]);
});

it("stays read-only until the other program ends, and then works normally", async () => {
  const { open, other, pass, texts, followers, starts } = await opened(inTerminal);
  await pass();
  expect(open.conversation.state.externalUse).toBeDefined();
  other.use = undefined;
  await pass();
  expect(open.conversation.state.externalUse).toBeUndefined();
  expect([texts(), followers.size, starts.length]).toEqual([["first", "one", "second"], 0, 1]);
});

it("takes over once the other program ended, without ending it", async () => {
  const { open, other, pass, starts, write } = await opened(inTerminal);
  await open.externalUse.takeOver();
  expect(open.conversation.state.externalUse).toMatchObject({ isWaiting: true });
  await pass();
  write(reply("a2", "two"));
  expect(starts).toHaveLength(1);
  other.use = undefined;
  await pass();
  await expect.poll(() => starts.at(-1)).toMatchObject({ resume: "s1" });
});

it("starts nothing if the user stops waiting for the other program", async () => {
  const { open, other, pass, starts } = await opened(inTerminal);
  await open.externalUse.takeOver();
  open.externalUse.stopWaiting();
  other.use = undefined;
  await pass();
  expect([open.conversation.state.externalUse, starts.length]).toEqual([undefined, 1]);
});

it("takes over at once if another program is only possible", async () => {
  const { open, starts } = await opened({ certainty: "maybe" });
  expect(open.conversation.state.externalUse).toMatchObject({ by: "maybe" });
  await open.externalUse.takeOver();
  await expect.poll(() => starts.at(-1)).toMatchObject({ resume: "s1" });
});

it("holds a prompt when the conversation was continued elsewhere since it was opened", async () => {
  const { open, other, pass, starts, clis } = await opened(undefined);
  expect(open.conversation.state.externalUse).toBeUndefined();
  other.use = { certainty: "certain", where: "window", pid: 9 };
  open.submit("mine");
  await settled();
  expect(open.conversation.state).toMatchObject({ externalUse: { by: "window" }, queue: [{ text: "mine" }] });
  expect(starts).toHaveLength(1);
  await open.externalUse.takeOver();
  other.use = undefined;
  await pass();
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["mine"]);
});

it("reports a transcript that another program shortened, and forks the rest", async () => {
  const { open, followers, forks, person, conversations, texts } = await opened(inTerminal);
  for (const { shortened } of followers) shortened();
  expect(texts().at(-1)).toBe("notice");
  await forks.forkAll(open.id);
  const copy = conversations.get(person.tabs[0]!)!;
  await copy.open();
  expect(copy.conversation.remembered.forkedFrom).toMatchObject({ sessionId: "s1" });
  expect(copy.conversation.state.externalUse).toBeUndefined();
});

it("starts nothing over a terminal that took it meanwhile, whatever asks for the start", async () => {
  const { open, other, starts } = await opened(undefined);
  other.use = inTerminal;
  await open.restart();
  await open.wake();
  expect(open.conversation.state).toMatchObject({ status: "resting", externalUse: { by: "terminal" } });
  expect(starts).toHaveLength(1);
});

it("gives way to a terminal while its own process is idle, but ends no turn", async () => {
  const { conversations, clock, open, other, clis, texts, pass } = await opened(undefined);
  let started = (): void => {};
  const giving = new ProcessYielder(conversations, clock, (changed) => {
    started = changed;
    return { dispose() {} };
  });
  const notice = async () => {
    started();
    clock.advance(300);
    await settled();
  };
  open.submit("mine");
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["mine"]);
  other.use = inTerminal;
  clis.at(-1)?.write({ type: "system", subtype: "init", session_id: "s1" });
  await notice();
  expect(open.conversation.state.status).toBe("working");
  clis.at(-1)?.write({ type: "result", subtype: "success", session_id: "s1", uuid: "r1" });
  await settled();
  await notice();
  await expect.poll(() => clis.at(-1)?.isInputEnded).toBe(true);
  clis.at(-1)?.end();
  await expect
    .poll(() => open.conversation.state)
    .toMatchObject({ status: "resting", externalUse: { by: "terminal" } });
  expect(texts()).toEqual(["first", "one", "second"]);
  other.use = undefined;
  await pass();
  expect(open.conversation.state.externalUse).toBeUndefined();
  giving.dispose();
});
