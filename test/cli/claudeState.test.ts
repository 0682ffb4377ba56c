import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { formatClaudeState } from "../../extension/node/checkpoints/disk/claudeState.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";

describeEachVersion("the configuration folder of claude %s", (version) => {
  it("has nothing after a session that a checkpoint of it would cover", async () => {
    const world = await World.create(() => [{ blocks: [{ text: "Answered." }] }]);
    const { root, home, workspace } = world.home;
    const config = path.join(fs.realpathSync(home), "config");
    fs.mkdirSync(config);
    const list = (...more: readonly string[]): string =>
      execFileSync("git", ["ls-files", "--others", ...more], { cwd: config, encoding: "utf8" });
    execFileSync("git", ["init", "-q", `--separate-git-dir=${path.join(root, "git")}`], { cwd: config });
    try {
      world.scripts.set("go", [
        { blocks: [{ tool: "Bash", input: { command: "echo one > b.txt" } }] },
        { blocks: [{ tool: "Read", input: { file_path: `${workspace}/b.txt` } }] },
        { blocks: [{ tool: "Write", input: { file_path: `${workspace}/b.txt`, content: "two" } }] },
        { blocks: [{ tool: "TodoWrite", input: { todos: [{ content: "a", status: "pending", activeForm: "a" }] } }] },
        { blocks: [{ text: "Done." }] },
      ]);
      const cli = await world.start(version, {});
      await cli.turn("go");
      expect(fs.readFileSync(path.join(workspace, "b.txt"), "utf8")).toBe("two");
      await world.closeConversations();
      const patterns = path.join(root, "patterns");
      fs.writeFileSync(patterns, formatClaudeState(config, [config]));
      expect(list()).toContain(".claude.json\n");
      expect(list(`--exclude-from=${patterns}`)).toBe("");
    } finally {
      await world.close();
    }
  });
});
