import { expect, it } from "vitest";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

/** A turn that runs beside a command and a schedule, with a version of the CLI. */
async function working(version: string) {
  const world = await setup();
  const { shown, cli } = world;
  shown.submit("go");
  await settled();
  cli.write({ type: "system", subtype: "init", claude_code_version: version });
  cli.write({
    type: "system",
    subtype: "task_started",
    task_id: "b",
    description: "npm run watch",
    is_backgrounded: true,
  });
  await settled();
  const interrupts = () => cli.received.filter((frame) => frame["request"]?.subtype === "interrupt").length;
  return { ...world, interrupts };
}

it.each(["2.1.50", "2.1.329"])(
  "stops without a question in version %s, which keeps background tasks",
  async (version) => {
    const { turns, person, interrupts } = await working(version);
    void turns.stop();
    await settled();
    expect([person.ending, interrupts()]).toEqual([[], 1]);
  },
);

it.each([true, false])("asks before a stop that may end background tasks too (confirmed: %s)", async (isConfirming) => {
  const { turns, person, shown, interrupts } = await working("2.1.200");
  person.isConfirming = isConfirming;
  void turns.stop();
  await settled();
  expect([person.ending, interrupts()]).toEqual([[["npm run watch"]], isConfirming ? 1 : 0]);
  expect(shown.conversation.state.background).toHaveLength(1);
});

it("asks before a queued prompt interrupts the turn", async () => {
  const { turns, person, shown, interrupts } = await working("2.1.200");
  person.isConfirming = false;
  const queued = shown.submit("next");
  await turns.editQueued(shown.id, queued ?? shown.conversation.state.queue[0]?.id ?? "", "sendNow");
  expect([person.ending.length, interrupts(), shown.conversation.state.queue.length]).toEqual([1, 0, 1]);
});

it("does not stop a turn that began while the question was open", async () => {
  const { turns, person, shown, cli, clock, interrupts } = await working("2.1.200");
  person.confirmEnding = async () => {
    cli.write({ type: "result", subtype: "success" });
    await settled();
    clock.advance(1_000);
    shown.submit("another");
    await settled();
    return true;
  };
  await turns.stop();
  expect(interrupts()).toBe(0);
});
