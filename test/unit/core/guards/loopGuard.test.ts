import { expect, it } from "vitest";
import { LoopGuard } from "../../../../extension/core/guards/loopGuard.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../protocol/setup.ts";
import { guarded, minute } from "./guardSetup.ts";

const bash = { command: "npm test" };
const edit = (from: string, to: string) => ({ file_path: "/w/a.ts", old_string: from, new_string: to });

async function looping(isEnabled = true) {
  const clock = new FakeClock();
  const parts = await guarded(
    {},
    {
      clock,
      guard: (conversation) => new LoopGuard({ conversation, isEnabled: () => isEnabled, clock, logger: silentLogger }),
    },
  );
  await parts.beginTurn();
  const fail = async (input: object = bash, tool = "Bash") => {
    parts.observe("PostToolUseFailure", {
      tool_name: tool,
      tool_input: input,
      error: "Exit code 1",
      tool_use_id: parts.newCall(),
    });
    await settled();
  };
  const succeed = async (input: object, tool = "Bash") => {
    parts.observe("PostToolUse", {
      tool_name: tool,
      tool_input: input,
      tool_response: {},
      tool_use_id: parts.newCall(),
    });
    await settled();
  };
  return { ...parts, clock, fail, succeed };
}

it("holds the same call after three failures in a row, and counts anew after Continue", async () => {
  const { call, card, decide, fail } = await looping();
  await fail();
  await fail();
  expect((await call("Bash", bash)).answer).toEqual({});
  await fail();
  expect((await call("Bash", { command: "ls" })).answer).toEqual({});
  const held = await call("Bash", bash);
  expect([held.answer, card()?.cause]).toEqual([undefined, { code: "failingCall", count: 3, error: "Exit code 1" }]);
  await decide({ kind: "guard", choice: "continue" });
  expect(held.answer).toEqual({});
  expect((await call("Bash", bash)).answer).toEqual({});
});

it("holds a repeatedly failing command whatever its description and order of fields", async () => {
  const { call, card, fail } = await looping();
  await fail({ command: "npm test", description: "Runs the tests", timeout: 9 });
  await fail({ command: "npm test", timeout: 9, description: "Runs the tests again" });
  await fail({ timeout: 9, command: "npm test" });
  expect((await call("Bash", { command: "npm test", timeout: 10 })).answer).toEqual({});
  await call("Bash", { command: "npm test", description: "Tries once more", timeout: 9 });
  expect(card()?.cause).toEqual({ code: "failingCall", count: 3, error: "Exit code 1" });
});

it.each([
  ["another call", { command: "ls" }],
  ["the same call that succeeds", bash],
])("counts anew after %s", async (_, input) => {
  const { call, fail, succeed } = await looping();
  await fail();
  await fail();
  await (input === bash ? succeed(bash) : fail(input));
  await fail();
  expect((await call("Bash", bash)).answer).toEqual({});
});

it("tells the model what the user says instead, and stops where the user wants that", async () => {
  const { call, cli, decide, fail, items } = await looping();
  for (let count = 0; count < 3; count++) await fail();
  const told = await call("Bash", bash);
  await decide({ kind: "deny", feedback: "Install it first" });
  expect(told.answer?.permissionDecisionReason).toBe(
    "The user did not let this call run again, and says: Install it first",
  );
  expect(items().at(-1)).toMatchObject({ state: "denied" });
  const stopped = await call("Bash", bash);
  await decide({ kind: "deny", isStopping: true });
  expect(stopped.answer).toMatchObject({ permissionDecision: "deny" });
  expect(cli().received.some((frame) => frame["request"]?.subtype === "interrupt")).toBe(true);
});

it("denies if the user does not answer in time", async () => {
  const { call, clock, fail } = await looping();
  for (let count = 0; count < 3; count++) await fail();
  const held = await call("Bash", bash);
  clock.advance(60 * minute);
  await settled();
  expect(held.answer).toMatchObject({
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("did not let it run"),
  });
});

it("holds an edit that was made and taken back", async () => {
  const { call, card, succeed } = await looping();
  await succeed(edit("one", "two"), "Edit");
  expect((await call("Edit", edit("two", "one"))).answer).toEqual({});
  await succeed(edit("two", "one"), "Edit");
  expect((await call("Edit", edit("one", "three"))).answer).toEqual({});
  const held = await call("Edit", edit("one", "two"));
  expect([held.answer, card()?.cause]).toEqual([undefined, { code: "repeatedEdit" }]);
});

it.each([
  ["Write", (text: string) => ({ file_path: "/w/a", content: text })],
  ["NotebookEdit", (text: string) => ({ notebook_path: "/w/a.ipynb", cell_id: "c1", new_source: text })],
  [
    "MultiEdit",
    (text: string) => ({
      file_path: "/w/a",
      edits: [{ old_string: text === "one" ? "two" : "one", new_string: text }],
    }),
  ],
])("holds a call of %s that writes the same again after another", async (tool, write) => {
  const { call, card, succeed } = await looping();
  await succeed(write("one"), tool);
  await succeed(write("two"), tool);
  expect((await call(tool, write("two"))).answer).toEqual({});
  const held = await call(tool, write("one"));
  expect([held.answer, card()?.cause]).toEqual([undefined, { code: "repeatedEdit" }]);
});

it("holds nothing where the setting is off, and forgets with the turn", async () => {
  const off = await looping(false);
  for (let count = 0; count < 3; count++) await off.fail();
  expect((await off.call("Bash", bash)).answer).toEqual({});
  const on = await looping();
  for (let count = 0; count < 3; count++) await on.fail();
  await on.endTurn();
  expect((await on.call("Bash", bash)).answer).toEqual({});
});
