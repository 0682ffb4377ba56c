import { expect, it } from "vitest";
import { getNextMode } from "../../../../extension/shared/contract/modes.ts";
import { settled } from "../protocol/setup.ts";
import { begin } from "./conversationSetup.ts";

it("shows that claude's mode differs from the requested one, until claude changes it itself", async () => {
  const { conversation, answers, cli } = await begin();
  answers["set_permission_mode"] = { mode: "default" };
  await conversation.settings.choose("permissionMode", "acceptEdits");
  expect(conversation.state).toMatchObject({
    reported: { permissionMode: "default" },
    settings: { permissionMode: { value: "default", requested: "acceptEdits" } },
  });
  cli().write({ type: "system", subtype: "status", permissionMode: "plan" });
  await settled();
  expect(conversation.state.reported.permissionMode).toBe("plan");
  expect(conversation.state.settings["permissionMode"]?.requested).toBeUndefined();
});

it("shows that claude started in another mode than the requested one, and follows it", async () => {
  const layers = [{ source: { kind: "default" as const }, values: { permissionMode: "plan" } }];
  const asSet = await begin({ layers });
  expect(asSet.conversation.state.settings["permissionMode"]).toMatchObject({ value: "plan", requested: "plan" });
  const asChosen = await begin({ remembered: { choices: { permissionMode: "plan" } } as never });
  expect(asChosen.conversation.state.settings["permissionMode"]).toMatchObject({ value: "default", requested: "plan" });
});

it("compares the mode of each start with the requested one, even if it didn't change", async () => {
  const { conversation, answers } = await begin();
  expect(conversation.state.settings["permissionMode"]?.requested).toBeUndefined();
  await conversation.rest();
  await conversation.settings.choose("permissionMode", "plan");
  answers["initialize"] = { current_permission_mode: "manual" };
  await conversation.start();
  expect(conversation.state.settings["permissionMode"]).toMatchObject({ value: "default", requested: "plan" });
});

it("sends a mode that was chosen during a start instead of following the start's mode", async () => {
  const { conversation, cli, starting, answers } = await begin({ isAnswered: false });
  answers["set_permission_mode"] = { mode: "plan" };
  await settled();
  await conversation.settings.choose("permissionMode", "plan");
  const request = cli().received.find((each) => each["request"]?.subtype === "initialize");
  cli().write({
    type: "control_response",
    response: {
      subtype: "success",
      request_id: request?.["request_id"],
      response: { current_permission_mode: "default" },
    },
  });
  await starting;
  await settled();
  expect(conversation.state).toMatchObject({
    reported: { permissionMode: "plan" },
    settings: { permissionMode: { value: "plan" } },
  });
  expect(conversation.state.settings["permissionMode"]?.requested).toBeUndefined();
});

it.each([
  ["default", "acceptEdits"],
  ["manual", "acceptEdits"],
  ["acceptEdits", "plan"],
  ["plan", "default"],
  ["bypassPermissions", "default"],
  ["somethingNew", "default"],
  [undefined, "default"],
] as const)("cycles from %s to %s, and never to a mode that asks nothing", (from, to) => {
  expect(getNextMode(from)).toBe(to);
});
