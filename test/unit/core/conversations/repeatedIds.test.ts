import { describe, expect, it } from "vitest";
import { FindActions } from "../../../../extension/core/conversations/actions/findActions.ts";
import { decodeValue } from "../../../../extension/core/protocol/frames/decode.ts";
import { textRenderer } from "../../../../extension/shared/text/textRenderer.ts";
import { settled } from "../protocol/setup.ts";
import { setup } from "./actionsSetup.ts";
import { getPrompts } from "./setup.ts";

type Raw = Record<string, unknown>;
const session = { sessionId: "s1", folder: "/w", title: "An old one", firstPrompt: "ask 0", time: 1 };

/**
 * Turns of a gateway that counts messages and calls anew each turn. `uuid` is what claude calls an entry: of that it
 * repeats none.
 */
function turns(uuid: (turn: number, entry: string) => string | undefined, odd: readonly Raw[] = []): Raw[] {
  return [0, 1, 2].flatMap((turn) => [
    { type: "user", uuid: `p${turn}`, message: { content: `ask ${turn}` } },
    ...odd,
    {
      type: "assistant",
      uuid: uuid(turn, "text"),
      message: { id: "msg_1", content: [{ type: "text", text: `needle ${turn}` }] },
    },
    {
      type: "assistant",
      uuid: uuid(turn, "call"),
      message: {
        id: "msg_1",
        content: [{ type: "tool_use", id: "call_1", name: "Bash", input: { command: `run ${turn}` } }],
      },
    },
    // A text behind a call, in the message of that call.
    {
      type: "assistant",
      uuid: uuid(turn, "behind"),
      message: { id: "msg_1", content: [{ type: "text", text: `behind ${turn}` }] },
    },
    {
      type: "user",
      uuid: uuid(turn, "result"),
      message: { content: [{ type: "tool_result", tool_use_id: "call_1", content: `out ${turn}` }] },
    },
    {
      type: "user",
      uuid: uuid(turn, "again"),
      message: { content: [{ type: "tool_result", tool_use_id: "call_1", content: `late ${turn}` }] },
    },
    {
      type: "assistant",
      uuid: uuid(turn, "end"),
      message: { id: "msg_2", content: [{ type: "text", text: `end ${turn}` }] },
    },
  ]);
}
const odd: Raw[] = [
  { type: "assistant", message: { content: "a plain string" } },
  { type: "assistant", message: { id: "msg_1", content: [] } },
];

describe.each([
  ["repeat between turns", turns((turn, entry) => `u${turn}-${entry}`)],
  ["repeat without any uuid", turns(() => undefined)],
  ["repeat beside odd messages", turns((turn, entry) => `u${turn}-${entry}`, odd)],
])("a conversation whose ids %s", (_, raws) => {
  const frames = raws.flatMap((value) => {
    const decoded = decodeValue(value);
    return decoded.kind === "frame" ? [decoded.frame] : [];
  });

  async function opened() {
    const world = await setup({ saved: [session], load: async (id) => (id === "s1" ? frames : undefined) });
    await world.actions.openListed("s1");
    const old = world.conversations.shown!;
    const countMatches = (expression: RegExp, texts: readonly string[]) =>
      texts.map((text) => [...text.matchAll(expression)].length);
    const find = new FindActions({
      conversations: world.conversations,
      dialogs: world.person,
      panels: world.person,
      loadSearching: async () => ({
        ...textRenderer,
        countMatches,
      }),
    });
    const items = () => old.conversation.transcript.page("", { kind: "end" }, 100).items;
    return { ...world, old, find, items };
  }
  const said = (items: readonly object[]) =>
    items.flatMap((item) => ("text" in item && typeof item.text === "string" ? [item.text] : []));

  it("is found at the row that says it", async () => {
    const { find, old, items } = await opened();
    for (const [text, count] of [
      ["needle 1", 1],
      ["out 2", 1],
      ["run 0", 1],
      ["behind", 3],
    ] as const) {
      const hits = await find.find(old.id, { text, isCase: true, isRegex: false });
      if (!Array.isArray(hits)) throw new Error(String(hits));
      expect(hits).toHaveLength(count);
      for (const { id } of hits) {
        const held = items().filter((item) => item.id === id);
        expect(held).toHaveLength(1);
        const details = old.conversation.transcript.calls.details(id);
        expect(JSON.stringify([held, details])).toContain(text);
      }
    }
  });

  it("is exported whole, in its order", async () => {
    const { exports, person } = await opened();
    await exports.run();
    const whole = person.exported[0];
    const texts = said(whole?.items ?? []).filter((text) => text !== "a plain string");
    expect(texts).toEqual(
      [0, 1, 2].flatMap((turn) => [`ask ${turn}`, `needle ${turn}`, `behind ${turn}`, `end ${turn}`]),
    );
    expect(whole?.items.flatMap((item) => (item.kind === "tool" ? [item.subject] : []))).toEqual([
      "run 0",
      "run 1",
      "run 2",
    ]);
  });

  it("is forked before a prompt in its middle, with everything before and nothing after", async () => {
    const { forks, old, conversations, person } = await opened();
    await forks.fork(old.id, "p1");
    const copy = conversations.get(person.tabs.at(-1)!)!;
    await copy.open();
    const { items } = copy.conversation.transcript.page("", { kind: "end" }, 100);
    expect(said(items).filter((text) => text !== "a plain string")).toEqual(["ask 0", "needle 0", "behind 0", "end 0"]);
    expect(items.flatMap((item) => (item.kind === "tool" ? [item.subject] : []))).toEqual(["run 0"]);
    expect(copy.draft).toBe("ask 1");
  });

  it("rewinds to a prompt in the middle, and continues with repeated ids", async () => {
    const { old, items, clis } = await opened();
    old.conversation.rewinds.truncateBefore("p1");
    expect(said(items()).filter((text) => text !== "a plain string")).toEqual([
      "ask 0",
      "needle 0",
      "behind 0",
      "end 0",
    ]);
    old.submit("ask again");
    await expect.poll(() => getPrompts(clis.at(-1))).toEqual(["ask again"]);
    for (const value of turns((turn, entry) => `live${turn}-${entry}`).slice(1, 7)) clis.at(-1)!.write(value);
    await settled();
    const calls = items().flatMap((item) =>
      item.kind === "tool" ? [[item.subject, old.conversation.transcript.calls.details(item.id)] as const] : [],
    );
    expect(calls.map(([subject]) => subject)).toEqual(["run 0", "run 0"]);
    expect(new Set(items().map(({ id }) => id)).size).toBe(items().length);
  });
});
