import { expect, it } from "vitest";
import { z } from "zod";
import { result } from "../conversation/conversationSetup.ts";
import { settled } from "../protocol/setup.ts";
import { caller, errorOf, openApi } from "./setup.ts";

const idle = { type: "system", subtype: "session_state_changed", state: "idle" };
const json = { type: "object", properties: { count: { type: "number" } }, required: ["count"] };
const zod = z.object({ count: z.number().max(9) }).transform(({ count }) => ({ doubled: count * 2 }));
/** A Standard Schema of a library without JSON Schema. */
const plain = {
  "~standard": {
    version: 1 as const,
    vendor: "plain",
    validate: (value: unknown) => ({ value: value as { count: number } }),
  },
};

async function begun(schema: object) {
  const window = openApi({ answers: { interrupt: {} } });
  const running = window.api.query(caller, { prompt: "count", schema: schema as never });
  running.result.catch(() => {});
  await settled();
  const end = (frame: object) => {
    window.clis[0]?.write(result(frame));
    window.clis[0]?.write(idle);
    return settled();
  };
  return { ...window, running, end, cli: window.clis[0]! };
}

it.each([
  ["JSON Schema", json, { count: 3 }],
  ["a schema of zod, whose own value is returned", zod, { doubled: 6 }],
  ["a Standard Schema with its JSON Schema", { standard: plain, json }, { count: 3 }],
])("returns the answer by %s", async (_name, schema, output) => {
  const { running, end, starts } = await begun(schema);
  expect(starts[0]?.choices?.["jsonSchema"]).toMatchObject({
    type: "object",
    properties: { count: { type: "number" } },
  });
  await end({ structured_output: { count: 3 } });
  expect((await running.result).output).toEqual(output);
});

it.each([
  ["the check of the library fails", zod, { structured_output: { count: 10 } }, /count/],
  ["the model answered without the schema", json, { result: "three" }, /without the schema/],
  [
    "claude gave up",
    json,
    { subtype: "error_max_structured_output_retries", errors: ["after 5 attempts"] },
    /5 attempts/,
  ],
])("fails with the reason where %s", async (_name, schema, frame, issues) => {
  const { running, end } = await begun(schema);
  await end(frame);
  expect(await errorOf(running)).toMatchObject({
    code: "schemaMismatch",
    data: { issues: expect.stringMatching(issues) },
  });
});

it.each([
  ["that converts itself to no JSON Schema", plain],
  ["whose conversion fails", z.object({ at: z.date() })],
  ["that is no JSON", { type: 1n }],
])("refuses a schema %s", async (_name, schema) => {
  const { running, clis } = await begun(schema);
  expect([(await errorOf(running)).code, clis.length]).toEqual(["invalidOptions", 0]);
});

it("stops a model that ends its turn five times without the answer", async () => {
  const { running, cli } = await begun(json);
  const { hooks } = cli.received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"] ?? {};
  const [{ hookCallbackIds }] = hooks.Stop.slice(-1);
  const stopHook = (at: number) => ({
    subtype: "hook_callback",
    callback_id: hookCallbackIds[0],
    input: { hook_event_name: "Stop" },
    tool_use_id: `t${at}`,
  });
  for (let at = 0; at < 5; at++) cli.write({ type: "control_request", request_id: `h${at}`, request: stopHook(at) });
  await settled();
  expect((await errorOf(running)).code).toBe("schemaMismatch");
  expect(cli.received.filter((frame) => frame["request"]?.subtype === "interrupt")).toHaveLength(1);
});
