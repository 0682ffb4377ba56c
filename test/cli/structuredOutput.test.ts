import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { say } from "../model/replies.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";

const jsonSchema = {
  type: "object",
  properties: { count: { type: "number" } },
  required: ["count"],
  additionalProperties: false,
};
const call = (input: object) => ({ blocks: [{ tool: "StructuredOutput", input }] });
const failing = Array.from({ length: 12 }, () => call({ count: "x" }));

/** Answers in the form of a schema, as the API gets them. */
describeEachVersion("answers by a schema of claude %s", (version) => {
  let world: World;
  beforeAll(async () => {
    world = await World.create(() => Array.from({ length: 2_000 }, () => say("Just text.")));
    world.scripts.set("valid", [call({ count: 3 }), say("Three.")]);
    world.scripts.set("corrected", [call({ count: "x" }), call({ count: 4 }), say("Four.")]);
    world.scripts.set("never valid", failing);
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it("lets the model correct an answer, and gives up after five", async () => {
    const cli = await world.start(version, { launch: { jsonSchema } });
    expect((await cli.turn("valid")).result).toMatchObject({ subtype: "success", structured_output: { count: 3 } });
    expect((await cli.turn("corrected")).result).toMatchObject({ subtype: "success", structured_output: { count: 4 } });
    const { result } = await cli.turn("never valid");
    expect([result.subtype, result.structured_output]).toEqual(["error_max_structured_output_retries", undefined]);
    expect(result.errors?.join()).toContain("5 attempts");
  });

  it("ends a turn at the valid answer, in older versions by a hook after it", async () => {
    const cli = await world.start(version, {
      launch: { jsonSchema },
      beforeInitialize: (client) =>
        void client.hooks.register({
          event: "PostToolUse",
          matcher: "StructuredOutput",
          role: "observe",
          callback: () => ({ continue: false }),
        }),
    });
    const { result } = await cli.turn("valid");
    expect(result).toMatchObject({ subtype: "success", structured_output: { count: 3 } });
    expect(cli.frames.filter(({ type }) => type === "assistant").length).toBe(1);
    expect((await cli.turn("corrected")).result).toMatchObject({ subtype: "success", structured_output: { count: 4 } });
  });

  it("asks again without end before 2.1.329, until a Stop hook and an interrupt end it", async () => {
    let stops = 0;
    const cli = await world.start(version, {
      launch: { jsonSchema },
      beforeInitialize: (client) => {
        const callback = () => {
          if (++stops === 5) void client.interrupt();
          return {};
        };
        client.hooks.register({ event: "Stop", role: "observe", callback });
      },
    });
    const { result } = await cli.turn("no answer");
    expect(result.structured_output).toBeUndefined();
    expect([result.subtype, stops < 5]).toEqual(
      hasSince(version, "c") === "yes" ? ["success", true] : ["error_during_execution", false],
    );
  });
});
