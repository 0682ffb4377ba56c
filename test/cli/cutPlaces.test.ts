import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { findCut } from "../../extension/node/transcripts/cutPlaces.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.closeConversations());
afterAll(() => world.close());

describeEachVersion("places to continue from with claude %s", (version) => {
  it("are those that claude finds, before and after a compaction", async () => {
    for (const word of ["alpha", "beta", "gamma"]) world.scripts.set(word, [{ blocks: [{ text: `reply ${word}` }] }]);
    const cli = await world.start(version);
    const first = await cli.turn("alpha");
    const second = await cli.turn("beta");
    const findFile = (session: string): string => {
      const found = fs
        .readdirSync(world.home.root, { recursive: true })
        .find((name) => String(name).endsWith(`${session}.jsonl`));
      return path.join(world.home.root, String(found ?? expect.fail()));
    };
    /** Returns whether `claude` starts with a copy that ends at an entry. */
    const canContinue = async (session: string, entry: string): Promise<boolean> => {
      const started = world.start(version, { launch: { resume: session, forkSession: true, resumeSessionAt: entry } });
      return started.then(
        async (copy) => {
          await copy.client.close();
          return true;
        },
        () => false,
      );
    };
    const session = String(second.result.session_id);
    // All of it is on disk once the process ended.
    await cli.client.close();
    const before = await findCut(findFile(session), second.uuid);
    if (before.kind !== "entry") return expect.fail(before.kind);
    expect(await canContinue(session, before.uuid)).toBe(true);

    const resumed = await world.start(version, { launch: { resume: session } });
    await resumed.turn("/compact");
    const third = await resumed.turn("gamma");
    await resumed.client.close();
    const file = findFile(String(third.result.session_id));
    expect(await findCut(file, first.uuid)).toEqual({ kind: "compacted" });
    expect(await findCut(file, second.uuid)).toEqual({ kind: "compacted" });
    expect(await canContinue(session, before.uuid)).toBe(false);
    const after = await findCut(file, third.uuid);
    if (after.kind !== "entry") return expect.fail(after.kind);
    expect(await canContinue(session, after.uuid)).toBe(true);
  });
});
