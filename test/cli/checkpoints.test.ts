import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CheckpointParticipant } from "../../extension/checkpoints/checkpointParticipant.ts";
import type { QueuedPrompt } from "../../extension/contract/conversationState.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import { getFileWriting } from "../../extension/session/tools/fileWriting.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { cliVersions } from "../host/install.mjs";
import { readTree } from "../unit/checkpoints/readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "../unit/checkpoints/setup.ts";
import { World } from "./realCli.ts";

const tool = (name: string, input: object) => ({ blocks: [{ tool: name, input }] });
const bash = (command: string) => tool("Bash", { command, description: "x" });

let world: World;
beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.closeConversations());
afterAll(() => world.close());

/** Hash of every file of a repository, its times left out. */
const readGit = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []))
    .sort()
    .map((file) => `${file} ${fs.readFileSync(file, "base64")}`);

describe.each(cliVersions as string[])("checkpoints with claude %s", (version) => {
  it("bring back what edits and commands changed, step by step, and leave the repository alone", async () => {
    const folder = path.join(world.home.root, `project-${version}`);
    const at = (name: string): string => path.join(folder, name);
    for (const [name, text] of [
      ["old/deep/a.txt", "a\n"],
      ["b.txt", "one\ntwo\n"],
      ["script.sh", "#!/bin/sh\n"],
      [".gitignore", "*.log\n"],
    ] as const) {
      fs.mkdirSync(path.dirname(at(name)), { recursive: true });
      fs.writeFileSync(at(name), text);
    }
    fs.writeFileSync(at("kept.log"), "only here");
    userGit(folder, "init", "-q");
    userGit(folder, "add", "-A");
    userGit(folder, "commit", "-qm", "first");
    const files = openWindow(world.home.root, [folder]).open("one", folder);
    const participant = new CheckpointParticipant({
      conversation: { id: "one" as ConversationId, state: () => expect.fail(), notice: (_, notice) => expect.fail(notice.code) },
      files,
      clock: systemClock,
      isEnabled: () => true,
      includesShellChanges: () => true,
      getWriting: getFileWriting,
      logger: { warn: (text) => expect.fail(text) },
    });
    world.scripts.set("change everything", [
      bash(`cd ${folder} && rm -rf old && mv b.txt c.txt && chmod 755 script.sh && mkdir empty && ln -s c.txt link`),
      tool("Write", { file_path: at("new/d.txt"), content: "d\n" }),
      bash(`cd ${folder} && sed -i s/one/1/ c.txt && for i in $(seq 200); do echo $i > new/$i.txt; done && printf 'no\\n' > .gitignore`),
      { blocks: [{ text: "Done." }] },
    ]);
    const cli = await world.start(version, {
      beforeInitialize: (client) => {
        for (const hook of participant.hooks) client.hooks.register(hook);
      },
    });
    const [repository, tree] = [readGit(at(".git")), readTree(folder)];
    const prompt = randomUUID();
    participant.beforePrompt({ id: prompt, text: "", attachments: [] } as unknown as QueuedPrompt);
    const { result } = await cli.turn("change everything");
    expect(result.is_error).toBe(false);
    participant.turnEnded();
    await files.take({ kind: "preview" });
    const points = await files.list();
    expect(points.map(({ cause }) => cause.kind)).toEqual(["message", "call", "call", "turnEnd"]);
    const after = readTree(folder);
    expect(after[".gitignore"]).not.toBe(tree[".gitignore"]);
    const [first, command] = points;
    if (!first || !command) return;
    const { differences } = await files.compare(first.id, command.id);
    expect(differences.map(({ path: name, kind }) => [path.relative(folder, name), kind])).toEqual([
      ["b.txt", "removed"],
      ["c.txt", "added"],
      ["link", "added"],
      ["old/deep/a.txt", "removed"],
      ["script.sh", "mode"],
    ]);
    expect(await files.changedByOthers(first.id)).toEqual(new Set());
    const rewound = await restoreAllFiles(files, first.id);
    expect(rewound).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(tree);
    if (rewound.kind === "done") expect(await restoreAllFiles(files, rewound.undo.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
    expect(readGit(at(".git"))).toEqual(repository);
  });
});
