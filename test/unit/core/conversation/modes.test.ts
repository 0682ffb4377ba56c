import { expect, it } from "vitest";
import { getNextMode } from "../../../../extension/shared/contract/modes.ts";
import { settled } from "../protocol/setup.ts";
import { begin } from "./conversationSetup.ts";

it("shows that claude's mode differs from the requested one, until claude changes it itself", async () => {
  const { conversation, answers, cli } = await begin();
  answers["set_permission_mode"] = { mode: "default" };
  await conversation.settings.choose("permissionMode", "acceptEdits");
  expect(conversation.state).toMatchObject({ mode: "default", requestedMode: "acceptEdits" });
  cli().write({ type: "system", subtype: "status", permissionMode: "plan" });
  await settled();
  expect(conversation.state.mode).toBe("plan");
  expect(conversation.state.requestedMode).toBeUndefined();
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
