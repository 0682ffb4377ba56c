import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Conversation } from "../../extension/core/conversation/conversation.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { say } from "../model/replies.ts";
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

describeEachVersion("claude %s", (version) => {
  it("writes files of a copy without asking, apart from hidden and denied ones", async () => {
    const { workspace } = world.home;
    const inFolder = (name: string): string => path.join(workspace, version, name);
    const write = (name: string) => ({
      blocks: [{ tool: "Write", input: { file_path: inFolder(name), content: "x" } }],
    });
    world.scripts.set("write", [write("a.txt"), write("denied.txt"), write(".env"), say("Done.")]);
    conversation = await startConversation(world, version, {
      logger: silentLogger,
      allowsIsolatedEdits: () => true,
      extraSettings: { permissions: { deny: [`Edit(/${inFolder("denied.txt")})`] } },
    });
    conversation.managed.setIsolation({ kind: "copy", origin: "/home/a/project" });
    conversation.submit("write");
    await until(conversation, ({ requests }) => requests.length > 0);
    expect(conversation.state.requests).toMatchObject([{ tool: "Write", subject: `${version}/.env` }]);
    const [{ id = "", revision = 0 } = {}] = conversation.state.requests;
    await conversation.permissions.decide(id, revision, { kind: "deny" });
    await until(conversation, ({ status }) => status === "idle");
    expect(["a.txt", "denied.txt", ".env"].map((name) => fs.existsSync(inFolder(name)))).toEqual([true, false, false]);
  });
});
