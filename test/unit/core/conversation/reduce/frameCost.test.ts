import { expect, it } from "vitest";
import { CreatedItems } from "../../../../../extension/core/conversation/view/createdItems.ts";
import { begin } from "../conversationSetup.ts";

const call = (id: string, name = "Read") => ({
  type: "assistant",
  uuid: `a-${id}`,
  message: { id: `m-${id}`, content: [{ type: "tool_use", id, name, input: { file_path: `/w/${id}.ts` } }] },
});
const result = (id: string, isError = false) => ({
  type: "user",
  uuid: `u-${id}`,
  message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "line", is_error: isError }] },
});

it("does not describe frames or events that the log would drop", async () => {
  let isKept = true;
  const { cli, logged } = await begin({ keeps: (level) => level !== "debug" || isKept });
  for (const frame of [call("t1"), result("t1")]) cli().write(frame);
  expect(logged.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(["tool Read", "result of", "tool Read"]);
  isKept = false;
  for (const frame of [call("t2"), result("t2")]) cli().write(frame);
  expect(logged).toHaveLength(3);
});

it("lists the last 20 calls as they ended, however late it is read", async () => {
  const { conversation, cli } = await begin();
  for (let index = 0; index < 25; index++)
    for (const frame of [call(`t${index}`), result(`t${index}`, index === 24)]) cli().write(frame);
  const listed = () => conversation.controls.facts.current.calls.map(({ id }) => id);
  expect(listed()).toEqual(Array.from({ length: 20 }, (_, index) => `t${index + 5}`));
  for (const frame of [call("t30"), result("t30")]) cli().write(frame);
  expect(listed().slice(-2)).toEqual(["t24", "t30"]);
  expect(listed()).toHaveLength(20);
  const last = conversation.controls.facts.current.calls.at(-1);
  expect(last).toMatchObject({ tool: "Read", subject: "t30.ts", outcome: "allowed" });
  expect(conversation.controls.facts.current.calls.at(-2)).toMatchObject({ outcome: "unknown" });
  await conversation.start();
  expect(listed()).toEqual([]);
});

it("finds the items of a frame, and of the newest of two with one uuid", () => {
  const created = new CreatedItems();
  created.note("a", { thread: "", ids: ["1"] });
  created.note("b", { thread: "", ids: ["2", "3"] });
  created.note("c", { thread: "t1", ids: ["4"] });
  created.note("d", { thread: "", ids: [] });
  expect(created.get("a")).toEqual({ thread: "", ids: ["1"] });
  expect(created.get("b")).toEqual({ thread: "", ids: ["2", "3"] });
  created.note("a", { thread: "", ids: ["5", "6"] });
  expect(created.get("a")).toEqual({ thread: "", ids: ["5", "6"] });
  created.note("e", { thread: "", ids: ["7"] });
  created.prune((thread, id) => (thread === "t1" && id === "4") || (thread === "" && id === "3"));
  expect(["a", "b", "c", "d", "e"].map((uuid) => created.get(uuid)?.ids)).toEqual([
    undefined,
    ["2", "3"],
    ["4"],
    undefined,
    undefined,
  ]);
  created.note("f", { thread: "", ids: ["8"] });
  created.clear();
  expect(["b", "f"].map((uuid) => created.get(uuid))).toEqual([undefined, undefined]);
});
