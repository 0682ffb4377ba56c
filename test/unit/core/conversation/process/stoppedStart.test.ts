import { expect, it } from "vitest";
import { openWindow } from "../../conversations/setup.ts";
import { settled } from "../../protocol/setup.ts";
import { begin } from "../conversationSetup.ts";

/** A window whose first launch waits until its conversation does not want it any more. */
function openWaiting() {
  const ended: unknown[] = [];
  let launches = 0;
  const window = openWindow({
    launch: (_folder, signal) => {
      launches++;
      if (launches > 1) return;
      return new Promise<void>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          ended.push(signal.reason);
          reject(signal.reason);
        });
      });
    },
  });
  const open = window.conversations.create({ draft: "", folder: "/w" });
  const opened = open.open();
  const isLaunching = () => expect.poll(() => launches).toBe(1);
  return { ...window, open, opened, ended, isLaunching };
}

it("ends a waiting launch when the user stops it, and starts with the next prompt", async () => {
  const { open, opened, ended, isLaunching, starts } = openWaiting();
  await isLaunching();
  await open.conversation.stop();
  expect(ended).toMatchObject([{ code: "aborted" }]);
  await opened;
  expect(open.conversation.state).toMatchObject({ status: "resting" });
  expect(open.conversation.state.problem).toBeUndefined();
  expect(starts).toEqual([]);
  open.submit("go on");
  await expect.poll(() => open.conversation.state.status).toBe("working");
  expect(starts).toHaveLength(1);
});

it("ends a launch that still waits when the conversation is closed", async () => {
  const { conversations, open, opened, ended, isLaunching, starts } = openWaiting();
  await isLaunching();
  await conversations.remove(open.id);
  await opened;
  expect(ended).toMatchObject([{ code: "aborted" }]);
  expect(starts).toEqual([]);
});

it("ends a launch that still waits when another start takes its place", async () => {
  const { open, ended, isLaunching, starts } = openWaiting();
  await isLaunching();
  await open.conversation.start();
  expect(ended).toMatchObject([{ code: "aborted" }]);
  expect(starts).toHaveLength(1);
  expect(open.conversation.state.status).toBe("idle");
});

it("does not count as running once it ended while changed settings were sent", async () => {
  const layers = [{ source: { kind: "setting", scope: "user" }, values: { model: "haiku" } }] as const;
  const parts = await begin({ isAnswered: false, isResumed: false, remembered: { sessionId: "s1" } });
  const { conversation, cli, starting } = parts;
  await settled();
  await conversation.settings.update(layers);
  const id = cli().received.find(({ request }) => request?.subtype === "initialize")?.["request_id"];
  cli().write({ type: "control_response", response: { subtype: "success", request_id: id, response: {} } });
  await expect.poll(() => cli().received.at(-1)?.["request"]?.subtype).toBe("set_model");
  await conversation.close();
  expect(await starting).toBe(false);
});

it("ends a start whose server of another extension never connects", async () => {
  const server = { connect: () => new Promise<void>(() => {}), close: async () => {} };
  const parts = await begin({
    isAnswered: false,
    participants: [() => ({ name: "slow", servers: [{ name: "slow", create: () => server }] })],
  });
  await settled();
  await parts.conversation.stop();
  expect(await parts.starting).toBe(false);
  expect(parts.conversation.state.status).toBe("resting");
  expect(parts.cli().isInputEnded).toBe(true);
});
