import { expect, it } from "vitest";
import { decodeValue } from "../../../extension/protocol/decode.ts";
import { setup } from "./actionsSetup.ts";

const frames = [{ type: "user", uuid: "p1", message: { content: "first" } }].flatMap((value) => {
  const decoded = decodeValue(value);
  return decoded.kind === "frame" ? [decoded.frame] : [];
});
const session = { sessionId: "s1", folder: "/w", title: "An old one", firstPrompt: "first", time: 1 };

it("exports what is only saved without opening it, and the current one", async () => {
  const { exports, conversations, person, shown, actions } = await setup({ saved: [session], load: async () => frames });
  await exports.run("s1");
  expect(person.exported).toMatchObject([{ title: "An old one", folder: "/w", sessionId: "s1", items: [{ text: "first" }] }]);
  expect(conversations.all).toEqual([shown]);
  await actions.openListed("s1");
  await exports.run();
  expect(person.exported).toHaveLength(2);
  expect(conversations.find("s1")).toBeDefined();
});

it("says where there is nothing to export", async () => {
  const { exports, person } = await setup();
  await exports.run();
  await exports.run("nowhere");
  expect([person.said, person.exported]).toEqual([["nothingSaid", "noConversation"], []]);
});

it("leaves one open that somebody began to use while it was read", async () => {
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
