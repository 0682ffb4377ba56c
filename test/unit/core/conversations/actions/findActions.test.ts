import { expect, it } from "vitest";
import { AttachmentActions } from "../../../../../extension/core/conversations/actions/attachmentActions.ts";
import { FindActions } from "../../../../../extension/core/conversations/actions/findActions.ts";
import { AttachmentStore } from "../../../../../extension/core/conversations/composer/attachmentStore.ts";
import { textRenderer } from "../../../../../extension/shared/text/textRenderer.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { MemoryStore } from "../setup.ts";

const countMatches = (expression: RegExp, texts: readonly string[]) =>
  texts.map((text) => [...text.matchAll(expression)].length);

async function talked() {
  const world = await setup();
  const { conversations, person, shown, cli } = world;
  const find = new FindActions({
    conversations,
    dialogs: person,
    panels: person,
    loadSearching: async () => ({ ...textRenderer, countMatches }),
  });
  shown.submit("where is the Needle");
  await settled();
  const frames = [
    { type: "assistant", uuid: "a", message: { content: [{ type: "text", text: "a needle, a needle" }] } },
    {
      type: "assistant",
      uuid: "b",
      message: {
        content: [{ type: "tool_use", id: "t1", name: "Agent", input: { description: "look", prompt: "look for it" } }],
      },
    },
    {
      type: "assistant",
      uuid: "c",
      parent_tool_use_id: "t1",
      message: { content: [{ type: "tool_use", id: "t2", name: "Bash", input: { command: "grep needle" } }] },
    },
    {
      type: "user",
      parent_tool_use_id: "t1",
      message: { content: [{ type: "tool_result", tool_use_id: "t2", content: "hay.txt: needle" }] },
    },
  ];
  for (const frame of frames) cli.write(frame);
  await settled();
  return { ...world, find };
}
const query = (text: string, more = {}) => ({ text, isCase: false, isRegex: false, ...more });

it("finds messages, calls and output, also in subagents' threads", async () => {
  const { find, shown } = await talked();
  const found = await find.find(shown.id, query("needle"));
  expect(found).toMatchObject([
    { agents: [], count: 1 },
    { id: "a:0", count: 2 },
    { id: "t2", agents: ["t1"] },
  ]);
  expect(await find.find(shown.id, query("Needle", { isCase: true }))).toHaveLength(1);
  expect(await find.find(shown.id, query("n.edle,", { isRegex: true }))).toMatchObject([{ id: "a:0", count: 1 }]);
  expect(await find.find(shown.id, query("n.edle,"))).toEqual([]);
  expect(await find.find(shown.id, query("look for it"))).toEqual([{ id: "task:t1", agents: ["t1"], count: 1 }]);
  expect(await find.find(shown.id, query("("))).toEqual([]);
});

it("finds output of a call before the shown end, and opens all of it", async () => {
  const { find, shown, cli, conversations } = await talked();
  const said = `a needle at first\n${"hay\n".repeat(30_000)}`;
  cli.write({
    type: "assistant",
    uuid: "d",
    message: {
      content: [{ type: "tool_use", id: "t3", name: "Bash", input: { command: "hay", description: "Piles it up" } }],
    },
  });
  cli.write({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t3", content: said }] } });
  await settled();
  expect(JSON.stringify(shown.conversation.transcript.calls.details("t3"))).not.toContain("at first");
  expect(await find.find(shown.id, query("needle at first"))).toMatchObject([{ id: "t3", count: 1 }]);
  expect(await find.find(shown.id, query("Piles it up"))).toMatchObject([{ id: "t3", count: 1 }]);
  const opened: string[] = [];
  const viewer = { show: async (_: unknown, data: string) => void opened.push(data), explainAgent: () => {} };
  const store = new AttachmentStore(new MemoryStore(), () => "x");
  const readOne = () => Promise.reject(new Error("nothing is mentioned"));
  expect(
    await new AttachmentActions({ conversations, store, mentions: { readOne }, viewer }).openOutput(shown.id, "t3"),
  ).toBeUndefined();
  expect(opened).toEqual([said]);
});

it("finds a subagent's report, once where its last step says it", async () => {
  const { find, shown, cli } = await talked();
  const ended = (content: string) => ({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "t1", content }] },
    tool_use_result: { status: "completed", agentId: "x", content: [{ type: "text", text: content }] },
  });
  cli.write(ended("A haystack"));
  await settled();
  expect(await find.find(shown.id, query("haystack"))).toEqual([{ id: "report:t1", agents: ["t1"], count: 1 }]);
  cli.write({
    type: "assistant",
    uuid: "d",
    parent_tool_use_id: "t1",
    message: { content: [{ type: "text", text: "A haystack" }] },
  });
  await settled();
  expect(await find.find(shown.id, query("haystack"))).toEqual([{ id: "d:0", agents: ["t1"], count: 1 }]);
});

it("finds thinking of the model unless no row shows it", async () => {
  const { find, shown, cli } = await talked();
  cli.write({
    type: "assistant",
    uuid: "e",
    message: { content: [{ type: "thinking", thinking: "Perhaps in the barn" }] },
  });
  await settled();
  expect(await find.find(shown.id, query("barn"))).toMatchObject([{ count: 1 }]);
  expect(await find.find(shown.id, query("barn"), true)).toEqual([]);
});

it("finds the text that a reader sees, not its Markdown", async () => {
  const { find, shown, cli } = await talked();
  const text =
    "See **the** [red *barn*](https://example.org/x),\nthen `go`.\n\n| big | cow |\n|-----|-----|\n| one | two |\n\n- [x] fed\n\n> quoted";
  cli.write({ type: "assistant", uuid: "e", message: { content: [{ type: "text", text }] } });
  cli.write({
    type: "system",
    subtype: "compact_boundary",
    uuid: "n",
    compact_metadata: { trigger: "manual", pre_tokens: 1200 },
  });
  await settled();
  for (const seen of ["see the red barn, then go.", "cow", "fed", "quoted", "context compacted"]) {
    expect(await find.find(shown.id, query(seen)), seen).toMatchObject([{ count: 1 }]);
  }
  for (const written of ["**", "example.org", "|--", "[x]"])
    expect(await find.find(shown.id, query(written)), written).toEqual([]);
});

it("reports an invalid expression, and a search that takes too long", async () => {
  const { find, shown, conversations, person } = await talked();
  expect(await find.find(shown.id, query("(", { isRegex: true }))).toBe("notRegex");
  const slow = new FindActions({
    conversations,
    dialogs: person,
    panels: person,
    loadSearching: async () => ({
      ...textRenderer,
      countMatches: () => undefined,
    }),
  });
  expect(await slow.find(shown.id, query("x"))).toBe("tooSlow");
});

it("goes to a prompt that is picked", async () => {
  const { find, person, shown } = await talked();
  await find.goToPrompt();
  expect(person.shownItems).toEqual([shown.conversation.transcript.prompts.loaded[0]?.id]);
  await find.goToPrompt("another");
  expect(person.shownItems.at(-1)).toBe("another");
  await find.openFind();
  expect(person.searched).toEqual([shown.id]);
});
