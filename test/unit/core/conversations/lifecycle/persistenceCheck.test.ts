import { expect, it } from "vitest";
import type { Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { settled } from "../../protocol/setup.ts";
import { openWindow } from "../setup.ts";

async function withTurn(load: () => Promise<readonly Frame[] | undefined>) {
  const window = openWindow({ load });
  const open = window.conversations.restore();
  await open.open();
  const turn = async (text: string) => {
    open.conversation.submit(text);
    window.clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
    window.clis[0]?.write({ type: "result", subtype: "success", session_id: "s1", uuid: text });
    await settled();
  };
  const pass = async () => {
    window.clock.advance(5_000);
    await settled();
  };
  const notices = () =>
    open.conversation.transcript.page("", { kind: "end" }, 20).items.filter((item) => item.kind === "notice");
  await turn("one");
  return { ...window, open, turn, pass, notices };
}

it("says once that nothing is saved, and keeps the process until something is saved", async () => {
  let saved: readonly Frame[] | undefined;
  const { open, turn, pass, notices, clis } = await withTurn(async () => saved);
  expect([notices(), open.canRest]).toEqual([[], true]);
  await pass();
  expect(notices()).toMatchObject([{ notice: { code: "nothingSaved" } }]);
  expect([open.canRest, await open.rest(), clis[0]?.isInputEnded]).toEqual([false, false, false]);
  await turn("two");
  await pass();
  expect(notices()).toHaveLength(1);
  saved = [];
  await turn("three");
  await pass();
  expect([notices().length, open.canRest]).toEqual([1, true]);
});

it("shows no notice if the conversation is saved, or cannot be read", async () => {
  const whole = await withTurn(async () => []);
  await whole.pass();
  expect([whole.notices(), whole.open.canRest]).toEqual([[], true]);
  let isBroken = false;
  const broken = await withTurn(async () => {
    if (isBroken) throw new Error("EIO");
    return undefined;
  });
  isBroken = true;
  await broken.pass();
  expect([broken.notices(), broken.open.canRest]).toEqual([[], true]);
});
