import { expect, it } from "vitest";
import { IdleRest } from "../../../../../extension/core/conversations/lifecycle/idleRest.ts";
import { WaitingRequests } from "../../../../../extension/core/conversations/requests/waitingRequests.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { settled } from "../../protocol/setup.ts";
import { noList } from "../actionsSetup.ts";
import { ask, getPrompts, openWindow } from "../setup.ts";

const minute = 60_000;
const begun = { type: "system", subtype: "init", session_id: "s1" };
const result = { type: "result", subtype: "success", session_id: "s1" };

async function setup(minutes = 10) {
  const window = openWindow();
  const rest = new IdleRest(window.conversations, window.clock, () => minutes);
  const first = window.conversations.restore();
  await first.open();
  first.conversation.submit("hi");
  for (const frame of [
    begun,
    { type: "assistant", uuid: "a", message: { id: "m", content: [{ type: "text", text: "hello" }] } },
    result,
  ])
    window.clis[0]?.write(frame);
  const second = window.conversations.create({ draft: "", folder: "/w" });
  return { ...window, rest, first, second };
}

it("pauses an idle conversation that nobody looks at, and resumes it with its choices", async () => {
  const { conversations, clock, clis, starts, first, second } = await setup();
  await first.conversation.settings.choose("permissionMode", "plan");
  clis[0]!.onLine = (frame) => {
    const response = frame["request"]?.subtype === "set_model" ? {} : undefined;
    if (response)
      clis[0]?.write({
        type: "control_response",
        response: { subtype: "success", request_id: frame["request_id"], response },
      });
  };
  await first.conversation.settings.choose("model", "opus");
  clock.advance(60 * minute);
  expect(first.conversation.state.status).toBe("idle");
  conversations.show(second.id);
  clock.advance(9 * minute);
  expect(clis[0]?.isInputEnded).toBe(false);
  clock.advance(minute);
  clis[0]?.end();
  await settled();
  expect(first.conversation.state).toMatchObject({ status: "resting", reported: { permissionMode: "plan" } });
  first.submit("go on");
  await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["go on"]);
  expect(starts.at(-1)).toMatchObject({ resume: "s1", choices: { permissionMode: "plan", model: "opus" } });
});

it("never pauses a conversation that works, waits, is shown again, or has a background task", async () => {
  const { conversations, clock, clis, first, second } = await setup();
  conversations.show(second.id);
  clock.advance(5 * minute);
  conversations.show(first.id);
  clock.advance(20 * minute);
  expect(first.conversation.state.status).toBe("idle");
  conversations.show(second.id);
  const task = { type: "system", subtype: "task_started", task_id: "b", description: "watch", is_backgrounded: true };
  clis[0]?.write(task);
  clock.advance(20 * minute);
  expect(first.conversation.state.status).toBe("idle");
  clis[0]?.write({ type: "system", subtype: "task_notification", task_id: "b", status: "completed" });
  clis[0]?.write(ask("r1"));
  await settled();
  clock.advance(20 * minute);
  expect(clis[0]?.isInputEnded).toBe(false);
});

it("never rests with 0 minutes, and does nothing after its end", async () => {
  const { conversations, clock, first, second, rest } = await setup(0);
  conversations.show(second.id);
  clock.advance(1_000 * minute);
  expect(first.conversation.state.status).toBe("idle");
  rest.dispose();
  expect(clock.pending).toBe(0);
});

it("keeps no timer for three idle or paused conversations", async () => {
  const { conversations, clock, clis, rest, second } = await setup();
  const list = noList(conversations);
  const waiting = new WaitingRequests(conversations, clock, silentLogger);
  const third = conversations.create({ draft: "", folder: "/w" });
  for (const open of [second, third]) await open.open();
  conversations.show(third.id);
  await list.refresh();
  clock.advance(15 * minute);
  for (const cli of clis) if (cli.isInputEnded) cli.end();
  await settled();
  clock.advance(minute);
  expect(clock.pending).toBe(0);
  for (const part of [rest, list, waiting]) part.dispose();
});
