import { expect, it } from "vitest";
import { PieceJoiner } from "../../../../../extension/core/protocol/connection/pieceJoiner.ts";
import type { Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { ask, settled, setup } from "../setup.ts";

const event = (body: object, more: object = {}) =>
  ({ type: "stream_event", event: body, parent_tool_use_id: null, session_id: "s1", ...more }) as Frame;
const piece = (
  delta: object,
  { index = 0, ...more }: { index?: number; uuid?: string; parent_tool_use_id?: string; session_id?: string } = {},
) => event({ type: "content_block_delta", index, delta }, more);
const text = (value: string, more: Parameters<typeof piece>[1] = {}) =>
  piece({ type: "text_delta", text: value }, more);

/** Returns the frames that readers get of those that arrive in one step. */
async function join(frames: readonly Frame[]): Promise<readonly Frame[]> {
  const passed: Frame[] = [];
  const joiner = new PieceJoiner((frame) => passed.push(frame));
  for (const frame of frames) joiner.add(frame);
  await settled();
  return passed;
}

it("passes the first piece at once, and joins those that follow in the same step", async () => {
  const passed: Frame[] = [];
  const joiner = new PieceJoiner((frame) => passed.push(frame));
  joiner.add(text("a", { uuid: "1" }));
  expect(passed).toEqual([text("a", { uuid: "1" })]);
  joiner.add(text("b", { uuid: "2" }));
  joiner.add(text("c", { uuid: "3" }));
  expect(passed).toHaveLength(1);
  await settled();
  expect(passed).toEqual([text("a", { uuid: "1" }), text("bc", { uuid: "3" })]);
  joiner.add(text("d"));
  expect(passed.at(-1)).toEqual(text("d"));
});

it.each<[string, Frame, Frame]>([
  ["another block", text("b"), text("c", { index: 1 })],
  ["another thread", text("b"), text("c", { parent_tool_use_id: "toolu_1" })],
  ["another session", text("b"), text("c", { session_id: "s2" })],
  ["thinking after text", text("b"), piece({ type: "thinking_delta", thinking: "c" })],
  ["a signature", text("b"), piece({ type: "signature_delta", signature: "c" })],
  ["a piece that says more than its text", text("b"), piece({ type: "text_delta", text: "c", estimated_tokens: 3 })],
  ["the end of the block", text("b"), event({ type: "content_block_stop", index: 0 })],
  ["a whole message", text("b"), { type: "assistant", message: { content: [] } } as unknown as Frame],
  ["a piece without a text", text("b"), piece({ type: "text_delta" })],
])("joins nothing across %s, and keeps the order", async (_name, one, other) => {
  const frames = [text("a"), one, other, text("d")];
  expect(await join(frames)).toEqual(frames);
});

it("joins the pieces of a call's input and of thinking", async () => {
  const json = (value: string) => piece({ type: "input_json_delta", partial_json: value });
  const thought = (value: string) => piece({ type: "thinking_delta", thinking: value });
  const frames = [text("a"), json('{"a'), json('":'), json("1}"), thought("x"), thought("y")];
  expect(await join(frames)).toEqual([text("a"), json('{"a":1}'), thought("xy")]);
});

it("passes waiting pieces before a request, a damaged line and the end, despite failing readers", async () => {
  const order: string[] = [];
  const { cli } = setup({
    listener: {
      onFrame: (frame) => {
        const read = (frame as unknown as { event: { delta: { text: string } } }).event.delta.text;
        order.push(read);
        if (read === "bc") throw new Error("a reader failed");
      },
      onCorrupt: () => void order.push("damaged"),
      onClosed: () => void order.push("closed"),
      can_use_tool: async (request) => {
        order.push("asked");
        return { behavior: "allow", updatedInput: request.input, toolUseID: request.tool_use_id };
      },
    },
  });
  for (const each of ["a", "b", "c"]) cli.write(text(each));
  cli.write(ask("1"));
  await settled();
  for (const each of ["d", "e"]) cli.write(text(each));
  cli.writeBytes(new TextEncoder().encode('{"type": "assistant"\n'));
  for (const each of ["f", "g"]) cli.write(text(each));
  cli.end();
  await settled();
  expect(order).toEqual(["a", "bc", "asked", "d", "e", "damaged", "fg", "closed"]);
});
