import { expect, it } from "vitest";
import { reading } from "../reading.ts";

const status = (isAuthenticating: boolean, output: readonly string[] = [], error?: string) => ({
  type: "auth_status",
  isAuthenticating,
  output,
  ...(error === undefined ? {} : { error }),
  uuid: "a1",
});

it("shows the last line of a running login command, and nothing afterwards", () => {
  const { store, read, items } = reading();
  // With the response to initialize (all versions, seen live).
  read(status(false));
  expect(store.state.activity).toBeUndefined();
  read(status(true));
  expect(store.state.activity).toEqual({ code: "renewingLogin" });
  read(status(true, ["Attempting to open the SSO page", "Enter the code \u001b[1mABCD\u001b[0m", ""]));
  expect(store.state.activity).toEqual({ code: "renewingLogin", line: "Enter the code ABCD" });
  read(status(false, ["Done"]));
  expect([store.state.activity, items()]).toEqual([undefined, []]);
});

it("shows why a login was not renewed, and keeps another activity", () => {
  const { store, read, items } = reading();
  read(status(true), status(false, [], "aws sso login exited with 255\u202e"));
  expect(store.state.activity).toBeUndefined();
  expect(items()).toMatchObject([
    { level: "error", notice: { code: "loginFailed", reason: "aws sso login exited with 255" } },
  ]);
  read({ type: "system", subtype: "status", status: "compacting" }, status(false));
  expect(store.state.activity).toEqual({ code: "compacting" });
});
