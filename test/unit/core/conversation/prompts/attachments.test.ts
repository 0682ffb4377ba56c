import { expect, it } from "vitest";
import { settled } from "../../protocol/setup.ts";
import { begin } from "../conversationSetup.ts";

const image = { kind: "image", name: "shot.png", mediaType: "image/png", size: 3, data: "AAAA" } as const;
const log = { kind: "text", name: "build.log", mediaType: "text/plain", size: 4, data: "oops" } as const;

it("sends attachments before the text, and shows them with the prompt", async () => {
  const { conversation, attachments, cli, items } = await begin();
  const [first, second] = [attachments.add(image), attachments.add(log)];
  conversation.submit("what is this", [first, second]);
  await settled();
  expect(cli().received.at(-1)).toMatchObject({
    message: {
      content: [
        { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
        { type: "document", title: "build.log", source: { type: "text", data: "oops" } },
        { type: "text", text: "what is this" },
      ],
    },
  });
  const [prompt] = items();
  expect(prompt).toMatchObject({
    kind: "prompt",
    text: "what is this",
    attachments: [{ name: "shot.png" }, { name: "build.log" }],
  });
  expect(JSON.stringify(prompt)).not.toContain("AAAA");
  expect(conversation.promptAttachments.of(prompt!.id)).toEqual([first, second]);
});

it("sends lines of a file in claude's notation, and shows the typed text", async () => {
  const { conversation, cli, items } = await begin();
  conversation.submit("compare @src/a.ts#5-10 with #5");
  await settled();
  expect(cli().received.at(-1)).toMatchObject({
    message: { content: [{ type: "text", text: "compare @src/a.ts#L5-10 with #5" }] },
  });
  expect(items()).toMatchObject([{ kind: "prompt", text: "compare @src/a.ts#5-10 with #5" }]);
});

it("sends attachments without a text, and names the conversation after them", async () => {
  const { conversation, attachments, cli } = await begin();
  conversation.submit("  ", [attachments.add(image)]);
  await settled();
  expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ type: "image" }] } });
  expect(conversation.state.title).toBe("shot.png");
});

it("does not send titles of attachments that the model's API refuses", async () => {
  const { conversation, attachments, cli } = await begin();
  conversation.submit("look", [
    attachments.add({ ...log, name: `! echo ${"🐄".repeat(600)}` }),
    attachments.add({ ...log, name: " " }),
  ]);
  await settled();
  const { content } = cli().received.at(-1)?.["message"] ?? {};
  expect([...content[0].title]).toHaveLength(500);
  expect(content[1]).not.toHaveProperty("title");
});

it("sends a prompt without lost attachments, and names them in a notice", async () => {
  const { conversation, cli, items } = await begin();
  conversation.submit("look", [{ id: "gone", kind: "image", name: "old.png", mediaType: "image/png", size: 1 }]);
  await settled();
  expect(cli().received.at(-1)).toMatchObject({ message: { content: [{ type: "text", text: "look" }] } });
  expect(items()).toContainEqual(expect.objectContaining({ notice: { code: "attachmentsLost", names: ["old.png"] } }));
});

it("reads attachments of a prompt from a saved transcript, to show or resend them", async () => {
  const { conversation, attachments, items } = await begin();
  const content = [
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
    { type: "document", title: "build.log", source: { type: "text", media_type: "text/plain", data: "oops" } },
    { type: "text", text: "what is this" },
  ];
  conversation.saved.follow([{ type: "user", uuid: "p1", message: { role: "user", content } } as never]);
  expect(items().at(-1)).toMatchObject({
    kind: "prompt",
    id: "p1",
    text: "what is this",
    attachments: [
      { kind: "image", name: "image.png" },
      { kind: "text", name: "build.log" },
    ],
  });
  const again = conversation.promptAttachments.of("p1");
  expect(again.map(({ id }) => attachments.get(id))).toEqual(["AAAA", "oops"]);
  expect(conversation.promptAttachments.readData("p1:1")).toBe("oops");
});
