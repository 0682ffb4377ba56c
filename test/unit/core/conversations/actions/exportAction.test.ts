import { expect, it } from "vitest";
import { decodeValue } from "../../../../../extension/core/protocol/frames/decode.ts";
import type { WholeConversation } from "../../../../../extension/shared/contract/wholeConversation.ts";
import { exportFormats, exportText } from "../../../../../extension/shared/pages/export/exported.ts";
import { collectParts } from "../../../../fakes/wholeConversation.ts";
import { setup } from "../actionsSetup.ts";

const frames = [{ type: "user", uuid: "p1", message: { content: "first" } }].flatMap((value) => {
  const decoded = decodeValue(value);
  return decoded.kind === "frame" ? [decoded.frame] : [];
});
const session = { sessionId: "s1", folder: "/w", title: "An old one", firstPrompt: "first", time: 1 };

it("exports what is only saved without opening it, and the current one", async () => {
  const { exports, conversations, person, shown, actions } = await setup({
    saved: [session],
    load: async () => frames,
  });
  await exports.run("s1");
  expect(person.exported).toMatchObject([
    { title: "An old one", folder: "/w", sessionId: "s1", items: [{ text: "first" }] },
  ]);
  expect(conversations.all).toEqual([shown]);
  await actions.openListed("s1");
  await exports.run();
  expect(person.exported).toHaveLength(2);
  expect(conversations.find("s1")).toBeDefined();
});

it("exports subagents' steps and attachments, which a mention of the conversation leaves out", async () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0K" } };
  const call = (name: string, id: string, input: object) => ({
    type: "assistant",
    uuid: `u-${id}`,
    message: { id: `m-${id}`, content: [{ type: "tool_use", id, name, input }] },
  });
  const decoded = (values: readonly Record<string, unknown>[]) =>
    values.flatMap((value) => {
      const read = decodeValue(value);
      return read.kind === "frame" ? [read.frame] : [];
    });
  const main = decoded([
    { type: "user", uuid: "p1", message: { content: [image, { type: "text", text: "look" }] } },
    call("Agent", "task", { prompt: "look around" }),
  ]);
  const steps = decoded([call("Bash", "step", { command: "ls" })]);
  const { exports, person } = await setup({
    saved: [session],
    load: async () => main,
    loadAgent: async () => ({ read: async () => ({ frames: steps, hasOlder: false, damaged: 0 }) }),
  });
  await exports.run("s1");
  const read = (whole: WholeConversation | undefined | null) =>
    whole?.items.map((item) =>
      item.kind === "tool"
        ? whole.stepsOf(item).map(({ id }) => id)
        : item.kind === "prompt"
          ? item.attachments?.map(whole.contentOf)
          : item.kind,
    );
  expect(read(person.exported[0])).toEqual([["iVBORw0K"], ["step"]]);
  expect(read(await exports.read("s1", collectParts))).toEqual([[undefined], []]);
});

it("says where there is nothing to export", async () => {
  const { exports, person } = await setup();
  await exports.run();
  await exports.run("nowhere");
  expect([person.said, person.exported]).toEqual([["nothingSaid", "noConversation"], []]);
});

it("keeps a conversation open that the user began to use during its export", async () => {
  let begin = () => {};
  const load = async () => {
    begin();
    return frames;
  };
  const { exports, conversations } = await setup({ saved: [session], load });
  begin = () => {
    const open = conversations.find("s1");
    if (open) open.draft = "half a thought";
  };
  await exports.run("s1");
  expect(conversations.find("s1")?.draft).toBe("half a thought");
});

it.each(exportFormats)("writes no secret of the user into an export as %s", async (format) => {
  // Characters that a format spells in another way, or reads as Markdown.
  const secret = "S3cret*a&b*<c>_d_'e\"f`g\\9End";
  const decoded = (values: readonly Record<string, unknown>[]) =>
    values.flatMap((value) => {
      const read = decodeValue(value);
      return read.kind === "frame" ? [read.frame] : [];
    });
  const call = (id: string, name: string, input: object) => ({
    type: "assistant",
    uuid: `u-${id}`,
    message: { id: `m-${id}`, content: [{ type: "tool_use", id, name, input }] },
  });
  const { exports, person } = await setup({
    saved: [{ ...session, title: `Use ${secret}` }],
    secrets: [secret],
    load: async () =>
      decoded([
        { type: "user", uuid: "p1", message: { content: `My key is ${secret}.\0` } },
        { type: "assistant", uuid: "a1", message: { id: "m1", content: [{ type: "text", text: `Got ${secret}!` }] } },
        call("run", "Bash", { command: `login ${secret}` }),
        call("task", "Agent", { prompt: `Use ${secret}.` }),
      ]),
    loadAgent: async () => ({
      read: async () => ({
        frames: decoded([call("step", "Odd", { deep: { text: secret } })]),
        hasOlder: false,
        damaged: 0,
      }),
    }),
  });
  await exports.run("s1");
  const [whole] = person.exported;
  const text = whole ? exportText(whole, format) : "";
  expect(text).not.toMatch(/S3cret|9End/);
  expect(text.split("***").length).toBeGreaterThan(5);
});

it.each(exportFormats)("keeps rows whose kind or state is a word that the user gave, as %s", async (format) => {
  const { exports, person } = await setup({
    saved: [session],
    load: async () => frames,
    secrets: ["prompt", "command", "stopped"],
  });
  await exports.run("s1");
  const masked = exportText(person.exported[0] ?? expect.fail(), format);
  const other = await setup({ saved: [session], load: async () => frames });
  await other.exports.run("s1");
  expect(masked).toBe(exportText(other.person.exported[0] ?? expect.fail(), format));
});
