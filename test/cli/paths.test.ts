import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { resolveToolPath } from "../../extension/core/conversation/tools/toolPath.ts";
import { fuzzRuns } from "../fuzz/runs.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { allow, World } from "./realCli.ts";

/** Places where a path may begin, lead through and end; white space of many kinds around it. */
const blank = fc.constantFrom("", "", "", " ", "\t", "\n", "\u00a0", "\u3000");
const spelling = fc
  .tuple(
    blank,
    fc.constantFrom("", "./", "sub/../", "~/", "~//", "WORKSPACE/", "WORKSPACE//sub/../", "../workspace/", "~user/"),
    fc.nat({ max: 9999 }),
    blank,
  )
  .map(([before, start, name, after]) => `${before}${start}NAME${name}e\u0301.txt${after}`);

describeEachVersion("claude %s writes where the path of a call is said to lead", (version) => {
  let world: World;
  beforeAll(async () => {
    world = await World.create();
  });
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it.skipIf(process.platform === "win32")("for any spelling", async () => {
    const { workspace, home } = world.home;
    fs.mkdirSync(path.join(workspace, "sub"), { recursive: true });
    const cli = await world.start(version, {
      launch: { permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true },
    });
    cli.answer = (request) => allow(request);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(spelling, async (each) => {
        const raw = each.replace("WORKSPACE", workspace).replace("NAME", `n${count++}-`);
        const prompt = `write ${count}`;
        world.scripts.set(prompt, [
          { blocks: [{ tool: "Write", input: { file_path: raw, content: "written" } }] },
          { blocks: [{ text: "done" }] },
        ]);
        await cli.turn(prompt);
        const expected = resolveToolPath(raw, { home, base: workspace, isWindows: false, version });
        expect([raw, fs.existsSync(expected)]).toEqual([raw, true]);
      }),
      { numRuns: fuzzRuns(12) },
    );
  });
});
