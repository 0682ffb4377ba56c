import { expect, it } from "vitest";
import { getIsolatedChoices } from "../../../../extension/core/options/isolatedChoices.ts";

const manual = { permissionMode: undefined, sandbox: undefined, canSandbox: true };

it("runs commands in a sandbox where there is one, and asks about them", () => {
  expect(getIsolatedChoices(manual)).toEqual({ sandbox: { autoAllowBashIfSandboxed: false, enabled: true } });
  expect(getIsolatedChoices({ ...manual, canSandbox: false })).toEqual({});
});

it("keeps what the user set: another mode, and the rules of a sandbox", () => {
  for (const permissionMode of ["plan", "dontAsk", "acceptEdits", "bypassPermissions"] as const)
    expect(getIsolatedChoices({ ...manual, permissionMode })).toEqual({});
  const sandbox = { enabled: false, autoAllowBashIfSandboxed: true, network: { allowedDomains: ["example.org"] } };
  expect(getIsolatedChoices({ ...manual, sandbox })).toMatchObject({ sandbox: { ...sandbox, enabled: true } });
});
