import { expect, it } from "vitest";
import { settled } from "../protocol/setup.ts";
import { setup } from "./actionsSetup.ts";
import { init, MemoryStore } from "./setup.ts";

const precious = "precious prompt";

/** Returns whether a saved state has the prompt, not only as its title. */
function holds(text: string): boolean {
  const { draft, unsent = [] } = JSON.parse(text);
  return [draft, ...unsent.map((each: { text: string }) => each.text)].includes(precious);
}

/** A window, and the texts that it saves of its conversation. */
async function begin() {
  const saves: string[] = [];
  class Recorder extends MemoryStore {
    override save(name: string, text: string): void {
      super.save(name, text);
      if (name !== "window" && (saves.length > 0 || holds(text))) saves.push(text);
    }
  }
  const window = await setup({ store: new Recorder() });
  window.person.setDraft = (id, text) => {
    const open = window.conversations.get(id);
    if (open) open.draft = text;
  };
  return { ...window, saves };
}

const moves: Readonly<Record<string, (window: Awaited<ReturnType<typeof begin>>) => Promise<void>>> = {
  "the process ends": async ({ clis }) => clis[0]?.end(),
  "the window closes": async ({ conversations }) => conversations.close(),
  "claude refuses it": async ({ clis, shown }) => {
    const id = clis[0]?.received.at(-1)?.["uuid"];
    clis[0]?.write({ type: "command_lifecycle", command_uuid: id, state: "refused" });
    await settled();
    expect(shown.conversation.state.queue).toMatchObject([{ text: precious, isHeld: true }]);
  },
};

it.each(Object.entries(moves))("saves a prompt in each state while it returns because %s", async (_, move) => {
  const window = await begin();
  window.submitting.submit(window.shown.id, precious);
  await settled();
  await move(window);
  await settled();
  expect(window.shown.conversation.state.queue).toMatchObject([{ text: precious }]);
  expect(window.saves.filter((text) => !holds(text))).toEqual([]);
});

it("saves a queued prompt in each state while it returns to the composer", async () => {
  const { clis, shown, submitting, turns, saves } = await begin();
  submitting.submit(shown.id, "go");
  clis[0]?.write(init);
  await settled();
  submitting.submit(shown.id, precious);
  await turns.editQueued(shown.id, shown.conversation.state.queue[0]?.id ?? "", "edit");
  expect([shown.draft, shown.conversation.state.queue]).toEqual([precious, []]);
  expect(saves.filter((text) => !holds(text))).toEqual([]);
});
