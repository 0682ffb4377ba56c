import { afterAll, expect, it, vi } from "vitest";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { LeftOutServer, ServerProblem } from "../../../../extension/shared/contract/servers/serverDefinitions.ts";
import { LeftOutServers } from "../../../../extension/vscode/servers/leftOutServers.ts";
import { settled } from "../../core/protocol/setup.ts";

vi.mock("vscode", () => ({}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

const server = (problem: ServerProblem): LeftOutServer => ({ name: "s", place: { kind: "user" }, problem });

/** `press`: presses the button of the last message; `lose`: closes its conversation. */
function setup() {
  const said: string[] = [];
  const done: unknown[] = [];
  let [press, lose] = [(): void => {}, (): void => {}];
  const ask = (kind: string, text: string, buttons: readonly string[], onLost: () => void = () => {}) => {
    said.push([kind, text, ...buttons].join(" | "));
    const answer = new Promise<string | undefined>((resolve) => {
      press = () => resolve(buttons[0]);
      lose = () => {
        onLost();
        resolve(undefined);
      };
    });
    return { answer, end: () => {} };
  };
  const located = { scope: "user", key: "mcpServers" } as const;
  const servers = new LeftOutServers(
    silentLogger,
    { replace: async (request) => done.push(request) > 0 },
    { findIn: async () => located, open: async (place) => void done.push(place) },
    { messages: { ask } },
  );
  const show = async (problem: ServerProblem): Promise<void> => {
    servers.show([server(problem)]);
    await settled();
  };
  const act = async (action: () => void): Promise<void> => {
    action();
    await settled();
  };
  return { said, done, located, show, press: () => act(() => press()), lose: () => act(() => lose()) };
}

it("says above the composer which server is left out, with the button that helps", async () => {
  const { said, done, located, show, press } = setup();
  await show({ code: "badAddress" });
  await press();
  await show({ code: "secretMissing", secret: "KEY", address: undefined });
  await press();
  expect(said).toEqual([
    expect.stringMatching(/^warning \| tandem\.mcpServers\.s .*web address.* \| Open Settings File$/),
    expect.stringMatching(/^warning \| tandem\.mcpServers\.s .*KEY.* \| Enter Secret…?$/),
  ]);
  expect(done).toEqual([located, { place: { kind: "user" }, secret: "KEY", server: "s", address: undefined }]);
});

it("says each problem once, and again after its message went with its conversation", async () => {
  const { said, show, press, lose } = setup();
  await show({ code: "badAddress" });
  await show({ code: "badAddress" });
  expect(said).toHaveLength(1);
  await lose();
  await show({ code: "badAddress" });
  await press();
  await show({ code: "badAddress" });
  expect(said).toHaveLength(2);
});
