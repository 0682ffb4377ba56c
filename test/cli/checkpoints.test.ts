import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { CheckpointParticipant } from "../../extension/checkpoints/checkpointParticipant.ts";
import type { QueuedPrompt } from "../../extension/contract/conversationState.ts";
import type { ConversationId } from "../../extension/contract/ids.ts";
import { getFileWriting } from "../../extension/session/tools/fileWriting.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { readTree } from "../system/checkpoints/readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "../system/checkpoints/setup.ts";
import { describeEachVersion } from "./eachVersion.ts";
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

/** A repository with ignored files, and the checkpoints of a conversation in it. */
function begin(name: string) {
  const folder = path.join(world.home.root, name);
  const at = (file: string): string => path.join(folder, file);
  for (const [file, text] of [
    ["old/deep/a.txt", "a\n"],
    ["b.txt", "one\ntwo\n"],
    ["script.sh", "#!/bin/sh\n"],
    [".gitignore", "*.log\n"],
  ] as const) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), text);
  }
  fs.writeFileSync(at("kept.log"), "only here");
  userGit(folder, "init", "-q", "-b", "main");
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
  return { folder, at, files, participant };
}

/** Starts `claude`, and returns a function that sends it a message. */
async function start(version: string, participant: CheckpointParticipant) {
  const cli = await world.start(version, {
    beforeInitialize: (client) => {
      for (const hook of participant.hooks) client.hooks.register(hook);
    },
  });
  return async (text: string): Promise<string> => {
    const prompt = randomUUID();
    participant.beforePrompt({ id: prompt, text: "", attachments: [] } as unknown as QueuedPrompt);
    const { result } = await cli.turn(text);
    expect(result.is_error).toBe(false);
    participant.turnEnded();
    return prompt;
  };
}

const gitAs = "git -c user.name=a -c user.email=a@example.org";

/** Commands of one turn each, in a repository with a branch `side`, a changed file and a new one. */
const commands: Readonly<Record<string, string>> = {
  "git checkout": "git checkout -q --force side",
  "git commit": `echo more >> b.txt && git add -A && ${gitAs} commit -qm more && echo again >> b.txt`,
  "git stash": `echo more >> b.txt && ${gitAs} stash push -q --include-untracked`,
  chmod: "chmod 600 script.sh && chmod 755 b.txt",
  "a link": "rm b.txt && ln -s old b.txt",
  "a created folder": "mkdir -p made/inner/empty && echo x > made/x.txt",
  "1,000 generated files": "mkdir gen && for i in $(seq 1000); do echo $i > gen/$i.txt; done",
  "a binary": "head -c 100000 /dev/urandom > new.bin && head -c 5000 /dev/urandom > b.txt",
};

describeEachVersion("checkpoints with claude %s", (version) => {
  it("bring back what edits and commands changed, step by step, and leave the repository alone", async () => {
    const { folder, at, files, participant } = begin(`project-${version}`);
    world.scripts.set("change everything", [
      bash(`cd ${folder} && rm -rf old && mv b.txt c.txt && chmod 755 script.sh && mkdir empty && ln -s c.txt link`),
      tool("Write", { file_path: at("new/d.txt"), content: "d\n" }),
      bash(`cd ${folder} && sed -i s/one/1/ c.txt && for i in $(seq 200); do echo $i > new/$i.txt; done && printf 'no\\n' > .gitignore`),
      { blocks: [{ text: "Done." }] },
    ]);
    const turn = await start(version, participant);
    const [repository, tree] = [readGit(at(".git")), readTree(folder)];
    await turn("change everything");
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

  it("bring back what one command changed: git checkout, commit and stash, modes, links, folders, many files, a binary", {
    tags: "thorough",
    timeout: 240_000,
  }, async () => {
    const { folder, at, files, participant } = begin(`commands-${version}`);
    userGit(folder, "checkout", "-q", "-b", "side");
    userGit(folder, "rm", "-q", "-r", "old");
    fs.writeFileSync(at("b.txt"), "side\n");
    userGit(folder, "commit", "-qam", "side");
    userGit(folder, "checkout", "-q", "main");
    fs.writeFileSync(at("b.txt"), "mine\r\n");
    fs.writeFileSync(at("loose.txt"), "mine\n");
    fs.mkdirSync(at("empty"));
    for (const [name, command] of Object.entries(commands)) world.scripts.set(name, [bash(`cd ${folder} && ${command}`), { blocks: [{ text: "Done." }] }]);
    const turn = await start(version, participant);
    for (const name of Object.keys(commands)) {
      const tree = readTree(folder);
      const prompt = await turn(name);
      await files.take({ kind: "preview" });
      const after = readTree(folder);
      expect(after, name).not.toEqual(tree);
      const repository = readGit(at(".git"));
      const point = (await files.before(prompt)) ?? expect.fail();
      const rewound = await restoreAllFiles(files, point.id);
      expect(rewound, name).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder), name).toEqual(tree);
      if (rewound.kind === "done") expect(await restoreAllFiles(files, rewound.undo.id), name).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder), name).toEqual(after);
      expect(await restoreAllFiles(files, point.id), name).toMatchObject({ kind: "done", different: [] });
      expect(readGit(at(".git")), name).toEqual(repository);
    }
  });
});
