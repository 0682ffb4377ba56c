import { expect, it } from "vitest";
import { settled } from "../../protocol/setup.ts";
import { getPrompts, openWindow } from "../setup.ts";

it("restarts when the running turn ends, with the queued prompt after that", async () => {
  const { conversations, clis, starts } = openWindow();
  const open = conversations.restore();
  await open.open();
  open.submit("go");
  await settled();
  open.submit("then this");
  await open.plannedRestart.plan();
  await open.plannedRestart.plan();
  expect([open.conversation.state.isRestartPlanned, starts.length]).toEqual([true, 1]);
  clis[0]?.write({ type: "result", subtype: "success", session_id: "s1" });
  clis[0]?.write({ type: "system", subtype: "session_state_changed", state: "idle" });
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await expect.poll(() => starts.length).toBe(2);
  expect(open.conversation.state.isRestartPlanned).toBeUndefined();
  await expect.poll(() => getPrompts(clis[1])).toEqual(["then this"]);
  // The first process would begin it, and the second one begin it again.
  expect(getPrompts(clis[0])).toEqual(["go"]);
});

it("restarts at once between turns", async () => {
  const { conversations, clis, starts } = openWindow();
  const open = conversations.restore();
  await open.open();
  const restarting = open.plannedRestart.plan();
  await settled();
  clis[0]?.end();
  await restarting;
  expect(starts.length).toBe(2);
});
