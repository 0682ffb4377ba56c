import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation, until } from "./realConversation.ts";

let world: World;
let conversation: Conversation;
beforeAll(async () => {
  world = await World.create();
});
afterEach(() => conversation.close());
afterAll(() => world.close());

/** Path of the plan's file that `claude` tells the model. */
const findPlanFile = (): string =>
  /[^"\s\\]*[\\/]plans[\\/][^"\s\\]*\.md/.exec(JSON.stringify(world.model.requests.at(-1)))?.[0] ?? "no plan file";

describeEachVersion("the file of a plan with claude %s", (version) => {
  it("counts as a part of the plan, not as a change", { tags: "thorough" }, async () => {
    const prompt = `plan it with ${version}`;
    world.scripts.set(prompt, [
      {
        get blocks() {
          return [{ tool: "Write", input: { file_path: findPlanFile(), content: "# The plan\n" } }];
        },
      },
      { blocks: [{ tool: "ExitPlanMode", input: { plan: "# The plan\n" } }] },
    ]);
    conversation = await startConversation(world, version, {
      launch: { permissionMode: "plan" },
      logger: silentLogger,
    });
    conversation.submit(prompt);
    await until(conversation, ({ requests }) => requests.length > 0);
    expect(conversation.state.requests).toMatchObject([{ kind: "plan", plan: "# The plan\n" }]);
    const { items } = conversation.transcript.page(mainThread, { kind: "end" }, 20);
    expect(items.filter(({ kind }) => kind === "tool")).toMatchObject([
      { tool: "Write", state: "done", countsAs: "plan" },
      { tool: "ExitPlanMode" },
    ]);
    expect(conversation.state.changedFiles).toEqual([]);
  });
});
